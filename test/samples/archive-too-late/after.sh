edit "$LAB/reconcile.sh" <<'EDIT'
archive "$name" "$(field .metadata.uid)" "$(field .spec.pods)" && set_finalizers "$item" 'map(select(. != $f))'
=>
set_finalizers "$item" 'map(select(. != $f))'
      sleep 1
      archive "$name" "$(field .metadata.uid)" "$(field .spec.pods)"
EDIT
