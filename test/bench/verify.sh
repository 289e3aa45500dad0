#!/usr/bin/env bash
# What the grader is measured against: the eight steps checked with kubectl and jq, one thing after the other, as a
# careful instructor would write it. Runs as root on the lab's machine while its controller runs; makes two TeamSpaces
# of its own and removes them. Prints a line a step; exit status 0 when all eight passed.
set -uo pipefail
export KUBECONFIG=${KUBECONFIG:-/etc/rancher/k3s/k3s.yaml}
lab=${1:-/root/cnpa-op}
unit=cnpa-op.service
crd=teamspaces.platform.labhub.io
finalizer=platform.labhub.io/cleanup
foreign=verify.example/hold
id=$RANDOM-$RANDOM
one=verify-one-$id two=verify-two-$id
cd "$lab" || exit 2

clean_up() {
  for name in "$one" "$two"; do
    if kubectl get teamspace "$name" >/dev/null 2>&1; then
      kubectl delete teamspace "$name" --wait=false >/dev/null
      kubectl wait --for=delete "teamspace/$name" --timeout=10s >/dev/null 2>&1 ||
        kubectl patch teamspace "$name" --type merge -p '{"metadata":{"finalizers":null}}' >/dev/null 2>&1
    fi
    kubectl delete namespace "team-$name" --ignore-not-found >/dev/null
    rm -f "archive/$name.json"
  done
}
trap clean_up EXIT

problems=()
problem() { problems+=("$*"); }
failed=0
verdict() {
  if [ ${#problems[@]} -eq 0 ]; then
    echo "✓ $1"
  else
    echo "✗ $1"
    printf '    %s\n' "${problems[@]}"
    failed=1
  fi
  problems=()
}

# eventually SECONDS COMMAND…: looks every second.
eventually() {
  local until=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $until ] || return 1
    sleep 1
  done
}
# holds FILE FILTER…: the filters are true of a JSON file.
holds() {
  local file=$1 filter
  shift
  for filter in "$@"; do
    jq -e "$filter" "$file" >/dev/null 2>&1 || problem "$file: not true that $filter"
  done
}
ts() { kubectl get teamspace "$1" -o json; }
namespace() { kubectl get namespace "team-$1" -o json; }
quota() { kubectl -n "team-$1" get resourcequota team-quota -o json; }
teamspace() {
  jq -n --arg name "$1" --argjson spec "$2" --argjson finalizers "${3:-[]}" '{apiVersion: "platform.labhub.io/v1alpha1",
    kind: "TeamSpace", metadata: {name: $name, finalizers: $finalizers}, spec: $spec}'
}
served() {
  local name=$1 object uid pods cpu
  object=$(ts "$name") || return 1
  read -r uid pods cpu < <(jq -r '[.metadata.uid, .spec.pods, .spec.cpu] | map(tostring) | join(" ")' <<<"$object")
  namespace "$name" | jq -e --arg name "$name" --arg uid "$uid" '.metadata.labels["platform.labhub.io/teamspace"] == $name
    and any(.metadata.ownerReferences[]?; .kind == "TeamSpace" and .name == $name and .uid == $uid)' &&
    quota "$name" | jq -e --arg pods "$pods" --arg cpu "$cpu" \
      '.spec.hard.pods == $pods and .spec.hard["requests.cpu"] == $cpu' &&
    jq -e --arg ns "team-$name" '.status.namespace == $ns and .status.observedGeneration == .metadata.generation' <<<"$object"
}
has_finalizer() { ts "$1" | jq -e --arg f "$finalizer" '.metadata.finalizers // [] | index($f) != null'; }
alpha=$(ts alpha)
alpha_uid=$(jq -r .metadata.uid <<<"$alpha")
file_uid() { holds "$1" ".uid == \"$alpha_uid\""; }

