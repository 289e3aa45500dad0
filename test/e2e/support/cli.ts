import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CLI = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url));

export interface CliResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command as a person would; `env` comes on top of this process's environment. */
export function cli(args: string[], env: Record<string, string> = {}): Promise<CliResult> {
  return new Promise((resolve) => {
    const options = {
      env: { ...process.env, NO_COLOR: '1', ...env },
      timeout: 120_000,
      maxBuffer: 64 * 1024 * 1024,
    };
    const child = execFile(process.execPath, [CLI, ...args], options, (_error, stdout, stderr) => {
      resolve({ exitCode: child.exitCode, stdout, stderr });
    });
  });
}
