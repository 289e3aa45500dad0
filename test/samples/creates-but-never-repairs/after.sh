edit "$LAB/reconcile.sh" <<'EDIT'
kubectl apply -f - >/dev/null
=>
kubectl create -f - >/dev/null 2>&1
EDIT
