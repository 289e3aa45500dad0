edit "$LAB/reconcile.sh" <<'EDIT'
pods: "$pods"
=>
pods: "8"
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
requests.cpu: "$cpu"
=>
requests.cpu: "1"
EDIT
