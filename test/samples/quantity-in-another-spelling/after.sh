kubectl apply -f - <<'YAML'
apiVersion: platform.labhub.io/v1alpha1
kind: TeamSpace
metadata:
  name: gamma
spec:
  pods: 3
  cpu: "0.5"
YAML
eventually 60 kubectl -n team-gamma get resourcequota team-quota
