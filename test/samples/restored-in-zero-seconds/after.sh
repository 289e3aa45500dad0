json drift.json '.restore_seconds = 0'
json report.json '.restore_seconds = 0 | .trigger = " Level "'
