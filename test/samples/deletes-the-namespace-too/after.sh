edit "$LAB/reconcile.sh" <<'EDIT'
"$(field .spec.pods)" && set_finalizers
=>
"$(field .spec.pods)" &&
        kubectl delete namespace "team-$name" --ignore-not-found --wait=false >/dev/null && set_finalizers
EDIT
