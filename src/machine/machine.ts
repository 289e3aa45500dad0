/** What one command on the graded machine may use. Times in milliseconds, sizes in bytes. */
export interface RunOptions {
  /** Working directory on that machine; default `/`. */
  cwd?: string;
  /** The whole environment of the command (nothing is inherited); default `PATH`, `HOME=/root`, `LANG=C.UTF-8`. */
  env?: Record<string, string>;
  /** Written to the command's standard input, which is then closed; default empty. */
  stdin?: string;
  /** After this the whole process group is killed; default 30 000 ms. */
  timeoutMs?: number;
  /** Bytes kept of each of stdout and stderr, the rest is read and dropped; default 1 MiB. */
  maxOutputBytes?: number;
  /** Ends the command, with its process group, when aborted. */
  signal?: AbortSignal;
}

/** How one command ended. A command that could not be started at all throws {@link MachineError} instead. */
export interface RunResult {
  /** Exit status, or `null` when a signal or the deadline ended it. */
  exitCode: number | null;
  timedOut: boolean;
  stdout: string;
  stderr: string;
  /** True when output was dropped beyond `maxOutputBytes`. */
  truncated: boolean;
  durationMs: number;
}

/** One path on the graded machine as it was found, without following links. Modes are octal file modes. */
export type FileRead =
  | { kind: 'file'; bytes: Uint8Array; mode: number; mtimeMs: number; size: number }
  | { kind: 'missing' }
  | { kind: 'link' | 'directory' | 'special' | 'outside'; mode: number }
  | { kind: 'too-large'; mode: number; mtimeMs: number; size: number }
  | { kind: 'unreadable'; reason: string };

/** The machine that is graded: this one, one in a sandbox, one behind ssh. */
export interface Machine {
  /** For people: `local`, `sandbox:NAME`, `ssh://USER@HOST`. */
  readonly name: string;
  /** Runs a command found by `PATH` (or by its own path) in a process group of its own. Never a shell string. */
  run(argv: readonly [string, ...string[]], options?: RunOptions): Promise<RunResult>;
  /**
   * Reads files, all in one go. Paths are absolute. The last component is never followed when it is a link; with
   * `within`, a file that lies outside that folder once all links on its path are followed is `outside`. A file larger
   * than `maxBytes` is not read, and one that gives no answer within 5 s is unreadable.
   */
  readFiles(paths: readonly string[], maxBytes: number, within?: string): Promise<Map<string, FileRead>>;
  /** Names in a folder, sorted; `null` when there is no such folder. */
  listFolder(path: string): Promise<string[] | null>;
  /** Removes files that the grader itself caused; a missing one is no error. */
  removeFiles(paths: readonly string[]): Promise<void>;
  /**
   * A unix socket on this computer whose connections go to `host`:`port` as the machine itself sees them; `null` when
   * the machine shares this computer's network. An IPv6 address stands in brackets.
   */
  tunnel(host: string, port: number): Promise<string | null>;
  /** Gives up the way to the machine, tunnels included; nothing can be done on it afterwards. */
  close(): Promise<void>;
}

/** The machine itself, its systemd, or a program on it cannot be used. */
export class MachineError extends Error {
  override name = 'MachineError';
  readonly reason: 'machine-error' | 'command-not-started' | 'systemctl-missing' | 'systemd-error';

  constructor(message: string, options: { reason?: MachineError['reason']; cause?: unknown } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'machine-error';
  }
}

/** There is no connection to the machine, or no more: at another time there may be one. */
export class ConnectionError extends MachineError {
  override name = 'ConnectionError';
}
