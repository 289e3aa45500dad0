initial=$(generation)
kubectl label teamspace alpha owner=platform
after_label=$(generation)
kubectl patch teamspace alpha --type merge -p '{"status":{"observedGeneration":7}}'
via_main=$(ts alpha | jq -c '.status // null')
kubectl patch teamspace alpha --type merge -p '{"spec":{"pods":6}}'
after_spec=$(generation)
jq -n --arg uid "$(ts alpha | jq -r .metadata.uid)" --argjson initial "$initial" --argjson labelled "$after_label" \
  --argjson spec "$after_spec" --argjson via "$via_main" \
  '{uid: $uid, gen_initial: $initial, gen_after_label: $labelled, gen_after_spec: $spec, status_via_main: $via}' \
  >"$LAB/generation.json"
