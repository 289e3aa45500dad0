edit "$LAB/reconcile.sh" <<'EDIT'
if [ "$observed" != "$generation" ] || [ "$said" != "$ns" ]; then
=>
if true; then
EDIT
edit "$LAB/reconcile.sh" <<'EDIT'
\"observedGeneration\":$generation
=>
\"observedGeneration\":$((generation + 1))
EDIT
is_ahead() { ts alpha | jq -e '.status.observedGeneration == .metadata.generation + 1' >/dev/null; }
eventually 60 is_ahead
