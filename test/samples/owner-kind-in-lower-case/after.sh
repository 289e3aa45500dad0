edit "$LAB/reconcile.sh" <<'EDIT'
      kind: TeamSpace
=>
      kind: teamspace
EDIT
