json drift.json '.restore_seconds = 2.4 | .reverted_to = 99'
json report.json '.restore_seconds = 2.4'
