edit "$LAB/reconcile.sh" <<'EDIT'
archive "$name" "$uid" "$pods" && set_finalizers "$name" 'map(select(. != $f))'
=>
set_finalizers "$name" 'map(select(. != $f))'
      sleep 1
      archive "$name" "$uid" "$pods"
EDIT
