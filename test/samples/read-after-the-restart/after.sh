json catchup.json '.observed_while_stopped = .generation | .quota_pods_while_stopped = "8"'
. ./steps/8.sh
