import { setTimeout as sleep } from 'node:timers/promises';
import type { DriftEvidence } from '../evidence.ts';
import { SCRIPT } from '../lab.ts';
import { CGROUP_PROCESSES } from './cgroup-processes.ts';
import type { GatherContext } from './context.ts';
import type { World } from './world.ts';

/**
 * Waits until no pass of the script is under way in a unit's control group and its processes have been the same,
 * using no CPU time, for a second: a loop asleep between two passes, or nothing left in the queue of a controller
 * that follows events. Prints `idle` or `busy`.
 */
const IDLE_SCRIPT = `
import os, sys, time

group, script, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
${CGROUP_PROCESSES}
def look():
    seen = []
    for pid in processes(group) or []:
        try:
            with open("/proc/" + pid + "/cmdline", "rb") as file:
                words = file.read().decode("utf-8", "replace").split("\\0")
            with open("/proc/" + pid + "/stat") as file:
                stat = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if any(os.path.basename(word) == script for word in words):
            return None
        seen.append((pid, stat[11], stat[12]))
    return seen

until = time.monotonic() + limit
last, since = look(), time.monotonic()
while time.monotonic() < until:
    time.sleep(0.1)
    now = look()
    if now is None or now != last:
        last, since = now, time.monotonic()
    elif time.monotonic() - since >= 1:
        print("idle")
        sys.exit()
print("busy")
`;
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
): Promise<DriftEvidence['quiet']> {
  const { deadlines, clock, signal } = ctx;
  const until = clock() + deadlines.silenceLimit;
  const silenceMs = () => clock() - world.lastTeamSpaceWriteMs;
  let unitIdle: boolean;
  let lastWriteMs: number;
  do {
    lastWriteMs = world.lastTeamSpaceWriteMs;
    const silence = Math.ceil(Math.max(0, deadlines.silence - silenceMs())) + TIMER_GRAIN_MS;
    [unitIdle] = await Promise.all([
      unitIsIdle(ctx, controlGroup, until - clock()),
      sleep(silence, undefined, { signal }),
    ]);
  } while (world.lastTeamSpaceWriteMs !== lastWriteMs && clock() < until);
  return { silenceMs: silenceMs(), unitIdle };
}

/** Waits until a unit has been idle for a second; false when it was not within `limitMs`. */
export async function unitIsIdle(
  { machine, signal }: Pick<GatherContext, 'machine' | 'signal'>,
  controlGroup: string,
  limitMs: number,
): Promise<boolean> {
  const limit = String(Math.max(1, limitMs / 1000));
  const { stdout } = await machine.run(['python3', '-I', '-c', IDLE_SCRIPT, controlGroup, SCRIPT, limit], {
    signal,
    timeoutMs: limitMs + 10_000,
  });
  return stdout.trim() === 'idle';
}