# 1
accepted() { teamspace dry-run "$1" | kubectl create --dry-run=server -o json -f - 2>/dev/null; }
status_accepted() {
  kubectl patch teamspace alpha --subresource=status --type merge --dry-run=server -o json -p "{\"status\":$1}" 2>/dev/null
}
kubectl get crd $crd -o json | jq -e '.spec.group == "platform.labhub.io" and .spec.scope == "Cluster"
  and .spec.names.kind == "TeamSpace" and .spec.names.plural == "teamspaces"
  and any(.spec.versions[]; .name == "v1alpha1" and .served and .storage and .subresources.status != null)
  and any(.status.conditions[]; .type == "Established" and .status == "True")' >/dev/null || problem 'the CRD is not as asked'
for spec in '{"pods":0}' '{"pods":51}' '{"pods":-1}' '{"pods":"4"}' '{"pods":4.5}' '{}' '{"pods":1,"cpu":2}'; do
  accepted "$spec" >/dev/null && problem "the schema accepts $spec"
done
for spec in '{"pods":1}' '{"pods":50}'; do
  accepted "$spec" | jq -e '.spec.cpu == "1"' >/dev/null || problem "the schema refuses $spec or fills in no cpu"
done
status_accepted '{"observedGeneration":5,"namespace":"x"}' |
  jq -e '.status.observedGeneration == 5 and .status.namespace == "x"' >/dev/null || problem 'the schema drops status'
for status in '{"observedGeneration":"x"}' '{"namespace":5}'; do
  status_accepted "$status" >/dev/null && problem "the schema accepts status $status"
done
for file in crd.yaml alpha.yaml; do
  kubectl diff -f $file >/dev/null 2>&1
  [ $? -le 1 ] || problem "$file cannot be read"
done
file_uid before.json
holds before.json '.namespace_exists == false'
verdict '1 CRD'

# 2
file_uid generation.json
holds generation.json '.gen_after_label == .gen_initial' '.gen_after_spec == .gen_initial + 1' \
  'has("status_via_main") and .status_via_main == null'
jq -e '.metadata.labels.owner == "platform"' <<<"$alpha" >/dev/null || problem 'alpha has no label owner=platform'
verdict '2 generation'

# 3
[ -x reconcile.sh ] || problem 'reconcile.sh is not executable'
for name in $(kubectl get teamspaces -o json | jq -r '.items[] | select(.metadata.deletionTimestamp == null).metadata.name'); do
  served "$name" >/dev/null || problem "$name is not served"
done
versions() {
  { kubectl get teamspaces -o json && kubectl get namespaces -l platform.labhub.io/teamspace -o json &&
    kubectl get resourcequotas -A --field-selector metadata.name=team-quota -o json; } |
    jq -r '.items[] | [.kind, .metadata.namespace, .metadata.name, .metadata.uid, .metadata.resourceVersion] | @tsv'
}
before=$(versions)
for _ in 1 2; do
  ./reconcile.sh >/dev/null 2>&1
  after=$(versions)
  [ "$before" = "$after" ] || problem 'a run with nothing to do wrote something'
  before=$after
done
holds reconcile.json ".quota_uid == \"$(jq -r .deleted_uid drift.json)\"" ".namespace_owner_uid == \"$alpha_uid\"" \
  '.second_pass_rv_changed == false'
verdict '3 reconcile.sh'

# 4
running() { [ "$(systemctl is-active $unit)" = active ]; }
[ "$(systemctl is-enabled $unit)" = enabled ] || problem "$unit is not enabled"
[ "$(systemctl show -p Restart --value $unit)" = always ] || problem "$unit has not Restart=always"
[ "$(systemctl show -p NeedDaemonReload --value $unit)" = no ] || problem "$unit was changed since it was loaded"
running || problem "$unit does not run"
teamspace "$one" '{"pods":3,"cpu":"250m"}' | kubectl create -f - >/dev/null
eventually 60 served "$one" || problem 'a new TeamSpace is not served'
running || problem "$unit does not run any more"
verdict '4 service'

