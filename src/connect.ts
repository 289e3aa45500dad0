import type { ClusterOptions } from './cluster-options.ts';
import { KubeClient } from './kube/client.ts';
import { KubeError } from './kube/errors.ts';
import { foreignKubeConfig, ownKubeConfig } from './kube/kubeconfig.ts';
import { DEFAULTS, MAX_FILE_BYTES } from './lab.ts';
import type { Machine } from './machine/machine.ts';
import { UsageError } from './usage-error.ts';

/** The client for the cluster, or the error that every part which needs the cluster will carry. */
export async function connect({ machine, foreign, kubeconfig }: ClusterOptions): Promise<KubeClient | Error> {
  try {
    if (!foreign || kubeconfig !== undefined)
      return new KubeClient(ownKubeConfig(kubeconfig ?? DEFAULTS.kubeconfig));
    const config = await kubeconfigOf(machine);
    return new KubeClient(config, await tunnelTo(config.getCurrentCluster()?.server ?? '', machine));
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    if (error.reason === 'kubeconfig-missing' && kubeconfig !== undefined) {
      const { code } = (error.cause ?? {}) as NodeJS.ErrnoException;
      throw new UsageError(`${error.message}: name another with --kubeconfig`, {
        sentence: 'noKubeconfig',
        args: [kubeconfig, code === 'ENOENT' ? undefined : code],
      });
    }
    return error;
  }
}

/** The machine's own way to its API server, so that its kubeconfig can make us connect to no other network. */
async function tunnelTo(server: string, machine: Machine): Promise<string | null> {
  const url = URL.parse(server);
  if (url?.protocol !== 'https:')
    throw new KubeError('kubeconfig-invalid', `the server of ${DEFAULTS.kubeconfig} is not an https URL`);
  return await machine.tunnel(url.hostname, Number(url.port || 443));
}

async function kubeconfigOf(machine: Machine): Promise<ReturnType<typeof foreignKubeConfig>> {
  const path = DEFAULTS.kubeconfig;
  const file = (await machine.readFiles([path], MAX_FILE_BYTES)).get(path);
  if (file?.kind === 'file') return foreignKubeConfig(Buffer.from(file.bytes).toString('utf8'), path);
  throw new KubeError('kubeconfig-missing', `there is no readable kubeconfig ${path} on ${machine.name}`);
}
