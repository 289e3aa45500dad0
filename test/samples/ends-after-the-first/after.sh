edit "$LAB/reconcile.sh" <<'EDIT'
set -u
=>
set -eu
served=0
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
"$said" </dev/null
=>
"$said" </dev/null
  ((served++))
EDIT
