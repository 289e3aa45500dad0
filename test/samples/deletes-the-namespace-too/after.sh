edit "$LAB/reconcile.sh" <<'EDIT'
"$pods" && set_finalizers
=>
"$pods" &&
        kubectl delete namespace "team-$name" --ignore-not-found --wait=false >/dev/null && set_finalizers
EDIT
