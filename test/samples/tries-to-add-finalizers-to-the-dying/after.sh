edit "$LAB/reconcile.sh" <<'EDIT'
  if [ "$(field '.metadata.deletionTimestamp
=>
  [ "$mine" = true ] || set_finalizers "$item" '. + [$f]'
  if [ "$(field '.metadata.deletionTimestamp
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
  [ "$mine" = true ] || set_finalizers "$item" '. + [$f]'
  serve
=>
  serve
EDIT
