edit "$LAB/reconcile.sh" <<'EDIT'
pods: "$pods"
=>
pods: $pods
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
requests.cpu: "$cpu"
=>
requests.cpu: $cpu
EDIT
