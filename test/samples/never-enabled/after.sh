systemctl disable cnpa-op.service
