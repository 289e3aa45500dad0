import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { KubeObject } from '../kube-types.ts';
import type { KubeClient } from './client.ts';
import { KubeError } from './errors.ts';

export interface WatchEvent<T> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: T;
}

/** Tries in a row without one event before a watch gives up. */
const MAX_FAILURES = 5;
const RETRY_MS = 500;

const keyOf = (object: KubeObject): string => `${object.metadata.namespace ?? ''}/${object.metadata.name}`;

/**
 * The present objects of one collection, kept current by list and watch. When the stream ends, the collection is
 * listed again and what was missed comes as events.
 */
export class WatchedCollection<T extends KubeObject> {
  readonly objects = new Map<string, T>();
  readonly #client: KubeClient;
  readonly #path: string;
  readonly #query: Record<string, string>;
  readonly #onEvent: (event: WatchEvent<T>) => void;
  readonly #onFailure: (error: KubeError) => void;

  /** `onFailure` is called once, when the collection can no longer be kept current. */
  constructor(
    client: KubeClient,
    path: string,
    query: Record<string, string>,
    onEvent: (event: WatchEvent<T>) => void,
    onFailure: (error: KubeError) => void,
  ) {
    this.#client = client;
    this.#path = path;
    this.#query = query;
    this.#onEvent = onEvent;
    this.#onFailure = onFailure;
  }

  /** Lists, then watches until `signal`. Resolves when the list is in; its objects are no events. */
  async start(signal: AbortSignal): Promise<void> {
    const resourceVersion = await this.#relist(signal, () => undefined);
    void this.#follow(resourceVersion, signal);
  }

  async #relist(signal: AbortSignal, emit: (event: WatchEvent<T>) => void): Promise<string> {
    const list = await this.#client.list<T>(this.#path, { query: this.#query, signal });
    if (list === null) throw new KubeError('type-not-served', `GET ${this.#path}: HTTP 404`, 404);
    const present = new Map(list.items.map((object) => [keyOf(object), object]));
    for (const [key, object] of this.objects) {
      const now = present.get(key);
      if (now === undefined || now.metadata.uid !== object.metadata.uid)
        this.#apply({ type: 'DELETED', object }, emit);
    }
    for (const [key, object] of present) {
      const known = this.objects.get(key);
      if (known?.metadata.resourceVersion === object.metadata.resourceVersion) continue;
      this.#apply({ type: known ? 'MODIFIED' : 'ADDED', object }, emit);
    }
    return list.resourceVersion;
  }

  #apply(event: WatchEvent<T>, emit: (event: WatchEvent<T>) => void): void {
    if (event.type === 'DELETED') this.objects.delete(keyOf(event.object));
    else this.objects.set(keyOf(event.object), event.object);
    emit(event);
  }

  async #follow(from: string, signal: AbortSignal): Promise<void> {
    let resourceVersion: string | null = from;
    for (let failures = 0; !signal.aborted; ) {
      try {
        resourceVersion ??= await this.#relist(signal, this.#onEvent);
        await this.#read(resourceVersion, signal, () => {
          failures = 0;
        });
        resourceVersion = null;
      } catch (error) {
        // A broken stream is the normal end of a watch: list again and go on. What never gets better is reported.
        if (signal.aborted) return;
        resourceVersion = null;
        const final =
          error instanceof KubeError && (error.code === 401 || error.code === 403 || error.code === 404);
        if (final || ++failures >= MAX_FAILURES) {
          this.#onFailure(
            error instanceof KubeError
              ? error
              : new KubeError('api-unreachable', `watch of ${this.#path}: ${error}`),
          );
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Reads one stream to its end. */
  async #read(resourceVersion: string, signal: AbortSignal, alive: () => void): Promise<void> {
    const query = { ...this.#query, watch: 'true', resourceVersion };
    const response = await this.#client.stream(this.#path, query, signal);
    if (response.body === null) return;
    const lines = createInterface(Readable.fromWeb(response.body, { signal }));
    for await (const line of lines) {
      const event = JSON.parse(line) as { type: WatchEvent<T>['type'] | 'ERROR' | 'BOOKMARK'; object: T };
      if (event.type === 'ERROR') return;
      if (event.type === 'BOOKMARK') continue;
      alive();
      this.#apply({ type: event.type, object: event.object }, this.#onEvent);
    }
  }
}
