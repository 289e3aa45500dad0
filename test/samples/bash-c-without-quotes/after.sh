failed() { systemctl is-failed --quiet cnpa-op.service; }
eventually 30 failed
