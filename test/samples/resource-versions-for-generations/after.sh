version=$(ts alpha | jq '.metadata.resourceVersion | tonumber')
json generation.json '.gen_initial = $v | .gen_after_label = $v + 3 | .gen_after_spec = $v + 9' --argjson v "$version"
