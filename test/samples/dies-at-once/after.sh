edit "$LAB/reconcile.sh" <<'EDIT'
set -u
=>
set -eu
. /etc/cnpa-op/settings
EDIT
