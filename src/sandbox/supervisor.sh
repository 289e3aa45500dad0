#!/bin/bash
# One sandbox. This shell is PID 1 of a PID namespace and owns a mount namespace, so whatever ends it, ends every
# program and mount of the sandbox with it:
#   unshare --mount --pid --fork --kill-child=SIGKILL bash supervisor.sh
# In:  the SANDBOX_* variables below; standard input, on which `up` writes one line when the sandbox is ready.
#      End of file before that line means that `up` died: the sandbox ends too.
# Out: one line on standard output, this shell's PID as the host knows it; logs/*.log.
set -euo pipefail
: "${SANDBOX_NAME:?}"            # host name of the machine
: "${SANDBOX_FOLDER:?}"          # has tls/, admin.kubeconfig and logs/; with audit-policy.yaml, requests are logged
: "${SANDBOX_ROOT:?}"            # root file system of the machine, never written to
: "${SANDBOX_CONTROL_PLANE:?}"   # folder with etcd, kube-apiserver, kube-controller-manager and kubectl
: "${SANDBOX_PORT:?}"            # of the API server, on 127.0.0.1
: "${SANDBOX_CGROUPS:?}"         # cgroups of the machine, one for each hierarchy that systemd uses

cd "$SANDBOX_FOLDER"
read -r host_pid _ </proc/self/stat # the host's /proc is still mounted here
echo "$host_pid"
exec 3<&0 </dev/null >&2

mount -t proc proc /proc
# Everything that is written lives in memory and vanishes with the mount namespace.
mkdir -p run
mount -t tmpfs -o mode=700 tmpfs run
mkdir -m 755 run/base run/upper run/work run/machine run/etcd
mount --bind "$SANDBOX_ROOT" run/base
mount -t overlay -o lowerdir=run/base,upperdir=run/upper,workdir=run/work overlay run/machine
# nspawn keeps its locks here; they must not outlive the sandbox.
mkdir -p /run/systemd/nspawn
mount -t tmpfs -o mode=700 tmpfs /run/systemd/nspawn

install -D -m 600 admin.kubeconfig run/machine/etc/rancher/k3s/k3s.yaml
echo "$SANDBOX_NAME" >run/machine/etc/hostname
touch run/machine/usr/local/bin/kubectl
mount --bind "$(realpath "$SANDBOX_CONTROL_PLANE/kubectl")" run/machine/usr/local/bin/kubectl
mount -o remount,bind,ro run/machine/usr/local/bin/kubectl

etcd() {
  # A socket in the working directory: no port to collide with, and nobody else on the host can reach it.
  cd run/etcd
  exec "$SANDBOX_CONTROL_PLANE/etcd" --data-dir=data --unsafe-no-fsync --log-level=warn \
    --listen-client-urls=unix://etcd:1 --advertise-client-urls=unix://etcd:1 \
    --listen-peer-urls=unix://etcd:2 --initial-advertise-peer-urls=unix://etcd:2 \
    --initial-cluster=default=unix://etcd:2
}

kube-apiserver() {
  local audit=()
  if [ -e audit-policy.yaml ]; then
    audit=(--audit-policy-file="$SANDBOX_FOLDER/audit-policy.yaml" --audit-log-path="$SANDBOX_FOLDER/logs/audit.log")
  fi
  cd run/etcd
  exec "$SANDBOX_CONTROL_PLANE/kube-apiserver" --etcd-servers=unix://etcd:1 \
    --bind-address=127.0.0.1 --secure-port="$SANDBOX_PORT" --cert-dir="$SANDBOX_FOLDER/tls" \
    --tls-cert-file="$SANDBOX_FOLDER/tls/server.crt" --tls-private-key-file="$SANDBOX_FOLDER/tls/server.key" \
    --client-ca-file="$SANDBOX_FOLDER/tls/ca.crt" --authorization-mode=RBAC \
    --service-account-issuer=https://kubernetes.default.svc.cluster.local \
    --service-account-key-file="$SANDBOX_FOLDER/tls/service-account.key" \
    --service-account-signing-key-file="$SANDBOX_FOLDER/tls/service-account.key" \
    --service-cluster-ip-range=10.43.0.0/16 --endpoint-reconciler-type=none "${audit[@]}"
}

kube-controller-manager() {
  # It gives up when the API server takes longer than ten seconds, so it starts when that one listens.
  until (: <"/dev/tcp/127.0.0.1/$SANDBOX_PORT") 2>/dev/null; do sleep 0.1; done
  exec "$SANDBOX_CONTROL_PLANE/kube-controller-manager" --kubeconfig=admin.kubeconfig --secure-port=0 \
    --service-account-private-key-file=tls/service-account.key --root-ca-file=tls/ca.crt \
    --leader-elect=false --use-service-account-credentials
}

machine() {
  for cgroup in $SANDBOX_CGROUPS; do echo 0 >"$cgroup/cgroup.procs"; done
  exec systemd-nspawn --quiet --directory=run/machine --boot --machine="$SANDBOX_NAME" --settings=no \
    --register=no --keep-unit --console=pipe --link-journal=no
}

up() {
  read -r _ <&3
  exec sleep infinity
}

declare -A programs
start() {
  "$1" >>"logs/$1.log" 2>&1 &
  programs[$!]=$1
}
for program in etcd kube-apiserver kube-controller-manager machine up; do start "$program"; done
while :; do
  status=0
  wait -n -p ended || status=$?
  # systemd-nspawn leaves a reboot to whoever started it, and asks for it by this status.
  [[ ${programs[$ended]} == machine && $status == 133 ]] || break
  start machine
done
echo "${programs[$ended]} ended with status $status"
