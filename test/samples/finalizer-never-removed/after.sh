edit "$LAB/reconcile.sh" <<'EDIT'
 && set_finalizers "$item" 'map(select(. != $f))'
=>
EDIT
