import { FILES, unitPathOf } from '../lab.ts';
import { type Machine, MachineError } from '../machine/machine.ts';
import { CGROUP_PROCESSES } from './cgroup-processes.ts';
import { pause } from './pause.ts';

/** Tells two moments of a machine apart; each part is a text that differs when something of its kind does. */
export interface MachineState {
  /** The files of the lab that are judged. */
  files: string;
  /** The unit's file, its drop-ins and the links that enable it. */
  unit: string;
  /** Whether the unit runs, in which process, and the last reload of systemd. */
  service: string;
}

/** One look of a machine at itself takes at most this long, so that nothing stays behind when the grader dies. */
const LOOK_SECONDS = 25;
const LOOK_GRACE_MS = 10_000;
const RETRY_MS = 1_000;

/**
 * Looks at what stat(2) says every 0.4 s, until that is not what it was, for a while at most. It reads no file of
 * the lab. Of a control group the lowest process counts alone: a loop makes others all the time.
 */
const SCRIPT = `
import json, os, sys, time
${CGROUP_PROCESSES}
request = json.load(sys.stdin)
unit, system = request["unit"], "/etc/systemd/system"

def stat(path, look=os.lstat):
    try:
        info = look(path)
    except OSError:
        return None
    return [info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_mode, info.st_ino]

def names(folder):
    try:
        return sorted(os.listdir(folder))[:1000]
    except OSError:
        return []

def look():
    files = [[path, stat(path)] for path in request["files"]]
    paths = [request["unitPath"]]
    for base in [system, "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"]:
        for folder in [base + "/" + unit + ".d", base + "/service.d"]:
            paths += [folder + "/" + name for name in names(folder)]
    for name in names(system):
        if name.endswith((".wants", ".requires", ".upholds")):
            paths.append(system + "/" + name + "/" + unit)
    pids = processes("/system.slice/" + unit)
    reloaded = stat("/run/systemd")
    return {
        "files": files,
        "unit": [[path, stat(path), stat(path, os.stat)] for path in paths],
        "service": [min(map(int, pids)) if pids else pids, reloaded and reloaded[0]],
    }

last = {part: json.loads(value) for part, value in (request["last"] or {}).items()}
until = time.monotonic() + request["seconds"]
now = look()
while now == last and time.monotonic() < until:
    time.sleep(0.4)
    now = look()
json.dump({part: json.dumps(value) for part, value in now.items()}, sys.stdout)
`;

/**
 * Calls back with the state of the machine, first and whenever it is another one, or with `undefined` when the
 * machine cannot be used; goes on by itself. Resolves when `signal` is aborted.
 */
export async function followMachine(
  machine: Machine,
  lab: { folder: string; unit: string },
  signal: AbortSignal,
  onState: (state: MachineState | undefined) => void,
): Promise<void> {
  let last: MachineState | null = null;
  let usable = true;
  while (!signal.aborted) {
    try {
      const now: MachineState = await nextState(machine, lab, last, signal);
      if (JSON.stringify(now) !== JSON.stringify(last)) onState(now);
      last = now;
      usable = true;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof MachineError)) throw error;
      if (usable) onState(undefined);
      last = null;
      usable = false;
      await pause(RETRY_MS, signal);
    }
  }
}

/** @throws MachineError when the machine gives no answer */
async function nextState(
  machine: Machine,
  lab: { folder: string; unit: string },
  last: MachineState | null,
  signal: AbortSignal,
): Promise<MachineState> {
  const { folder, unit } = lab;
  const request = {
    files: FILES.map((name) => `${folder}/${name}`),
    unit,
    unitPath: unitPathOf(unit),
    last,
    seconds: LOOK_SECONDS,
  };
  const { exitCode, stdout, stderr } = await machine.run(['python3', '-I', '-S', '-c', SCRIPT], {
    stdin: JSON.stringify(request),
    timeoutMs: LOOK_SECONDS * 1000 + LOOK_GRACE_MS,
    signal,
  });
  if (exitCode !== 0)
    throw new MachineError(`cannot watch the files of the machine: ${stderr.trim().split('\n').at(-1)}`);
  return JSON.parse(stdout) as MachineState;
}
