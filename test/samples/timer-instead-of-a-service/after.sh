cp cnpa-op.timer /etc/systemd/system/
systemctl daemon-reload
systemctl enable --now cnpa-op.timer
