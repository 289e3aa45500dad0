cp crd.yaml alpha.yaml "$LAB/"
kubectl apply -f "$LAB/crd.yaml"
kubectl wait --for=condition=Established crd/teamspaces.platform.labhub.io --timeout=60s
eventually 30 kubectl get teamspaces
kubectl apply -f "$LAB/alpha.yaml"
if kubectl get ns team-alpha >/dev/null 2>&1; then exists=true; else exists=false; fi
jq -n --arg uid "$(ts alpha | jq -r .metadata.uid)" --argjson exists $exists \
  '{uid: $uid, namespace_exists: $exists}' >"$LAB/before.json"
