import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Machine } from '../../../src/machine/machine.ts';
import { createCertificates, writeKubeconfig } from '../../../src/sandbox/certificates.ts';
import { sh } from './lab.ts';

/** Answers in the API server's place, or lets the request through by `forward()`. */
export type Fault = (request: IncomingMessage, response: ServerResponse, forward: () => void) => void;

export interface LyingApi {
  /** Path of a kubeconfig that leads here. */
  kubeconfig: string;
  /** What happens to every request; undefined is the truth. */
  fault: Fault | undefined;
  /** Requests so far, as "VERB path". */
  requests: string[];
  close(): Promise<void>;
}

/** A real TLS server in front of a sandbox's API server that tells the truth until it is given a fault. */
export async function lyingApi(machine: Machine): Promise<LyingApi> {
  const upstream = await accessOf(machine);
  const folder = await mkdtemp(join(tmpdir(), 'lying-api-'));
  const port = await freePort();
  const access = await createCertificates(join(folder, 'tls'), port);
  const kubeconfig = join(folder, 'kubeconfig');
  await writeKubeconfig(kubeconfig, access);
  const read = (name: string) => readFile(join(folder, 'tls', name));

  const server = createServer(
    { key: await read('server.key'), cert: await read('server.crt') },
    (request, response) => {
      api.requests.push(`${request.method} ${request.url}`);
      const forward = () => {
        const { hostname, port: upstreamPort } = new URL(upstream.server);
        const { method, url, headers } = request;
        const credentials = { ca: upstream.ca, cert: upstream.cert, key: upstream.key };
        const sent = httpsRequest(
          { hostname, port: upstreamPort, method, path: url, headers, ...credentials },
          (answer) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers);
            answer.pipe(response);
          },
        );
        const breakOff = () => sent.destroy();
        sent.on('error', () => response.destroy());
        response.on('close', breakOff);
        request.pipe(sent);
      };
      if (api.fault === undefined) forward();
      else api.fault(request, response, forward);
    },
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const api: LyingApi = {
    kubeconfig,
    fault: undefined,
    requests: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
  return api;
}

async function accessOf(machine: Machine) {
  const config = parse(await sh(machine, 'cat /etc/rancher/k3s/k3s.yaml'));
  const decode = (text: string) => Buffer.from(text, 'base64');
  const { cluster } = config.clusters[0];
  const { user } = config.users[0];
  return {
    server: cluster.server as string,
    ca: decode(cluster['certificate-authority-data']),
    cert: decode(user['client-certificate-data']),
    key: decode(user['client-key-data']),
  };
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
