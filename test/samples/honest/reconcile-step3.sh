#!/usr/bin/env bash
# One pass over all TeamSpaces, as it stands after step 3: no finalizers yet.
set -u

serve() {
  local name=$1 uid=$2 pods=$3 cpu=$4 generation=$5 observed=$6 said=$7
  local ns="team-$name"
  kubectl apply -f - >/dev/null <<YAML
apiVersion: v1
kind: Namespace
metadata:
  name: $ns
  labels:
    platform.labhub.io/teamspace: "$name"
  ownerReferences:
    - apiVersion: platform.labhub.io/v1alpha1
      kind: TeamSpace
      name: "$name"
      uid: $uid
---
apiVersion: v1
kind: ResourceQuota
metadata:
  name: team-quota
  namespace: $ns
spec:
  hard:
    pods: "$pods"
    requests.cpu: "$cpu"
YAML
  if [ "$observed" != "$generation" ] || [ "$said" != "$ns" ]; then
    kubectl patch teamspace "$name" --subresource=status --type merge \
      -p "{\"status\":{\"observedGeneration\":$generation,\"namespace\":\"$ns\"}}" >/dev/null
  fi
}

kubectl get teamspaces -o json | jq -r '.items[] | [
  .metadata.name, .metadata.uid, .metadata.generation, .spec.pods, .spec.cpu,
  .status.observedGeneration // "none", .status.namespace // "none"
] | map(tostring) | join(" ")' | while read -r name uid generation pods cpu observed said; do
  serve "$name" "$uid" "$pods" "$cpu" "$generation" "$observed" "$said" </dev/null
done
