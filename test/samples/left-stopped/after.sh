systemctl stop cnpa-op.service
