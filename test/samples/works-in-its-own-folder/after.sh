edit "$LAB/reconcile.sh" <<'EDIT'
lab=$(dirname "$(readlink -f "$0")")
=>
lab=.
EDIT
