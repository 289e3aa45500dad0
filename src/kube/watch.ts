import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { KubeObject } from '../kube-types.ts';
import type { KubeClient } from './client.ts';
import { KubeError } from './errors.ts';
import { kubeObject } from './object.ts';

export interface WatchEvent<T> {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  object: T;
}

/** Tries in a row in which no watch could be opened before it is given up. */
const MAX_FAILURES = 5;
const RETRY_MS = 500;
/** Of one stream. A flood would otherwise fill our memory. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024;
/** What does not get better when it is tried again. */
const FINAL_CODES = new Set<number | undefined>([401, 403, 404]);
class FloodError extends KubeError {}

/** Versions grow: a later one is a larger number. */
const versionOf = (resourceVersion: string): bigint =>
  /^\d+$/.test(resourceVersion) ? BigInt(resourceVersion) : 0n;
const versionOfObject = ({ metadata }: KubeObject): bigint => versionOf(metadata.resourceVersion);
const keyOf = (object: KubeObject): string => `${object.metadata.namespace ?? ''}/${object.metadata.name}`;

/**
 * The present objects of one collection, kept current by list and watch. When the stream ends, the collection is
 * listed again and what was missed comes as events.
 */
export class WatchedCollection<T extends KubeObject> {
  readonly objects = new Map<string, T>();
  readonly #gone = new Set<string>();
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

  /** Lists once more, beside the watch, so that what is known is true also when the watch is not. */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.#relist(signal, this.#onEvent);
  }

  /** Lists, then watches until `signal`. Resolves when the list is in; its objects are no events. */
  async start(signal: AbortSignal): Promise<void> {
    const resourceVersion = await this.#relist(signal, () => undefined);
    void this.#follow(resourceVersion, signal);
  }

  /**
   * Lists the collection beside the watch. The answer gives the names of the objects whose listed state the watch has
   * not yet brought: none, unless it lags behind or has died without a word.
   */
  async missed(signal: AbortSignal): Promise<() => string[]> {
    const list = await this.#client.list<T>(this.#path, { query: this.#query, signal });
    const listed = list?.items ?? [];
    const uids = new Set(listed.map(({ metadata }) => metadata.uid));
    const listedAt = versionOf(list?.resourceVersion ?? '');
    const unlisted = [...this.objects.values()].filter(
      (object) => !uids.has(object.metadata.uid) && versionOfObject(object) <= listedAt,
    );
    const isKnown = (object: T): boolean => {
      const known = this.objects.get(keyOf(object));
      return known !== undefined && versionOfObject(known) >= versionOfObject(object);
    };
    return () => [
      ...listed.filter((o) => !isKnown(o) && !this.#gone.has(o.metadata.uid)).map(keyOf),
      ...unlisted.filter((o) => this.objects.get(keyOf(o)) === o).map(keyOf),
    ];
  }

  async #relist(signal: AbortSignal, emit: (event: WatchEvent<T>) => void): Promise<string> {
    const list = await this.#client.list<T>(this.#path, { query: this.#query, signal });
    if (list === null) throw new KubeError('type-not-served', `GET ${this.#path}: HTTP 404`, 404);
    // The watch may be ahead of the list by now.
    const listedAt = versionOf(list.resourceVersion);
    const present = new Map(list.items.map((object) => [keyOf(object), object]));
    for (const [key, object] of this.objects) {
      const gone = present.get(key)?.metadata.uid !== object.metadata.uid;
      if (gone && versionOfObject(object) <= listedAt) this.#apply({ type: 'DELETED', object }, emit);
    }
    for (const [key, object] of present) {
      const known = this.objects.get(key);
      const news = known
        ? versionOfObject(known) < versionOfObject(object)
        : !this.#gone.has(object.metadata.uid);
      if (news) this.#apply({ type: known ? 'MODIFIED' : 'ADDED', object }, emit);
    }
    return list.resourceVersion;
  }

  #apply(event: WatchEvent<T>, emit: (event: WatchEvent<T>) => void): void {
    if (event.type === 'DELETED') {
      this.objects.delete(keyOf(event.object));
      this.#gone.add(event.object.metadata.uid);
    } else this.objects.set(keyOf(event.object), event.object);
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
        // A broken stream is the normal end of a watch: list again and go on, so that the worst of watches is still
        // a poll. What never gets better is reported.
        if (signal.aborted) return;
        resourceVersion = null;
        const final =
          error instanceof FloodError || (error instanceof KubeError && FINAL_CODES.has(error.code));
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

  /** Passes on what comes, as long as it is not more than a lab can have to say. */
  async *#limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > MAX_STREAM_BYTES) {
        throw new FloodError('api-error', `watch of ${this.#path}: more than ${MAX_STREAM_BYTES} bytes`);
      }
      yield chunk;
    }
  }

  /** Reads one stream to its end. */
  async #read(resourceVersion: string, signal: AbortSignal, alive: () => void): Promise<void> {
    const query = { ...this.#query, watch: 'true', resourceVersion };
    const response = await this.#client.stream(this.#path, query, signal);
    alive();
    if (response.body === null) return;
    const lines = createInterface(Readable.from(this.#limited(response.body), { signal }));
    for await (const line of lines) {
      const event = JSON.parse(line) as {
        type: WatchEvent<T>['type'] | 'ERROR' | 'BOOKMARK';
        object: unknown;
      };
      if (event.type === 'ERROR') return;
      if (event.type === 'BOOKMARK') continue;
      const object = kubeObject<T>(event.object, `watch of ${this.#path}`);
      this.#apply({ type: event.type, object }, this.#onEvent);
    }
  }
}
