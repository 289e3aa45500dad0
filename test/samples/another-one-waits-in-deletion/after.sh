kubectl apply -f - <<'YAML'
apiVersion: platform.labhub.io/v1alpha1
kind: TeamSpace
metadata:
  name: gamma
  finalizers: [example.com/hold]
spec:
  pods: 3
YAML
served() { ts gamma | jq -e '.status.observedGeneration == 1 and (.metadata.finalizers | length == 2)' >/dev/null; }
eventually 60 served
kubectl delete teamspace gamma --wait=false
released() { ts gamma | jq -e '.metadata.finalizers == ["example.com/hold"]' >/dev/null; }
eventually 60 released
