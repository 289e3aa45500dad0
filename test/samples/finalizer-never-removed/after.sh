edit "$LAB/reconcile.sh" <<'EDIT'
 && set_finalizers "$name" 'map(select(. != $f))'
=>
EDIT
