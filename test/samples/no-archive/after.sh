edit "$LAB/reconcile.sh" <<'EDIT'
archive "$name" "$uid" "$pods" && 
=>
EDIT
