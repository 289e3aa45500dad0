import { setTimeout as sleep } from 'node:timers/promises';
import { HttpMethod, type KubeConfig, RequestContext } from '@kubernetes/client-node';
import { Agent, fetch, type Response } from 'undici';
import type { KubeObject } from '../kube-types.ts';
import { KubeError, statusError, transportError } from './errors.ts';
import { kubeObject } from './object.ts';

/** Default limits of one request. */
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_RETRY_AFTER_MS = 5_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type PatchType = 'application/merge-patch+json' | 'application/json-patch+json';
export interface RequestOptions {
  query?: Record<string, string>;
  body?: unknown;
  patchType?: PatchType;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}
export interface Answer {
  code: number;
  body: unknown;
  /** The server's clock when it answered, in milliseconds since the epoch; whole seconds. */
  serverTimeMs: number | null;
}

/** The narrow way to the API server: JSON in, JSON out, every request with a deadline and a size limit. */
export class KubeClient {
  readonly #config: KubeConfig;
  readonly #tunnel: Agent | undefined;
  readonly server: string;

  /**
   * @param socket a unix socket through which the server is reached instead of by its address; its certificate is
   *   verified all the same, with the inline CA of `config` and the name in its server URL
   */
  constructor(config: KubeConfig, socket: string | null = null) {
    this.#config = config;
    this.server = config.getCurrentCluster()?.server ?? '';
    this.#tunnel = socket === null ? undefined : tunnelAgent(config, socket);
  }

  /** The credentials, word for word, so that they can be kept out of what is written. */
  get secrets(): string[] {
    const { token, keyData, password } = this.#config.getCurrentUser() ?? {};
    return [token, keyData, password].filter((secret) => secret !== undefined && secret !== '') as string[];
  }

