cp "$LAB/cleanup.json" cleanup.first
cp "$LAB/reconcile.sh" reconcile.sh
. ./steps/6.sh
cp cleanup.first "$LAB/cleanup.json"
