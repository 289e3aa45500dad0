failed() { systemctl is-failed --quiet cnpa-op.service; }
eventually 60 failed
