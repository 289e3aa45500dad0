systemctl stop cnpa-op.service
kubectl patch teamspace alpha --type merge -p '{"spec":{"pods":8}}'
sleep 8 # the lab asks for these eight seconds
generation=$(generation)
observed=$(ts alpha | jq .status.observedGeneration)
pods=$(quota | jq -r .spec.hard.pods)
systemctl start cnpa-op.service
caught_up() { ts alpha | jq -e '.status.observedGeneration == .metadata.generation' >/dev/null && [ "$(quota | jq -r .spec.hard.pods)" != "$pods" ]; }
eventually 60 caught_up
jq -n --argjson generation "$generation" --argjson observed "$observed" --arg pods "$pods" \
  --argjson after "$(ts alpha | jq .status.observedGeneration)" --arg after_pods "$(quota | jq -r .spec.hard.pods)" \
  '{generation: $generation, observed_while_stopped: $observed, quota_pods_while_stopped: $pods,
    observed_after_start: $after, quota_pods_after_start: $after_pods}' >"$LAB/catchup.json"
