cp "$LAB/reconcile.sh" reconcile.new
echo '[ -n "${VERBOSE:-}" ] && echo "pass done"' >>reconcile.new
mv reconcile.new "$LAB/reconcile.sh"
