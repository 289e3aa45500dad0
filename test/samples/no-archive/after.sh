edit "$LAB/reconcile.sh" <<'EDIT'
archive "$name" "$(field .metadata.uid)" "$(field .spec.pods)" && 
=>
EDIT
