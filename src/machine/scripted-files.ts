import { type FileRead, type Machine, MachineError, type RunOptions } from './machine.ts';

/**
 * The file operations of a machine on which we can only run commands. Each call is one command: a Python 3 script
 * that gets its request and gives its answer as JSON.
 */
export type ScriptedFiles = Pick<Machine, 'readFiles' | 'listFolder' | 'removeFiles'>;

/**
 * Builds {@link ScriptedFiles} on a machine's `run`.
 *
 * The methods throw {@link MachineError} when Python does not run there or its answer is cut off.
 *
 * @param options given to every `run`, for example a deadline
 */
export function scriptedFiles(run: Machine['run'], options: RunOptions = {}): ScriptedFiles {
  async function ask<Answer>(request: object, maxAnswerBytes: number): Promise<Answer> {
    const result = await run(['python3', '-I', '-c', script], {
      ...options,
      stdin: JSON.stringify(request),
      maxOutputBytes: maxAnswerBytes,
    });
    if (result.exitCode !== 0 || result.truncated) {
      const why = result.timedOut
        ? 'timed out'
        : result.truncated
          ? 'too long an answer'
          : result.stderr.trim().split('\n').at(-1);
      throw new MachineError(`cannot use the files of the machine: ${why}`);
    }
    try {
      return JSON.parse(result.stdout) as Answer;
    } catch {
      throw nonsense();
    }
  }

  return {
    async readFiles(paths, maxBytes, within) {
      const room = paths.reduce(
        (sum, path) => sum + 6 * path.length + 1024 + Math.ceil(maxBytes / 3) * 4,
        1024,
      );
      const found = await ask<unknown>({ do: 'read', paths, maxBytes, within, seconds: READ_SECONDS }, room);
      if (!Array.isArray(found)) throw nonsense();
      return new Map(paths.map((path, i) => [path, decode(found[i])]));
    },
    async listFolder(path) {
      const names = await ask<unknown>({ do: 'list', path }, 16 * 1024 * 1024);
      if (names === null) return null;
      if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) throw nonsense();
      return names.sort();
    },
    async removeFiles(paths) {
      await ask({ do: 'remove', paths }, 1024);
    },
  };
}

/** What answers is the machine's own Python: its owner may have put anything in its place. */
const nonsense = () => new MachineError('cannot use the files of the machine: its python3 answers nonsense');

function decode(found: unknown): FileRead {
  const { kind, base64, mode, mtimeMs, size, reason } = (found ?? {}) as Record<string, unknown>;
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  const about = isNumber(mode) && isNumber(mtimeMs) && isNumber(size) ? { mode, mtimeMs, size } : undefined;
  switch (kind) {
    case 'missing':
      return { kind };
    case 'link':
    case 'directory':
    case 'special':
    case 'outside':
      if (isNumber(mode)) return { kind, mode };
      break;
    case 'unreadable':
      if (typeof reason === 'string') return { kind, reason };
      break;
    case 'too-large':
      if (about) return { kind, ...about };
      break;
    case 'file':
      if (about && typeof base64 === 'string')
        return { kind, ...about, bytes: new Uint8Array(Buffer.from(base64, 'base64')) };
  }
  throw nonsense();
}

/** A file whose file system does not answer for so long is unreadable; the others are read all the same. */
const READ_SECONDS = 5;

/**
 * A FIFO or a device is never opened, nor is the target of a link: lstat first, then an open that would refuse it.
 * Each file is read in a thread of its own, since a read that hangs cannot be broken off; _exit leaves it behind.
 */
const script = `
import base64, json, os, stat, sys, threading, time

def found(info, kind):
    return {"kind": kind, "mode": stat.S_IMODE(info.st_mode)}

def inside(path, folder):
    real, root = os.path.realpath(os.path.dirname(path)), os.path.realpath(folder)
    return os.path.commonpath([real, root]) == root

def read(path, limit, folder):
    try:
        info = os.lstat(path)
        if folder is not None and not inside(path, folder):
            return found(info, "outside")
        if stat.S_ISLNK(info.st_mode):
            return found(info, "link")
        if stat.S_ISDIR(info.st_mode):
            return found(info, "directory")
        if not stat.S_ISREG(info.st_mode):
            return found(info, "special")
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(fd, "rb") as file:
            info = os.fstat(fd)
            if not stat.S_ISREG(info.st_mode):
                return found(info, "special")
            data = file.read(limit + 1) if info.st_size <= limit else None
    except (FileNotFoundError, NotADirectoryError):
        return {"kind": "missing"}
    except (OSError, ValueError) as error:
        return {"kind": "unreadable", "reason": getattr(error, "strerror", None) or str(error)}
    answer = found(info, "file")
    answer.update(mtimeMs=info.st_mtime_ns / 1e6, size=info.st_size)
    if data is None or len(data) > limit:
        answer["kind"] = "too-large"
    else:
        answer["base64"] = base64.b64encode(data).decode()
    return answer

def read_all(paths, limit, folder, seconds):
    answers = [{"kind": "unreadable", "reason": f"no answer within {seconds} s"} for _ in paths]
    def one(i):
        answers[i] = read(paths[i], limit, folder)
    threads = [threading.Thread(target=one, args=(i,), daemon=True) for i in range(len(paths))]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0, deadline - time.monotonic()))
    return list(answers)

def names(path):
    try:
        return os.listdir(path)
    except (FileNotFoundError, NotADirectoryError):
        return None

def remove(paths):
    for path in paths:
        try:
            os.unlink(path)
        except (FileNotFoundError, NotADirectoryError):
            pass

request = json.load(sys.stdin)
if request["do"] == "read":
    answer = read_all(request["paths"], request["maxBytes"], request.get("within"), request["seconds"])
elif request["do"] == "list":
    answer = names(request["path"])
else:
    answer = remove(request["paths"])
json.dump(answer, sys.stdout)
sys.stdout.flush()
os._exit(0)
`;
