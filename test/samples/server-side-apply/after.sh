edit "$LAB/reconcile.sh" <<'EDIT'
kubectl apply -f -
=>
kubectl apply --server-side --force-conflicts --field-manager=teamspaces -f -
EDIT
