json reconcile.json '.quota_uid = $uid' --arg uid "$(quota | jq -r .metadata.uid)"
. ./steps/5.sh
. ./steps/8.sh