# 5
silent() {
  local before
  before=$(kubectl get teamspaces -o json | jq '[.items[].metadata.resourceVersion]')
  sleep 2
  [ "$(kubectl get teamspaces -o json | jq '[.items[].metadata.resourceVersion]')" = "$before" ]
}
edit_quota() { kubectl -n "team-$one" patch resourcequota team-quota --type merge -p "{\"spec\":{\"hard\":$1}}" >/dev/null; }
eventually 60 silent || problem 'TeamSpaces are written all the time'
deleted=$(quota "$one" | jq -r .metadata.uid)
kubectl -n "team-$one" delete resourcequota team-quota >/dev/null
restored() { quota "$one" | jq -e --arg deleted "$deleted" '.metadata.uid != $deleted' && served "$one"; }
eventually 60 restored || problem 'a deleted quota does not come back'
edit_quota '{"pods":"99"}'
eventually 60 served "$one" || problem 'pods in the quota is not set back'
edit_quota '{"requests.cpu":"9"}'
eventually 60 served "$one" || problem 'cpu in the quota is not set back'
holds drift.json ".restored_uid == \"$(quota alpha | jq -r .metadata.uid)\"" '.deleted_uid != .restored_uid' '.edited_to == 99' \
  '.reverted_to == 6' '.restore_seconds | type == "number" and . >= 0 and . <= 120 and . == floor'
verdict '5 drift'

# 6
has_finalizer alpha >/dev/null || problem 'alpha has no finalizer'
teamspace "$two" '{"pods":5}' "[\"$foreign\"]" | kubectl create -f - >/dev/null
eventually 60 served "$two" || problem 'a new TeamSpace with a finalizer is not served'
eventually 60 has_finalizer "$two" || problem 'a new TeamSpace gets no finalizer'
uid=$(ts "$two" | jq -r .metadata.uid)
kubectl delete teamspace "$two" --wait=false >/dev/null
only_foreign() { ts "$two" | jq -e --arg f "$foreign" '.metadata.finalizers == [$f]'; }
eventually 60 only_foreign || problem 'the own finalizer, and only that, does not go'
jq -e --arg name "$two" --arg uid "$uid" '.name == $name and .uid == $uid and (.pods | tostring) == "5"' "archive/$two.json" \
  >/dev/null 2>&1 || problem 'the archive file is not as asked'
kubectl patch teamspace "$two" --type merge -p '{"metadata":{"finalizers":null}}' >/dev/null
kubectl wait --for=delete "namespace/team-$two" --timeout=120s >/dev/null || problem 'the namespace does not go'
for gone in teamspace/beta namespace/team-beta; do
  kubectl get $gone >/dev/null 2>&1 && problem "$gone is still there"
done
holds archive/beta.json '.name == "beta"' '(.pods | tostring) == "2"'
holds cleanup.json ".uid == \"$(jq -r .uid archive/beta.json)\"" '.blocked_seen == true' '.namespace_gone == true'
verdict '6 finalizer'

# 7
served alpha >/dev/null || problem 'alpha is not served'
jq -e '.spec.pods == 8' <<<"$alpha" >/dev/null || problem 'alpha has not 8 pods'
for pods in 7 9; do kubectl patch teamspace "$one" --type merge -p "{\"spec\":{\"pods\":$pods}}" >/dev/null; done
eventually 60 served "$one" || problem 'two changes in a row are not followed'
holds catchup.json '.observed_while_stopped < .generation' '.quota_pods_while_stopped == "6"' \
  '.observed_after_start == .generation' '.quota_pods_after_start == "8"'
verdict '7 catch-up'

# 8
jq -e --slurpfile before before.json --slurpfile drift drift.json --slurpfile beta archive/beta.json \
  --slurpfile catchup catchup.json --arg finalizer $finalizer '.crd_alone_created_namespace == $before[0].namespace_exists
  and .status_bumps_generation == false and .restore_seconds == $drift[0].restore_seconds and .finalizer == $finalizer
  and .archived == $beta[0].uid and .trigger == "level"
  and .generations_behind_while_stopped == $catchup[0].generation - $catchup[0].observed_while_stopped' report.json \
  >/dev/null 2>&1 || problem 'report.json does not say what the other files say'
verdict '8 report'
exit $failed
