import { setTimeout as sleep } from 'node:timers/promises';
import type { TimelineEvent } from '../evidence.ts';
import type { KubeClient } from '../kube/client.ts';
import { KubeError } from '../kube/errors.ts';
import { LAB_QUOTAS, paths } from '../kube/paths.ts';
import { type WatchEvent, WatchedCollection } from '../kube/watch.ts';
import type { KubeObject, Namespace, ResourceQuota, TeamSpace } from '../kube-types.ts';
import { namespaceOf, QUOTA_NAME } from '../lab.ts';
import { trimmed } from './cluster.ts';

export interface WorldEvent<T extends KubeObject = KubeObject> extends WatchEvent<T> {
  atMs: number;
  kind: TimelineEvent['kind'];
}

/** How far a watch may lag behind a list. */
const WATCH_LAG_MS = 5_000;
/** How often everything is listed anew beside a watch, and without one. */
const REFRESH_MS = 10_000;
const POLL_MS = 1_000;

/** The lab's objects as they change, and the one place where a change is waited for. */
export class World {
  readonly events: WorldEvent[] = [];
  lastTeamSpaceWriteMs: number;
  readonly #clock: () => number;
  readonly #stop = new AbortController();
  readonly #waiters = new Set<() => void>();
  readonly #listeners = new Set<(event: WorldEvent) => void>();
  #failure: KubeError | undefined;
  readonly #teamSpaces: WatchedCollection<TeamSpace>;
  readonly #namespaces: WatchedCollection<Namespace>;
  readonly #quotas: WatchedCollection<ResourceQuota>;

  private constructor(kube: KubeClient, clock: () => number) {
    this.#clock = clock;
    this.lastTeamSpaceWriteMs = clock();
    const watched = <T extends KubeObject>(kind: TimelineEvent['kind'], path: string, query = {}) =>
      new WatchedCollection<T>(
        kube,
        path,
        query,
        (event) => this.#add(kind, event),
        (error) => this.#fail(error),
      );
    this.#teamSpaces = watched<TeamSpace>('TeamSpace', paths.teamSpaces);
    this.#namespaces = watched<Namespace>('Namespace', paths.namespaces);
    this.#quotas = watched<ResourceQuota>('ResourceQuota', paths.quotas, LAB_QUOTAS);
  }

  /** Lists and watches. @throws KubeError when a collection cannot be listed */
  static async start(kube: KubeClient, clock: () => number): Promise<World> {
    const world = new World(kube, clock);
    try {
      await Promise.all(world.#collections.map((collection) => collection.start(world.#stop.signal)));
    } catch (error) {
      world.stop();
      throw error;
    }
    return world;
  }

  get #collections() {
    return [this.#teamSpaces, this.#namespaces, this.#quotas];
  }

  stop(): void {
    this.#stop.abort();
  }

  teamSpace = (name: string): TeamSpace | undefined => this.#teamSpaces.objects.get(`/${name}`);
  teamSpaces = (): TeamSpace[] => [...this.#teamSpaces.objects.values()];
  namespaceFor = (teamSpace: string): Namespace | undefined =>
    this.#namespaces.objects.get(`/${namespaceOf(teamSpace)}`);
  quotaFor = (teamSpace: string): ResourceQuota | undefined =>
    this.#quotas.objects.get(`${namespaceOf(teamSpace)}/${QUOTA_NAME}`);

  /** Calls back on every event until the returned function is called. */
  listen(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Waits until `observe` gives something else than `undefined`, looked at now and after every change.
   * `undefined` at the deadline. @throws KubeError when the cluster cannot be watched any more, or the signal's reason
   */
  until<T>(observe: () => T | undefined, timeoutMs: number, signal: AbortSignal): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        this.#waiters.delete(look);
        signal.removeEventListener('abort', look);
        settle();
      };
      const look = () => {
        try {
          signal.throwIfAborted();
          const seen = observe();
          if (seen !== undefined) finish(() => resolve(seen));
          else if (this.#failure !== undefined) throw this.#failure;
        } catch (error) {
          finish(() => reject(error));
        }
      };
      const timer = setTimeout(() => finish(() => resolve(undefined)), timeoutMs);
      this.#waiters.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  /** Lists everything anew. @throws KubeError when that cannot be done */
  async refresh(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#collections.map((collection) => collection.refresh(signal)));
  }

  /**
   * Waits like `until`, but does not depend on the watches: everything is listed anew from time to time.
   * False at the deadline. @throws KubeError when the cluster cannot even be listed, or the signal's reason
   */
  async settle(done: () => boolean, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    const end = this.#clock() + timeoutMs;
    for (;;) {
      const left = end - this.#clock();
      if (done() || left <= 0) return done();
      const wait = Math.min(left, REFRESH_MS);
      const watched = this.#failure === undefined;
      if (watched) await this.until(() => done() || this.#failure || undefined, wait, signal);
      else await sleep(Math.min(wait, POLL_MS), undefined, { signal });
      if (!done()) await this.refresh(signal);
    }
  }

  /**
   * Asks the server whether the watches have brought everything, before it is held against somebody that something
   * did not happen. @throws KubeError `api-unreachable` when they have not
   */
  async assertKeptUp(signal: AbortSignal): Promise<void> {
    const missed = await Promise.all(this.#collections.map((collection) => collection.missed(signal)));
    const names = () => missed.flatMap((namesOf) => namesOf());
    const caughtUp = await this.until(() => names().length === 0 || undefined, WATCH_LAG_MS, signal);
    if (caughtUp) return;
    const message = `the API server does not tell what changes any more (${names().slice(0, 3).join(', ')})`;
    throw new KubeError('api-unreachable', message);
  }

  /** What happened to the objects of some TeamSpaces in a stretch of time, as evidence. */
  timeline(names: readonly string[], fromMs: number, toMs: number): TimelineEvent[] {
    return this.events.flatMap(({ atMs, kind, type, object }) => {
      const probe = names.find((name) => isOf(name, kind, object));
      return probe !== undefined && atMs >= fromMs && atMs <= toMs
        ? [{ atMs, probe, kind, type, object: trimmed(object) }]
        : [];
    });
  }

  #add(kind: TimelineEvent['kind'], watched: WatchEvent<KubeObject>): void {
    const event = { ...watched, kind, atMs: this.#clock() };
    this.events.push(event);
    if (kind === 'TeamSpace') this.lastTeamSpaceWriteMs = event.atMs;
    for (const listener of this.#listeners) listener(event);
    for (const look of [...this.#waiters]) look();
  }

  #fail(error: KubeError): void {
    this.#failure = error;
    for (const look of [...this.#waiters]) look();
  }
}

/** Whether an object belongs to the TeamSpace of that name. */
export function isOf(teamSpace: string, kind: TimelineEvent['kind'], object: KubeObject): boolean {
  if (kind === 'TeamSpace') return object.metadata.name === teamSpace;
  const namespace = kind === 'Namespace' ? object.metadata.name : object.metadata.namespace;
  return namespace === namespaceOf(teamSpace);
}
