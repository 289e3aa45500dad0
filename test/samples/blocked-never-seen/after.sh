json cleanup.json '.blocked_seen = false'
