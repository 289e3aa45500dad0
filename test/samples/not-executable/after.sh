chmod 644 "$LAB/reconcile.sh"
