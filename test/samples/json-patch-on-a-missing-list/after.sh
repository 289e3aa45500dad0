edit "$LAB/reconcile.sh" <<'EDIT'
set_finalizers "$name" '. + [$f]'
=>
kubectl patch teamspace "$name" --type json \
    -p "[{\"op\":\"add\",\"path\":\"/metadata/finalizers/-\",\"value\":\"$finalizer\"}]" >/dev/null
EDIT
