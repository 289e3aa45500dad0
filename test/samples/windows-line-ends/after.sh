sed -i 's/$/\r/' "$LAB/reconcile.sh"
