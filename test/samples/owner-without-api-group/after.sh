edit "$LAB/reconcile.sh" <<'EDIT'
    - apiVersion: platform.labhub.io/v1alpha1
=>
    - apiVersion: v1alpha1
EDIT
