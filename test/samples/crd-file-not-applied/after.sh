edit "$LAB/crd.yaml" <<'EDIT'
maximum: 50
=>
maximum: 40
EDIT
