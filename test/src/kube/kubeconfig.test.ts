import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { foreignKubeConfig, ownKubeConfig } from '../../../src/kube/kubeconfig.ts';

const folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Entry = Record<string, unknown>;
const kubeconfig = (cluster: Entry, user: Entry, name = 'default'): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: 'https://127.0.0.1:6443', ...cluster } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  });
const CA = { 'certificate-authority-data': 'Y2E=' };
const INLINE = { 'client-certificate-data': 'Y2VydA==', 'client-key-data': 'a2V5' };
const invalid = (pattern: RegExp) =>
  expect.objectContaining({ reason: 'kubeconfig-invalid', message: expect.stringMatching(pattern) });
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('a kubeconfig of a graded machine', () => {
  test('gives the server, the CA and inline credentials', () => {
    const config = foreignKubeConfig(kubeconfig(CA, INLINE), 'k3s.yaml');
    expect(config.getCurrentCluster()).toMatchObject({
      server: 'https://127.0.0.1:6443',
      caData: 'Y2E=',
      skipTLSVerify: false,
    });
    expect(config.getCurrentUser()).toMatchObject({ certData: 'Y2VydA==', keyData: 'a2V5' });
    expect(foreignKubeConfig(kubeconfig(CA, { token: 'abc' }), 'k').getCurrentUser()?.token).toBe('abc');
  });

  test.each([
    ['exec', CA, { exec: { command: '/bin/sh', args: ['-c', 'id'] } }],
    ['auth-provider', CA, { 'auth-provider': { name: 'gcp', config: { 'cmd-path': '/bin/sh' } } }],
    ['client-certificate', CA, { ...INLINE, 'client-certificate': '/etc/passwd' }],
    ['client-key', CA, { ...INLINE, 'client-key': '/root/.ssh/id_rsa' }],
    ['as', CA, { ...INLINE, as: 'system:admin' }],
    ['certificate-authority', { 'certificate-authority': '/etc/shadow' }, INLINE],
    ['proxy-url', { ...CA, 'proxy-url': 'http://evil:8080' }, INLINE],
    ['insecure-skip-tls-verify', { ...CA, 'insecure-skip-tls-verify': true }, INLINE],
  ])('is refused by name for %s', (name, cluster, user) => {
    expect(() => foreignKubeConfig(kubeconfig(cluster, user), 'k3s.yaml')).toThrow(
      invalid(new RegExp(`k3s.yaml uses .*${name}`)),
    );
  });

  // client-node reads the file while it loads the text.
  test('never makes the grader read a file of ours', () => {
    const secret = file('secret', 'a secret of the grader');
    const text = kubeconfig(CA, { 'token-file': secret });
    expect(() => foreignKubeConfig(text, 'k3s.yaml')).toThrow(invalid(/token-file/));
  });

  test.each(['tokenFile', 'token-file'])('is refused by name for %s', (key) => {
    const text = kubeconfig(CA, { ...INLINE, [key]: '/etc/hostname' });
    expect(() => foreignKubeConfig(text, 'k3s.yaml')).toThrow(invalid(new RegExp(key)));
  });

  test.each([
    'https://example.test:6443',
    'https://10.0.0.1:6443',
    'https://127.0.0.1.example.test',
    'https://localhost.example.test',
    'http://127.0.0.1:6443',
    'https://user:password@127.0.0.1:6443',
    'unix:///run/docker.sock',
    'https://[fd00::1]:6443',
  ])('is refused when its server is %s', (server) => {
    expect(() => foreignKubeConfig(kubeconfig({ ...CA, server }, INLINE), 'k3s.yaml')).toThrow(
      invalid(/server/),
    );
  });

  test.each(['https://127.0.0.1:6443', 'https://localhost:6443', 'https://[::1]:6443'])(
    'is taken when its server is %s, the machine itself',
    (server) => {
      const config = foreignKubeConfig(kubeconfig({ ...CA, server }, INLINE), 'k3s.yaml');
      expect(config.getCurrentCluster()?.server).toBe(server);
    },
  );

  test.each([
    ['empty', ''],
    ['no YAML', '{'],
    ['an exploding number of aliases', 'a: &a [x]\nb: &b [*a,*a]\nc: [*d]'],
    ['of a hundred thousand keys', Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join('\n')],
    ['a list', '[]'],
    ['a text', 'hello'],
    ['without contexts', '{"clusters":[],"users":[],"contexts":[]}'],
    ['with a server that is no text', kubeconfig({ server: 5 }, INLINE)],
    [
      'of a context that is not there',
      kubeconfig(CA, INLINE).replace('"current-context":"default"', '"current-context":"x"'),
    ],
  ])('that is %s is refused', (_, text) => {
    expect(() => foreignKubeConfig(text, 'k3s.yaml')).toThrow(invalid(/k3s\.yaml/));
  });
});

describe('a kubeconfig of one’s own', () => {
  const one = file('one', kubeconfig(CA, INLINE, 'one'));
  const two = file('two', kubeconfig(CA, { token: 'abc' }, 'two'));

  test('is taken as it is', () => {
    const exec = file('exec', kubeconfig(CA, { exec: { command: 'aws', apiVersion: 'v1' } }));
    expect(ownKubeConfig(exec).getCurrentUser()?.exec).toMatchObject({ command: 'aws' });
  });

  test('may be a list of paths; the first one’s context counts', () => {
    const config = ownKubeConfig(`${one}:${two}`);
    expect(config.getCurrentContext()).toBe('one');
    expect(config.getClusters().map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('may name the same cluster twice: the first one counts, as kubectl has it', () => {
    const again = file('again', kubeconfig({ server: 'https://other' }, { token: 'x' }, 'one'));
    expect(ownKubeConfig(`${one}:${again}`).getCurrentCluster()?.server).toBe('https://127.0.0.1:6443');
  });

  test('that is not there is said to be missing', () => {
    expect(() => ownKubeConfig('/nowhere/config')).toThrow(
      expect.objectContaining({
        reason: 'kubeconfig-missing',
        message: expect.stringContaining('/nowhere/config'),
      }),
    );
  });

  test.each([
    ['a folder', folder, 'kubeconfig-missing'],
    ['no YAML', file('bad', '{'), 'kubeconfig-invalid'],
    ['no path at all', '', 'kubeconfig-invalid'],
    ['without a context', file('none', '{}'), 'kubeconfig-invalid'],
  ])('that is %s cannot be used', (_, path, reason) => {
    expect(() => ownKubeConfig(path)).toThrow(expect.objectContaining({ reason }));
  });
});
