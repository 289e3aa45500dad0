#!/usr/bin/env bash
# One pass over all TeamSpaces: namespace, quota and status; finalizer and archive (step 6).
set -u
lab=$(dirname "$(readlink -f "$0")")
finalizer=platform.labhub.io/cleanup

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

archive() {
  local name=$1 uid=$2 pods=$3
  mkdir -p "$lab/archive"
  jq -n --arg name "$name" --arg uid "$uid" --argjson pods "$pods" '{name: $name, uid: $uid, pods: $pods}' \
    >"$lab/archive/$name.json"
}

# The whole list goes back with one name more or less, and only if nobody changes the object in between.
set_finalizers() {
  local name=$1 change=$2
  kubectl get teamspace "$name" -o json | jq -c --arg f "$finalizer" \
    '{metadata: {resourceVersion: .metadata.resourceVersion, finalizers: ((.metadata.finalizers // []) | '"$change"')}}' |
    kubectl patch teamspace "$name" --type merge --patch-file /dev/stdin >/dev/null
}

kubectl get teamspaces -o json | jq -r --arg f "$finalizer" '.items[] | [
  .metadata.name, .metadata.uid, .metadata.generation, .spec.pods, .spec.cpu,
  .status.observedGeneration // "none", .status.namespace // "none",
  .metadata.deletionTimestamp != null, ((.metadata.finalizers // []) | index($f) != null)
] | map(tostring) | join(" ")' | while read -r name uid generation pods cpu observed said dying mine; do
  if [ "$dying" = true ]; then
    if [ "$mine" = true ]; then
      archive "$name" "$uid" "$pods" && set_finalizers "$name" 'map(select(. != $f))'
    fi
    continue
  fi
  [ "$mine" = true ] || set_finalizers "$name" '. + [$f]'
  serve "$name" "$uid" "$pods" "$cpu" "$generation" "$observed" "$said" </dev/null
done
