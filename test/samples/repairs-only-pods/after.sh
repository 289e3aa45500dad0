edit "$LAB/reconcile.sh" <<'EDIT'
  kubectl apply -f - >/dev/null
=>
  [ "$(kubectl -n "$ns" get resourcequota team-quota -o jsonpath={.spec.hard.pods} 2>/dev/null)" = "$pods" ] ||
    kubectl apply -f - >/dev/null
EDIT
