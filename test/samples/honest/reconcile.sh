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

# The whole list goes back with one name more or less, and only if nobody has changed the object since.
set_finalizers() {
  local item=$1 change=$2
  jq -c --arg f "$finalizer" \
    '{metadata: {resourceVersion: .metadata.resourceVersion, finalizers: ((.metadata.finalizers // []) | '"$change"')}}' \
    <<<"$item" | kubectl patch teamspace "$(jq -r .metadata.name <<<"$item")" --type merge --patch-file /dev/stdin >/dev/null
}

kubectl get teamspaces -o json | jq -c '.items[]' | while read -r item; do
  field() { jq -r "$1" <<<"$item"; }
  name=$(field .metadata.name)
  mine=$(field "(.metadata.finalizers // []) | index(\"$finalizer\") != null")
  if [ "$(field '.metadata.deletionTimestamp // ""')" ]; then
    if [ "$mine" = true ]; then
      archive "$name" "$(field .metadata.uid)" "$(field .spec.pods)" && set_finalizers "$item" 'map(select(. != $f))'
    fi
    continue
  fi
  [ "$mine" = true ] || set_finalizers "$item" '. + [$f]'
  serve "$name" "$(field .metadata.uid)" "$(field .spec.pods)" "$(field .spec.cpu)" \
    "$(field .metadata.generation)" "$(field '.status.observedGeneration // ""')" "$(field '.status.namespace // ""')" </dev/null
done
