import { execFileSync } from 'node:child_process';

/** The certificate of an authority that signed nothing here, its key thrown away. */
export function otherAuthority(): string {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '/dev/null'];
  return execFileSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=other'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString('base64');
}
