import { randomUUID } from 'node:crypto';
import { MachineError, type RunOptions, type RunResult } from './machine.ts';
import { defaultEnv, defaultMaxOutputBytes, defaultTimeoutMs } from './spawn.ts';

/**
 * One command for a machine that is reached through a remote shell. The shell gets only a constant line; program,
 * arguments, environment and input go through standard input as JSON, so that no shell looks at them.
 */
export interface RemoteCommand {
  /** What to write to the remote shell's input, which must then stay open: its end kills the command. */
  input: string;
  /** The most that can come back, in bytes. */
  maxAnswerBytes: number;
  /** Reads what came back; `null` when there is no answer in it. @throws MachineError when the program was not started */
  answerIn(output: string): RunResult | null;
}

/** The line for the remote shell, plain enough for sh, csh and fish alike: Python reads its script from stdin. */
export const REMOTE_SHELL_LINE = `exec python3 -I -c 'import sys,json;exec(json.loads(sys.stdin.buffer.readline()))'`;

/** What else is in an answer, and what a login shell may print before. */
const ROOM_BYTES = 64 * 1024;

/** Prepares a command with the limits and defaults of {@link RunOptions}; `signal` is the caller's business. */
export function remoteCommand(argv: readonly [string, ...string[]], options: RunOptions = {}): RemoteCommand {
  const maxOutputBytes = options.maxOutputBytes ?? defaultMaxOutputBytes;
  const mark = `cnpa-op ${randomUUID()} `;
  const request = {
    argv,
    env: options.env ?? defaultEnv,
    cwd: options.cwd ?? '/',
    stdin: options.stdin ?? '',
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxOutputBytes,
    mark,
  };
  return {
    input: `${JSON.stringify(script)}\n${JSON.stringify(request)}\n`,
    maxAnswerBytes: ROOM_BYTES + 2 * Math.ceil(maxOutputBytes / 3) * 4,
    answerIn(output) {
      const start = output.indexOf(mark);
      const end = output.indexOf('\n', start);
      if (start === -1 || end === -1) return null;
      const answer = parseAnswer(output.slice(start + mark.length, end));
      if (answer === null || !('notStarted' in answer)) return answer;
      throw new MachineError(`cannot run ${argv[0]}: ${answer.notStarted}`, {
        reason: 'command-not-started',
      });
    },
  };
}

/** The machine is somebody else's: what it answers need not be what the script would say. */
function parseAnswer(line: string): RunResult | { notStarted: string } | null {
  let answer: Record<string, unknown>;
  try {
    answer = { ...JSON.parse(line) };
  } catch {
    return null;
  }
  const { notStarted, exitCode, timedOut, stdout, stderr, truncated, durationMs } = answer;
  if (typeof notStarted === 'string') return { notStarted };
  if (exitCode !== null && !Number.isInteger(exitCode)) return null;
  if (typeof timedOut !== 'boolean' || typeof truncated !== 'boolean') return null;
  if (typeof stdout !== 'string' || typeof stderr !== 'string' || typeof durationMs !== 'number') return null;
  const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');
  return {
    exitCode: exitCode as number | null,
    timedOut,
    stdout: decode(stdout),
    stderr: decode(stderr),
    truncated,
    durationMs,
  };
}

/**
 * Runs the command in a session of its own and kills its process group when it ends, at the deadline, and when our
 * end of the connection is gone. Like execvp(3), it gives a program without `#!` line to sh.
 */
const script = `
import base64, errno, json, os, shutil, signal, subprocess, sys, threading, time

request = json.loads(sys.stdin.buffer.readline())
limit = request["maxOutputBytes"]

def answer(**fields):
    sys.stdout.write(request["mark"] + json.dumps(fields) + chr(10))
    sys.stdout.flush()
    os._exit(0)

def start(argv, env, cwd):
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        return subprocess.Popen(argv, env=env, cwd=cwd, start_new_session=True, **pipes)
    except OSError as error:
        if error.errno != errno.ENOEXEC:
            raise
    path = argv[0] if b"/" in argv[0] else shutil.which(argv[0], path=env.get(b"PATH", os.fsencode(os.defpath)))
    return subprocess.Popen([b"/bin/sh", path, *argv[1:]], env=env, cwd=cwd, start_new_session=True, **pipes)

started = time.monotonic()
try:
    child = start(
        [word.encode() for word in request["argv"]],
        {name.encode(): value.encode() for name, value in request["env"].items()},
        request["cwd"].encode(),
    )
except OSError as error:
    answer(notStarted=error.strerror or str(error))
except ValueError as error:
    answer(notStarted=str(error))

def kill():
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass

def watch():
    while sys.stdin.buffer.read(1):
        pass
    kill()
    os._exit(1)

def feed():
    try:
        child.stdin.write(request["stdin"].encode("utf-8", "replace"))
        child.stdin.close()
    except OSError:
        pass

kept = {"stdout": bytearray(), "stderr": bytearray()}
dropped = threading.Event()

def keep(name):
    while True:
        data = os.read(getattr(child, name).fileno(), 65536)
        if not data:
            return
        room = limit - len(kept[name])
        if len(data) > room:
            dropped.set()
        kept[name] += data[:room]

ended = threading.Event()

def wait():
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    ended.set()

def thread(*work):
    it = threading.Thread(target=work[0], args=work[1:], daemon=True)
    it.start()
    return it

readers = [thread(keep, name) for name in kept]
for work in (watch, feed, wait):
    thread(work)
timedOut = not ended.wait(request["timeoutMs"] / 1000)
durationMs = (time.monotonic() - started) * 1000
kill()
child.wait()
grace = time.monotonic() + 0.5
for reader in readers:
    reader.join(max(0, grace - time.monotonic()))
answer(
    exitCode=None if timedOut or child.returncode < 0 else child.returncode,
    timedOut=timedOut,
    truncated=dropped.is_set(),
    durationMs=durationMs,
    **{name: base64.b64encode(bytes(data)).decode() for name, data in kept.items()},
)
`;
