import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { SandboxError } from './error.ts';

/** Below the ports that kernels give to outgoing connections, and below Kubernetes' node ports. */
const [first, last] = [20_000, 29_999];

/**
 * Finds a TCP port that nobody uses on 127.0.0.1. It is a random one, so that two processes that ask at the same
 * time hardly get the same.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(first, last + 1);
    if (await isFree(port)) return port;
  }
  throw new SandboxError(`no free TCP port on 127.0.0.1 between ${first} and ${last}`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
