edit "$LAB/reconcile.sh" <<'EDIT'
'. + [$f]'
=>
'[$f]'
EDIT
