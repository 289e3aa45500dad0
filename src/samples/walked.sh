# Keeps a machine on which the lab was walked, and puts it back after a sample. Runs as root on that machine:
#   bash -s save          remembers how everything stands
#   bash -s restore       puts it back, and waits until the controller has caught up
#   bash -s difference    prints what is not as it was
set -u
lab=/root/cnpa-op
kept=/root/.walked
unit=cnpa-op.service
# What a person may have said about an object: neither versions nor what the server or the controller keeps there.
own='{spec, labels: .metadata.labels, annotations: (.metadata.annotations // {} | del(."kubectl.kubernetes.io/last-applied-configuration")),
  finalizers: .metadata.finalizers, ownerReferences: .metadata.ownerReferences, deletion: .metadata.deletionTimestamp}'

names() { kubectl get "$1" -o json | jq -r '.items[].metadata.name' | sort; }
running() { systemctl list-units --type=service,timer,path --state=active --plain --no-legend | awk '{print $1}' | sort; }
alpha() { kubectl get teamspace alpha -o json; }
namespace() { kubectl get namespace team-alpha -o json; }
quota() { kubectl -n team-alpha get resourcequota team-quota -o json; }

state() {
  (cd "$lab" && find . -printf '%y %m %p\n' | sort -k 3 && find . -type f -print0 | sort -z | xargs -0r sha256sum)
  (cd /etc/systemd/system && find . -printf '%y %m %p\n' | sort -k 3 && find . -type f -print0 | sort -z | xargs -0r sha256sum)
  systemctl show "$unit" -p LoadState,UnitFileState,NeedDaemonReload,FragmentPath,DropInPaths,ActiveState,Restart,ExecStart |
    sed 's/ ; start_time=.*//'
  running
  kubectl get crd teamspaces.platform.labhub.io -o json | jq -cS '["crd", .metadata.uid, .spec]'
  for kind in teamspaces namespaces apiservices crds; do names $kind | sed "s/^/$kind /"; done
  alpha | jq -cS "[\"alpha\", .metadata.uid, .status.namespace, .status.observedGeneration == .metadata.generation, $own]"
  namespace | jq -cS "[\"namespace\", .metadata.uid, $own]"
  quota | jq -cS "[\"quota\", .metadata.uid, $own, .status.hard]"
  kubectl get resourcequotas -A -o name
} 2>&1

save() {
  rm -rf "$kept"
  mkdir -p "$kept"
  cp -a "$lab" "$kept/lab"
  cp -a /root/submission "$kept/submission"
  cp -a /etc/systemd/system "$kept/system"
  running >"$kept/running"
  names namespaces >"$kept/namespaces"
  names apiservices >"$kept/apiservices"
  alpha >"$kept/alpha.json"
  namespace >"$kept/namespace.json"
  quota >"$kept/quota.json"
  state >"$kept/state"
}

# put_back NAME COMMAND…: gives an object back what a person may have changed about it.
put_back() {
  local saved=$kept/$1.json now
  shift
  now=$("$@") || return 0
  [ "$(jq -cS "$own" <<<"$now")" = "$(jq -cS "$own" "$saved")" ] && return
  jq --slurpfile saved "$saved" '. as $now | $saved[0] | .metadata.resourceVersion = $now.metadata.resourceVersion
    | .metadata.uid = $now.metadata.uid | .status = $now.status' <<<"$now" | kubectl replace -f - >/dev/null
}

# until_true SECONDS COMMAND…
until_true() {
  local until=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $until ] || return 1
    sleep 0.3
  done
}
only_kept() { ! names "$1" | grep -vxFf "$kept/$1" >/dev/null; }
as_saved() { [ "$(state)" = "$(cat "$kept/state")" ]; }

restore() {
  systemctl stop "$unit" 2>/dev/null
  running | grep -vxFf "$kept/running" | xargs -r systemctl stop 2>/dev/null
  rm -rf "$lab" /root/submission /etc/systemd/system /run/systemd/system/cnpa-op* /run/systemd/system/*/cnpa-op*
  cp -a "$kept/lab" "$lab"
  cp -a "$kept/submission" /root/submission
  cp -a "$kept/system" /etc/systemd/system
  systemctl daemon-reload
  systemctl reset-failed

  names apiservices | grep -vxFf "$kept/apiservices" | xargs -r kubectl delete apiservice >/dev/null
  kubectl get crd teamspaces.platform.labhub.io -o json | jq -eS .spec >/tmp/crd-now
  kubectl apply --dry-run=client -f "$lab/crd.yaml" -o json | jq -eS .spec >/tmp/crd-wanted
  cmp -s /tmp/crd-now /tmp/crd-wanted || kubectl apply -f "$lab/crd.yaml" >/dev/null
  for name in $(names teamspaces | grep -vx alpha); do
    kubectl delete teamspace "$name" --wait=false >/dev/null
    kubectl patch teamspace "$name" --type merge -p '{"metadata":{"finalizers":null}}' >/dev/null 2>&1
  done
  names namespaces | grep -vxFf "$kept/namespaces" | xargs -r kubectl delete namespace --wait=false >/dev/null
  put_back alpha alpha
  put_back namespace namespace
  put_back quota quota
  systemctl start "$unit"
  until_true 40 only_kept namespaces
  until_true 20 as_saved
}

difference() { diff "$kept/state" <(state) | grep '^[<>]'; }

"$1"
