import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cached, cached, cachedPath } from './cache.ts';
import { SandboxError } from './error.ts';
import { type Env, type Progress, runHostCommand, throttled } from './host-command.ts';

/** The programs of a control plane, all in one folder. */
export const controlPlanePrograms = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;

/** The Go module that all of them are built from. */
export const goModule = fileURLToPath(new URL('./control-plane/', import.meta.url));

/**
 * Finds the folder with the programs of the control plane: `CNPA_CONTROL_PLANE`, `KUBEBUILDER_ASSETS`, or an earlier
 * build; `undefined` when they have to be built.
 *
 * @throws SandboxError when `CNPA_CONTROL_PLANE` is set but incomplete
 */
export async function findControlPlane(env: Env, progress: Progress = () => {}): Promise<string | undefined> {
  const own = env.CNPA_CONTROL_PLANE;
  if (own) {
    const missing = await missingPrograms(own);
    if (missing.length > 0) {
      throw new SandboxError(`CNPA_CONTROL_PLANE=${own} is incomplete: there is no ${missing.join(', no ')}`);
    }
    return resolve(own);
  }
  const envtest = env.KUBEBUILDER_ASSETS;
  if (envtest) {
    const missing = await missingPrograms(envtest);
    if (missing.length === 0) return resolve(envtest);
    progress(`control plane: not from KUBEBUILDER_ASSETS=${envtest}, which has no ${missing.join(', no ')}`);
  }
  const built = cachedPath(env, await build());
  return (await missingPrograms(built)).length === 0 ? built : undefined;
}

/** Like {@link findControlPlane}, and builds the programs when there are none. That takes minutes and needs Go. */
export async function controlPlane(
  env: Env,
  options: { progress: Progress; signal?: AbortSignal | undefined },
): Promise<string> {
  const found = await findControlPlane(env, options.progress);
  if (found !== undefined) return found;
  options.progress('control plane: building it, once; this takes some minutes');
  const make = (folder: string) =>
    runHostCommand(['sh', join(goModule, 'build.sh'), folder], {
      env,
      onLine: buildProgress(options.progress),
      signal: options.signal,
    });
  return cached(env, await build(), make, options);
}

async function missingPrograms(folder: string): Promise<string[]> {
  const missing = await Promise.all(
    controlPlanePrograms.map((program) =>
      access(join(folder, program), constants.X_OK).then(
        () => [],
        () => [program],
      ),
    ),
  );
  return missing.flat();
}

/** A changed module is another build. */
async function build(): Promise<Cached> {
  const hash = createHash('sha256').update(process.arch);
  const names = await readdir(goModule, { recursive: true });
  for (const name of names.filter((name) => /\.go$|^go\.(mod|sum)$|^build\.sh$/.test(name)).sort()) {
    hash.update(`\0${name}\0`).update(await readFile(join(goModule, name)));
  }
  return { kind: 'control-plane', title: 'the control plane', key: hash.digest('hex').slice(0, 16) };
}

/** Counts the output of build.sh: `go: downloading …`, then `packages N`, then a line for each package. */
function buildProgress(progress: Progress): Progress {
  const say = throttled(progress);
  let downloads = 0;
  let total: number | undefined;
  let built = 0;
  return (line) => {
    if (line.startsWith('go: downloading ')) {
      say(`control plane: downloaded ${++downloads} Go modules`);
    } else if (line.startsWith('packages ')) {
      total = Number(line.slice('packages '.length));
    } else if (total !== undefined) {
      say(`control plane: built ${++built} of ${total} packages`);
    }
  };
}
