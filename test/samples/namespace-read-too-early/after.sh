json cleanup.json '.namespace_gone = false'
