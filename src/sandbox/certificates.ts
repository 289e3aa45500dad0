import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { SandboxError } from './error.ts';

const run = promisify(execFile);

/** What a client needs to be the administrator of a sandbox's cluster. All but the URL are PEM. */
export interface AdminAccess {
  server: string;
  ca: string;
  cert: string;
  key: string;
}

/**
 * Makes the certificates of a control plane in the new folder `tls`: ca, server and admin as `.crt` and `.key`, and
 * `service-account.key`. The administrator is a client certificate of group `system:masters`.
 *
 * @param port of the API server, on 127.0.0.1
 * @throws SandboxError when openssl fails
 */
export async function createCertificates(tls: string, port: number): Promise<AdminAccess> {
  await mkdir(tls, { mode: 0o700 });
  const leaf = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', 'basicConstraints=CA:FALSE'];
  await certificate(tls, 'ca', ['-subj', '/CN=k3s-server-ca']);
  await Promise.all([
    certificate(tls, 'server', [
      ...['-subj', '/CN=kube-apiserver', ...leaf],
      ...['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:kubernetes.default.svc'],
    ]),
    certificate(tls, 'admin', ['-subj', '/O=system:masters/CN=system:admin', ...leaf]),
    openssl(tls, ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'service-account.key']),
  ]);
  const read = (name: string) => readFile(join(tls, name), 'utf8');
  const [ca, cert, key] = await Promise.all([read('ca.crt'), read('admin.crt'), read('admin.key')]);
  return { server: `https://127.0.0.1:${port}`, ca, cert, key };
}

/** Writes a self-contained kubeconfig, in the form that k3s gives its own, readable by its owner only. */
export async function writeKubeconfig(file: string, access: AdminAccess): Promise<void> {
  const base64 = (pem: string) => Buffer.from(pem).toString('base64');
  const kubeconfig = {
    apiVersion: 'v1',
    clusters: [
      {
        cluster: { 'certificate-authority-data': base64(access.ca), server: access.server },
        name: 'default',
      },
    ],
    contexts: [{ context: { cluster: 'default', user: 'default' }, name: 'default' }],
    'current-context': 'default',
    kind: 'Config',
    preferences: {},
    users: [
      {
        name: 'default',
        user: { 'client-certificate-data': base64(access.cert), 'client-key-data': base64(access.key) },
      },
    ],
  };
  await writeFile(file, stringify(kubeconfig, { lineWidth: 0 }), { mode: 0o600 });
}

async function certificate(tls: string, name: string, options: string[]): Promise<void> {
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
  await openssl(tls, [
    'req',
    '-x509',
    '-batch',
    '-days',
    '365',
    ...newKey,
    '-out',
    `${name}.crt`,
    ...options,
  ]);
}

async function openssl(tls: string, args: string[]): Promise<void> {
  try {
    await run('openssl', args, { cwd: tls });
  } catch (error) {
    throw new SandboxError(`openssl ${args[0]} failed: ${(error as { stderr?: string }).stderr?.trim()}`, {
      cause: error,
    });
  }
}
