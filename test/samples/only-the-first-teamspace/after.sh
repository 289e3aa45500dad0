edit "$LAB/reconcile.sh" <<'EDIT'
jq -c '.items[]'
=>
jq -c '.items[0]'
EDIT
