edit "$LAB/reconcile.sh" <<'EDIT'
'map(select(. != $f))'
=>
'.[1:]'
EDIT
