edit "$LAB/reconcile.sh" <<'EDIT'
  if [ "$dying" = true ]
=>
  [ "$mine" = true ] || set_finalizers "$name" '. + [$f]'
  if [ "$dying" = true ]
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
  [ "$mine" = true ] || set_finalizers "$name" '. + [$f]'
  serve
=>
  serve
EDIT
