import pLimit from 'p-limit';
import { ConnectionError, type Machine, type RunOptions, type RunResult } from './machine.ts';
import { REMOTE_SHELL_LINE, remoteCommand } from './remote-command.ts';
import { scriptedFiles } from './scripted-files.ts';
import { defaultTimeoutMs, spawnLimited } from './spawn.ts';
import { SshConnection, type SshOptions } from './ssh-connection.ts';
import { type SshTarget, sshUrl } from './ssh-target.ts';

/** How much later than its own deadline the answer of a command may come in. */
const ANSWER_TIMEOUT_MS = 15_000;

/** sshd allows ten sessions on a connection (MaxSessions), and the login is one. */
const MAX_COMMANDS = 8;

/**
 * A machine behind the system's ssh, with the person's own configuration, agent and known_hosts. There must be
 * Python 3 on it; nothing is installed.
 *
 * @throws MachineError when there is no login, see {@link SshConnection.open}
 */
export async function sshMachine(target: SshTarget, options: SshOptions): Promise<Machine> {
  const connection = await SshConnection.open(target, options);
  const name = sshUrl(target);
  const env = options.env as Record<string, string>;

  const slots = pLimit(MAX_COMMANDS);

  const runNow = async (
    argv: readonly [string, ...string[]],
    limits: RunOptions = {},
  ): Promise<RunResult> => {
    if (connection.lost !== null) throw new ConnectionError(connection.lost);
    const { input, maxAnswerBytes, answerIn } = remoteCommand(argv, limits);
    const { stdout, stderr, exitCode, timedOut } = await spawnLimited(connection.argv(REMOTE_SHELL_LINE), {
      env,
      stdin: input,
      keepStdinOpen: true,
      timeoutMs: (limits.timeoutMs ?? defaultTimeoutMs) + ANSWER_TIMEOUT_MS,
      maxOutputBytes: maxAnswerBytes,
      ...(limits.signal && { signal: limits.signal }),
    });
    const answer = answerIn(stdout);
    if (answer !== null) return answer;
    if (timedOut) throw new ConnectionError(`${name}: no answer in time`);
    throw connection.failure(exitCode, stderr);
  };
  const run: Machine['run'] = (argv, limits) => slots(() => runNow(argv, limits));

  return {
    name,
    run,
    ...scriptedFiles(run),
    tunnel: (host, port) => connection.forward(host, port),
    close: () => connection.close(),
  };
}
