edit "$LAB/reconcile.sh" <<'EDIT'
--argjson pods
=>
--arg pods
EDIT
json archive/beta.json '.pods |= tostring'
