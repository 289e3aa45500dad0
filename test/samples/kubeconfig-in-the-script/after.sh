edit "$LAB/reconcile.sh" <<'EDIT'
set -u
=>
set -u
export KUBECONFIG=/etc/rancher/k3s/k3s.yaml
EDIT
