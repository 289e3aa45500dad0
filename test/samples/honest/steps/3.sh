install -m 755 reconcile-step3.sh "$LAB/reconcile.sh"
"$LAB/reconcile.sh"
quota_is_counted() { quota | jq -e '.status.hard == .spec.hard' >/dev/null; }
eventually 30 quota_is_counted
before=$(quota | jq -r .metadata.resourceVersion)
"$LAB/reconcile.sh"
after=$(quota | jq -r .metadata.resourceVersion)
if [ "$before" = "$after" ]; then changed=false; else changed=true; fi
jq -n --arg quota "$(quota | jq -r .metadata.uid)" --argjson changed $changed \
  --arg owner "$(kubectl get ns team-alpha -o json | jq -r '.metadata.ownerReferences[0].uid')" \
  '{quota_uid: $quota, namespace_owner_uid: $owner, second_pass_rv_changed: $changed}' >"$LAB/reconcile.json"
