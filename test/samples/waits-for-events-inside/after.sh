edit "$LAB/reconcile.sh" <<'EDIT'
kubectl get teamspaces -o json | jq -r --arg f
=>
kubectl get teamspaces -o json -w | jq -r --unbuffered --arg f
EDIT
sed -i 's/'\''\.items\[\] | \[/'\''[/' "$LAB/reconcile.sh"
systemctl restart cnpa-op.service
