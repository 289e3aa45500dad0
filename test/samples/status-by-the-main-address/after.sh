edit "$LAB/reconcile.sh" <<'EDIT'
--subresource=status 
=>
EDIT
