edit "$LAB/reconcile.sh" <<'EDIT'
set -u
=>
set -u
sleep 4
EDIT
