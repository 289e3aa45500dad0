edit "$LAB/reconcile.sh" <<'EDIT'
  name: team-quota
=>
  name: team-quota
  annotations:
    last-sync: "$(date +%s%N)"
EDIT
