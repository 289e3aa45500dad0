cp alpha.yaml "$LAB/"
sed 's/scope: Cluster/scope: Namespaced/' crd.yaml >"$LAB/crd.yaml"
kubectl apply -f "$LAB/crd.yaml"
kubectl wait --for=condition=Established crd/teamspaces.platform.labhub.io --timeout=60s
eventually 30 kubectl get teamspaces
kubectl apply -f "$LAB/alpha.yaml"
jq -n --arg uid "$(ts alpha | jq -r .metadata.uid)" '{uid: $uid, namespace_exists: false}' >"$LAB/before.json"

kubectl delete -f "$LAB/crd.yaml"
cp crd.yaml "$LAB/"
kubectl apply -f "$LAB/crd.yaml"
kubectl wait --for=condition=Established crd/teamspaces.platform.labhub.io --timeout=60s
rm -rf ~/.kube/cache # kubectl keeps its view of the scope
eventually 30 kubectl apply -f "$LAB/alpha.yaml"
