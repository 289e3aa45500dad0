kubectl -n team-alpha delete resourcequota team-quota
eventually 60 quota >/dev/null
