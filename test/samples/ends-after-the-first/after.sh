edit "$LAB/reconcile.sh" <<'EDIT'
set -u
=>
set -eu
served=0
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
'.status.namespace // ""')" </dev/null
=>
'.status.namespace // ""')" </dev/null
  ((served++))
EDIT
