import { Agent, request } from 'node:https';
import type { AdminAccess } from './certificates.ts';

/** Sends GET requests to the API server of a sandbox that is coming up. */
export interface ApiClient {
  /** @throws Error when there is no answer within two seconds */
  get(path: string): Promise<{ status: number; body: string }>;
  close(): void;
}

const timeoutMs = 2_000;

export function apiClient({ server, ca, cert, key }: AdminAccess): ApiClient {
  const agent = new Agent({ ca, cert, key, keepAlive: true });
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        const signal = AbortSignal.timeout(timeoutMs);
        const sent = request(new URL(path, server), { agent, signal }, (response) => {
          let body = '';
          response.setEncoding('utf8');
          response.on('data', (text: string) => {
            body += text;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
          response.on('error', reject);
        });
        sent.on('error', reject);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}
