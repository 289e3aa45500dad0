import { KubeConfig } from '@kubernetes/client-node';
import { readYamlText } from '../yaml-text.ts';
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
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: firstOfEach(configs.map(({ clusters }) => clusters ?? [])),
    users: firstOfEach(configs.map(({ users }) => users ?? [])),
    contexts: firstOfEach(configs.map(({ contexts }) => contexts ?? [])),
    currentContext: configs.map(({ currentContext }) => currentContext).find(Boolean) ?? '',
  });
  if (config.getCurrentCluster() === null)
    throw new KubeError('kubeconfig-invalid', `${paths} has no current context with a cluster`);
  return config;
}

/** Of several files that name the same thing the first one counts, as with kubectl. */
const firstOfEach = <T extends { name: string }>(lists: T[][]): T[] =>
  [
    ...new Map(
      lists
        .flat()
        .toReversed()
        .map((entry) => [entry.name, entry]),
    ).values(),
  ].toReversed();

function loadFile(path: string): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromFile(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = (why: string) =>
      new KubeError('kubeconfig-missing', `the kubeconfig ${path} ${why}`, undefined, { cause: error });
    if (code === 'ENOENT') throw missing('is not there');
    if (code !== undefined) throw missing(`cannot be read (${code})`);
    throw notAKubeconfig(path, message);
  }
  return config;
}

const notAKubeconfig = (source: string, message: string): KubeError =>
  new KubeError('kubeconfig-invalid', `${source} is not a kubeconfig: ${message.split('\n')[0]}`);

const refusal = (source: string, names: string[]): KubeError =>
  new KubeError(
    'kubeconfig-invalid',
    `${source} uses ${names.join(', ')}, which is not taken from a graded machine`,
  );

/** A graded machine's cluster is its own: an address elsewhere would make us speak to whom its owner wants. */
function assertOwnServer(server: string, source: string): void {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const own = url !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!own || url.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new KubeError(
      'kubeconfig-invalid',
      `${source} names the server ${server}, which is not the graded machine itself (https://127.0.0.1:PORT)`,
    );
  }
}

/**
 * Loads a kubeconfig that was read from a graded machine, which its owner may have written to harm us: only the
 * server, on the machine itself, the inline CA and inline credentials are taken; whatever would run a program, read our
 * files, go through a proxy, speak to another host or switch off verification is refused by name.
 * @throws KubeError `kubeconfig-invalid`
 */
export function foreignKubeConfig(text: string, source: string): KubeConfig {
  const config = new KubeConfig();
  const yaml = readYamlText(text);
  if ('fault' in yaml) {
    const at = yaml.line === undefined ? '' : ` in line ${yaml.line}`;
    throw notAKubeconfig(source, `${yaml.fault}${at}`);
  }
  let tokenFiles: string[];
  try {
    // client-node reads a token-file while it loads: refused before, from the very document that it is then given.
    const document = yaml.documents[0] as { users?: ({ user?: object } | null)[] } | null;
    tokenFiles = (document?.users ?? []).flatMap((entry) =>
      Object.keys(entry?.user ?? {}).filter((key) => key === 'token-file' || key === 'tokenFile'),
    );
    if (tokenFiles.length === 0) config.loadFromString(JSON.stringify(document));
  } catch (error) {
    throw notAKubeconfig(source, (error as Error).message);
  }
  if (tokenFiles.length > 0) throw refusal(source, tokenFiles);
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
    ['as', user.impersonateUser],
    ['certificate-authority', cluster.caFile],
    ['proxy-url', cluster.proxyUrl],
    ['insecure-skip-tls-verify', cluster.skipTLSVerify || undefined],
  ].flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (refused.length > 0) throw refusal(source, refused);
  assertOwnServer(cluster.server, source);
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
