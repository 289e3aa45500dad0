# Small helpers that a learner would type by hand.
ts() { kubectl get teamspace "$1" -o json; }
generation() { ts alpha | jq .metadata.generation; }
quota() { kubectl -n team-alpha get resourcequota team-quota -o json; }

# eventually SECONDS COMMAND…: waits until the command succeeds.
eventually() {
  local until=$((SECONDS + $1))
  shift
  until "$@" 2>/dev/null; do
    [ $SECONDS -lt $until ] || { echo "not within time: $*" >&2; return 1; }
    sleep 0.5
  done
}
gone() { ! kubectl get "$@" >/dev/null 2>&1; }
