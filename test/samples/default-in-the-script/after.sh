edit "$LAB/reconcile.sh" <<'EDIT'
.spec.cpu,
=>
.spec.cpu // "1",
EDIT
