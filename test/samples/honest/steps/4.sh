cp cnpa-op.service /etc/systemd/system/cnpa-op.service
systemctl daemon-reload
systemctl enable --now cnpa-op.service
systemctl is-active cnpa-op.service
