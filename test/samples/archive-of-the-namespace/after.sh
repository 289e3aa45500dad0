edit "$LAB/reconcile.sh" <<'EDIT'
archive "$name" "$uid"
=>
archive "$name" "$(kubectl get namespace "team-$name" -o jsonpath={.metadata.uid})"
EDIT
