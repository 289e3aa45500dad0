json catchup.json '.quota_pods_while_stopped |= tonumber | .quota_pods_after_start |= tonumber'
