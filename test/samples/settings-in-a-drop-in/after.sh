mkdir -p "$UNIT.d"
printf '[Service]\nRestart=always\nEnvironment=KUBECONFIG=/etc/rancher/k3s/k3s.yaml\n' >"$UNIT.d/override.conf"
systemctl daemon-reload
systemctl restart cnpa-op.service
