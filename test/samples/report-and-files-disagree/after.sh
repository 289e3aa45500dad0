json report.json '.restore_seconds += 1'
