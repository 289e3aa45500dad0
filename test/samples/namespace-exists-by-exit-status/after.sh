if kubectl get ns team-nobody --ignore-not-found; then exists=true; else exists=false; fi
json before.json '.namespace_exists = $exists' --argjson exists $exists
. ./steps/8.sh
