json report.json '.archived = true | .trigger = "level-triggered"'
