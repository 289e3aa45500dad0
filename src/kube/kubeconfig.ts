import { KubeConfig } from '@kubernetes/client-node';
import { KubeError } from './errors.ts';

/**
 * Loads a kubeconfig of the person who runs the grader: everything that kubectl accepts is accepted, a list of
 * paths with colons between them included.
 * @throws KubeError `kubeconfig-missing` or `kubeconfig-invalid`
 */
export function ownKubeConfig(paths: string): KubeConfig {
  const configs = paths
    .split(':')
    .filter((path) => path !== '')
    .map(loadFile);
  const config = configs[0] ?? new KubeConfig();
  for (const other of configs.slice(1)) config.mergeConfig(other, true);
  if (config.getCurrentCluster() === null)
    throw new KubeError('kubeconfig-invalid', `${paths} has no current context with a cluster`);
  return config;
}

function loadFile(path: string): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new KubeError('kubeconfig-missing', `the kubeconfig ${path} is not there`);
    if (code !== undefined)
      throw new KubeError('kubeconfig-missing', `the kubeconfig ${path} cannot be read (${code})`);
    throw notAKubeconfig(path, message);
  }
  return config;
}

const notAKubeconfig = (source: string, message: string): KubeError =>
  new KubeError('kubeconfig-invalid', `${source} is not a kubeconfig: ${message.split('\n')[0]}`);

/**
 * Loads a kubeconfig that was read from a graded machine, which its owner may have written to harm us: only the
 * server, the inline CA and inline credentials are taken; whatever would run a program, read our files, go through
 * a proxy or switch off verification is refused by name.
 * @throws KubeError `kubeconfig-invalid`
 */
export function foreignKubeConfig(text: string, source: string): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromString(text);
  } catch (error) {
    throw notAKubeconfig(source, (error as Error).message);
  }
  const cluster = config.getCurrentCluster();
  const user = config.getCurrentUser();
  if (cluster === null || user === null) {
    throw new KubeError('kubeconfig-invalid', `${source} has no current context with a cluster and a user`);
  }
  const refused = [
    ['exec', user.exec],
    ['auth-provider', user.authProvider],
    ['client-certificate', user.certFile],
    ['client-key', user.keyFile],
    ['tokenFile', (user as { tokenFile?: string }).tokenFile],
    ['as', user.impersonateUser],
    ['certificate-authority', cluster.caFile],
    ['proxy-url', cluster.proxyUrl],
    ['insecure-skip-tls-verify', cluster.skipTLSVerify || undefined],
  ].flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (refused.length > 0) {
    throw new KubeError(
      'kubeconfig-invalid',
      `${source} uses ${refused.join(', ')}, which is not taken from a graded machine`,
    );
  }
  const safe = new KubeConfig();
  safe.loadFromClusterAndUser(
    {
      name: 'lab',
      server: cluster.server,
      skipTLSVerify: false,
      ...(cluster.caData !== undefined && { caData: cluster.caData }),
    },
    {
      name: 'lab',
      ...(user.certData !== undefined && { certData: user.certData }),
      ...(user.keyData !== undefined && { keyData: user.keyData }),
      ...(user.token !== undefined && { token: user.token }),
    },
  );
  return safe;
}
