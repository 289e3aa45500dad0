systemctl disable --now cnpa-op.service
mkdir -p /run/systemd/system
mv "$UNIT" /run/systemd/system/cnpa-op.service
systemctl daemon-reload
systemctl enable cnpa-op.service || true
systemctl start cnpa-op.service
