edit "$LAB/reconcile.sh" <<'EDIT'
  ownerReferences:
    - apiVersion: platform.labhub.io/v1alpha1
      kind: TeamSpace
      name: "$name"
      uid: $uid
=>
EDIT
