#!/usr/bin/env bash
# Grades the same submissions again and again: no verdict may change.
#   test/steadiness.sh honest   the honest sample 30 times, the second half with every core kept busy
#   test/steadiness.sh wrong    every sample that must fail somewhere, 10 times
#   test/steadiness.sh          both
# Further arguments go to cnpa-op samples, for example: test/steadiness.sh wrong --jobs 2
set -euo pipefail
cd "$(dirname "$0")/.."
part=${1:-both}
shift || true

samples() { node src/cli.ts samples --format json "$@" || [ $? -eq 1 ]; }
summary() {
  jq -r --arg what "$1" '"\($what): \([.runs[] | select(.agrees)] | length) of \(.runs | length) grades agree, "
    + "\(.runs | map(.sample) | unique | length) samples, \(.durationMs / 60000 | round) min",
    (.runs[] | select(.agrees | not) | "  \(.sample) (\(.attempt)): \(.trouble // (.disagreements | tostring))")'
}

if [ "$part" = both ] || [ "$part" = honest ]; then
  samples honest --repeat 15 --jobs 1 "$@" | summary 'honest, idle'
  busy=()
  trap 'kill "${busy[@]}" 2>/dev/null || true' EXIT
  for _ in $(seq "$(nproc)"); do
    timeout 1h sh -c 'while :; do :; done' &
    busy+=($!)
  done
  samples honest --repeat 15 --jobs 1 "$@" | summary 'honest, all cores busy'
  kill "${busy[@]}"
fi
if [ "$part" = both ] || [ "$part" = wrong ]; then
  mapfile -t wrong < <(grep -l '"failed"' test/samples/*/expected.json | xargs -n 1 dirname | xargs -n 1 basename)
  samples "${wrong[@]}" --repeat 10 "$@" | summary 'wrong'
fi
