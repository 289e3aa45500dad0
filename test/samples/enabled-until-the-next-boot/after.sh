systemctl disable cnpa-op.service
systemctl enable --runtime cnpa-op.service
