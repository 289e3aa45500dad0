edit "$LAB/reconcile.sh" <<'EDIT'
'map(select(. != $f))'
=>
'[]'
EDIT
