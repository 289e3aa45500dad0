sed -i 1d "$LAB/reconcile.sh"
