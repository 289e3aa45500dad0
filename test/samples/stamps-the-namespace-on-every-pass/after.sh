edit "$LAB/reconcile.sh" <<'EDIT'
  name: $ns
=>
  name: $ns
  annotations:
    last-sync: "$(date +%s%N)"
EDIT
