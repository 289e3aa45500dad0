edit "$LAB/reconcile.sh" <<'EDIT'
    platform.labhub.io/teamspace: "$name"
=>
    platform.labhub.io/teamspace: "$name"
    managed-by: cnpa-op
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
      uid: $uid
=>
      uid: $uid
      controller: true
      blockOwnerDeletion: true
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
    requests.cpu: "$cpu"
=>
    requests.cpu: "$cpu"
    services: "10"
EDIT
json before.json '. + {kind: "TeamSpace"}'
