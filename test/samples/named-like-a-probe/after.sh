kubectl apply -f - <<'YAML'
apiVersion: platform.labhub.io/v1alpha1
kind: TeamSpace
metadata:
  name: probe-letter-gold
spec:
  pods: 2
YAML
eventually 60 kubectl -n team-probe-letter-gold get resourcequota team-quota
