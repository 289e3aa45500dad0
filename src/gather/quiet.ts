import { setTimeout as sleep } from 'node:timers/promises';
import type { GatherContext } from './context.ts';
import type { World } from './world.ts';

/**
 * Waits until the processes of a unit have been the same, using no CPU time, for a second: a loop asleep between two
 * passes, or nothing left in the queue of a controller that follows events. Answers `idle` or `busy`.
 */
const IDLE_SCRIPT = `
  limit=$2; same=0; n=0; last=
  for root in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
    [ -e "$root$1/cgroup.procs" ] && procs=$root$1/cgroup.procs
  done
  while [ $n -lt "$limit" ]; do
    now=
    [ -n "$procs" ] && [ -e "$procs" ] && while read -r pid; do
      { read -r stat < "/proc/$pid/stat"; } 2>/dev/null || continue
      set -- \${stat##*) }
      shift 11
      now="$now $pid:$1:$2"
    done < "$procs"
    if [ "$now" = "$last" ]; then same=$((same + 1)); else same=0; last=$now; fi
    [ $same -ge 5 ] && { echo idle; exit; }
    n=$((n + 1)); sleep 0.2
  done
  echo busy`;
const LOOKS_PER_SECOND = 5;
/** A timer may fire up to a millisecond early. */
const TIMER_GRAIN_MS = 2;

/**
 * Waits for silence before a drift is made (verdict rule of step 5): no TeamSpace has been written for a while and
 * the unit sleeps, so that a controller which only follows events has nothing left to react to. Gives up at the
 * limit and says how far it came.
 */
export async function waitForQuiet(
  ctx: GatherContext,
  world: World,
  controlGroup: string,
): Promise<{ silenceMs: number; unitIdle: boolean }> {
  const { machine, deadlines, clock, signal } = ctx;
  const until = clock() + deadlines.silenceLimit;
  const silenceMs = () => clock() - world.lastTeamSpaceWriteMs;
  let unitIdle: boolean;
  let lastWriteMs: number;
  do {
    lastWriteMs = world.lastTeamSpaceWriteMs;
    const looks = Math.max(1, Math.ceil(((until - clock()) / 1000) * LOOKS_PER_SECOND));
    const idle = machine.run(['sh', '-c', IDLE_SCRIPT, 'sh', controlGroup, String(looks)], {
      signal,
      timeoutMs: deadlines.silenceLimit + 10_000,
    });
    await sleep(Math.ceil(Math.max(0, deadlines.silence - silenceMs())) + TIMER_GRAIN_MS, undefined, {
      signal,
    });
    unitIdle = (await idle).stdout.trim() === 'idle';
  } while (world.lastTeamSpaceWriteMs !== lastWriteMs && clock() < until);
  return { silenceMs: silenceMs(), unitIdle };
}
