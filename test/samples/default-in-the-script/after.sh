edit "$LAB/reconcile.sh" <<'EDIT'
field .spec.cpu
=>
field '.spec.cpu // "1"'
EDIT
