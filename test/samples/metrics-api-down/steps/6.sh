kubectl apply -f apiservice.yaml
install -m 755 reconcile.sh "$LAB/reconcile.sh"
has_finalizer() { ts "$1" | jq -e '(.metadata.finalizers // []) | index("platform.labhub.io/cleanup") != null' >/dev/null; }
eventually 60 has_finalizer alpha
kubectl apply -f - <<'YAML'
apiVersion: platform.labhub.io/v1alpha1
kind: TeamSpace
metadata:
  name: beta
spec:
  pods: 2
  cpu: "500m"
YAML
eventually 60 kubectl get ns team-beta -o name
eventually 60 has_finalizer beta
uid=$(ts beta | jq -r .metadata.uid)
kubectl delete teamspace beta --wait=false
if ts beta | jq -e '.metadata.deletionTimestamp != null' >/dev/null; then seen=true; else seen=false; fi
eventually 60 gone teamspace beta
eventually 20 gone ns team-beta || true
if gone ns team-beta; then ns_gone=true; else ns_gone=false; fi
jq -n --arg uid "$uid" --argjson seen $seen --argjson gone $ns_gone \
  '{uid: $uid, blocked_seen: $seen, namespace_gone: $gone}' >"$LAB/cleanup.json"
