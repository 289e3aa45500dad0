edit "$UNIT" <<'EDIT'
sleep 3
=>
sleep 2
EDIT
