cd "$LAB"
jq -n --slurpfile before before.json --slurpfile drift drift.json --slurpfile catchup catchup.json --slurpfile beta archive/beta.json \
  --argjson bumps "$(jq 'if .status_via_main == null and .gen_after_spec == .gen_initial + 1 then false else true end' generation.json)" \
  '{crd_alone_created_namespace: $before[0].namespace_exists, status_bumps_generation: $bumps,
    restore_seconds: $drift[0].restore_seconds, finalizer: "platform.labhub.io/cleanup", archived: $beta[0].uid,
    generations_behind_while_stopped: ($catchup[0].generation - $catchup[0].observed_while_stopped), trigger: "level"}' \
  >report.json
cd "$SUBMISSION"