  /**
   * One request; any HTTP status is an answer, so that 404, 409 and 422 can be looked at.
   * @throws KubeError when there is no answer, or one that no API server gives
   */
  async request(verb: Verb, path: string, options: RequestOptions = {}): Promise<Answer> {
    const what = `${verb} ${path}`;
    const timeout = AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    let busy = false;
    try {
      const response = await this.#sendWhenTaken(verb, path, options, signal, () => {
        busy = true;
      });
      const text = await readLimited(response, MAX_ANSWER_BYTES, what);
      return {
        code: response.status,
        body: parseAnswer(text, response.status, what),
        serverTimeMs: dateOf(response),
      };
    } catch (error) {
      if (error instanceof KubeError) throw error;
      if (options.signal?.aborted) throw options.signal.reason;
      if (timeout.aborted && busy)
        throw new KubeError('api-error', `${what}: HTTP 429 (too many requests) again and again`, 429);
      if (timeout.aborted)
        throw new KubeError('api-unreachable', `${this.server}: no answer to ${what} in time`);
      throw transportError(error, this.server);
    }
  }

  /** A read that may find nothing: `null` for 404. */
  async find<T>(path: string, options?: RequestOptions): Promise<T | null> {
    const { code, body } = await this.request('GET', path, options);
    if (code === 404) return null;
    if (code !== 200) throw statusError(code, body, `GET ${path}`);
    if (typeof body !== 'object' || body === null)
      throw new KubeError('api-error', `GET ${path}: the answer is not an object`);
    return body as T;
  }

  /** One object, or `null` for 404. */
  async findObject<T extends KubeObject>(path: string, options?: RequestOptions): Promise<T | null> {
    const found = await this.find<unknown>(path, options);
    return found === null ? null : kubeObject<T>(found, `GET ${path}`);
  }

  /** A list with the resourceVersion from which it can be watched; `null` when the type is not served. */
  async list<T extends KubeObject>(
    path: string,
    options?: RequestOptions,
  ): Promise<{ items: T[]; resourceVersion: string } | null> {
    const found = await this.find<{ items?: unknown[]; metadata?: { resourceVersion?: string } }>(
      path,
      options,
    );
    if (found === null) return null;
    if (!Array.isArray(found.items))
      throw new KubeError('api-error', `GET ${path}: the answer is not a list`);
    const items = found.items.map((item) => kubeObject<T>(item, `GET ${path}`));
    return { items, resourceVersion: found.metadata?.resourceVersion ?? '' };
  }

  /** A write that must succeed with one of `codes` (default 200, 201, 202). */
  async write(
    verb: Verb,
    path: string,
    options: RequestOptions = {},
    codes: readonly number[] = [200, 201, 202],
  ): Promise<unknown> {
    const { code, body } = await this.request(verb, path, options);
    if (!codes.includes(code)) throw statusError(code, body, `${verb} ${path}`);
    return body;
  }

  /** A merge patch of one object, which is answered as it then is. */
  async patch<T extends KubeObject>(path: string, body: unknown): Promise<T> {
    const options = { patchType: 'application/merge-patch+json', body } as const;
    return kubeObject<T>(await this.write('PATCH', path, options, [200]), `PATCH ${path}`);
  }

  /** Opens a streaming GET; the caller reads the body and ends it with `signal`. The deadline is for its beginning. */
  async stream(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const late = new AbortController();
    const error = new KubeError(
      'api-unreachable',
      `${this.server}: no answer to the watch of ${path} in time`,
    );
    const timer = setTimeout(() => late.abort(error), REQUEST_TIMEOUT_MS);
    const response = await this.#send('GET', path, { query }, AbortSignal.any([signal, late.signal])).finally(
      () => clearTimeout(timer),
    );
    if (response.status === 200) return response;
    const text = await readLimited(response, MAX_ANSWER_BYTES, `GET ${path}`);
    throw statusError(response.status, parseAnswer(text, response.status, path), `GET ${path}`);
  }

  /** 429 means "not now": nothing was done, so that the same request may be sent again until its deadline. */
  async #sendWhenTaken(
    verb: Verb,
    path: string,
    options: RequestOptions,
    signal: AbortSignal,
    onBusy: () => void,
  ): Promise<Response> {
    for (;;) {
      const response = await this.#send(verb, path, options, signal);
      if (response.status !== 429) return response;
      onBusy();
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after')) || 1;
      await sleep(Math.min(seconds * 1000, MAX_RETRY_AFTER_MS), undefined, { signal });
    }
  }

  async #send(verb: Verb, path: string, options: RequestOptions, signal: AbortSignal): Promise<Response> {
    const url = new URL(this.server.replace(/\/$/, '') + path);
    for (const [key, value] of Object.entries(options.query ?? {})) url.searchParams.set(key, value);
    const context = new RequestContext(url.toString(), HttpMethod.GET);
    await this.#config.applySecurityAuthentication(context);
    const dispatcher = this.#tunnel ?? context.getDispatcher();
    return await fetch(url, {
      method: verb,
      redirect: 'error',
      headers: {
        ...context.getHeaders(),
        accept: 'application/json',
        'user-agent': 'cnpa-op-grader',
        ...(options.body !== undefined && { 'content-type': options.patchType ?? 'application/json' }),
      },
      signal,
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
      ...(dispatcher !== undefined && { dispatcher }),
    });
  }
}

function tunnelAgent(config: KubeConfig, socketPath: string): Agent {
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  const inline = { ca: cluster?.caData, cert: user?.certData, key: user?.keyData };
  const tls = Object.entries(inline).flatMap(([name, data]) =>
    data === undefined ? [] : [[name, Buffer.from(data, 'base64')]],
  );
  return new Agent({ connect: { ...Object.fromEntries(tls), socketPath, rejectUnauthorized: true } });
}

function dateOf(response: Response): number | null {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

async function readLimited(response: Response, limit: number, what: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new KubeError('api-error', `${what}: the answer is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Some refusals are plain text (an unknown path is "404 page not found"), so only a success must be JSON. */
function parseAnswer(text: string, code: number, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (code < 400) throw new KubeError('api-error', `${what}: the answer is not JSON`);
    return { message: text.slice(0, 500) };
  }
}
