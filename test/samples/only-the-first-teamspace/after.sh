edit "$LAB/reconcile.sh" <<'EDIT'
'.items[] | [
=>
'.items[0] | [
EDIT
