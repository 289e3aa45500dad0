edit "$LAB/reconcile.sh" <<'EDIT'
      name: "$name"
      uid: $uid
=>
      name: alpha
      uid: $(kubectl get teamspace alpha -o jsonpath={.metadata.uid})
EDIT
