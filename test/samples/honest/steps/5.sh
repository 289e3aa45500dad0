deleted=$(quota | jq -r .metadata.uid)
kubectl -n team-alpha delete resourcequota team-quota
started=$SECONDS
is_new() { [ "$(quota | jq -r .metadata.uid)" != "$deleted" ] && quota >/dev/null; }
eventually 60 is_new
took=$((SECONDS - started))
restored=$(quota | jq -r .metadata.uid)
kubectl -n team-alpha patch resourcequota team-quota --type merge -p '{"spec":{"hard":{"pods":"99"}}}'
is_back() { [ "$(quota | jq -r .spec.hard.pods)" != 99 ]; }
eventually 60 is_back
jq -n --arg deleted "$deleted" --arg restored "$restored" --argjson took $took \
  --argjson reverted "$(quota | jq '.spec.hard.pods | tonumber')" \
  '{deleted_uid: $deleted, restored_uid: $restored, restore_seconds: $took, edited_to: 99, reverted_to: $reverted}' \
  >"$LAB/drift.json"
