edit "$LAB/reconcile.sh" <<'EDIT'
      uid: $uid
=>
      uid: 00000000-0000-4000-8000-000000000000
EDIT
