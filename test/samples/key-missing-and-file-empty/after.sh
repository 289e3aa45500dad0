json generation.json 'del(.status_via_main)'
: >"$LAB/cleanup.json"
