edit "$LAB/reconcile.sh" <<'EDIT'
if [ "$observed" != "$generation" ] || [ "$said" != "$ns" ]; then
=>
if true; then
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
\"namespace\":\"$ns\"}}"
=>
\"namespace\":\"$ns\",\"lastSync\":\"$(date +%s)\"}}"
EDIT
