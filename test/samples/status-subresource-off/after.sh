systemctl stop cnpa-op.service
edit "$LAB/reconcile.sh" <<'EDIT'
--subresource=status
=>

EDIT
. ./steps/2.sh
kubectl patch teamspace alpha --type merge -p '{"spec":{"pods":8}}'
systemctl start cnpa-op.service
has_eight() { [ "$(quota | jq -r .spec.hard.pods)" = 8 ]; }
eventually 60 has_eight
json report.json '.status_bumps_generation = true'
