import { once } from 'node:events';
import type { KubeClient } from '../kube/client.ts';
import { KubeError } from '../kube/errors.ts';
import { LAB_CRD, LAB_QUOTAS, paths } from '../kube/paths.ts';
import { WatchedCollection } from '../kube/watch.ts';
import type { KubeObject } from '../kube-types.ts';
import { namespaceOf } from '../lab.ts';
import { MachineError } from '../machine/machine.ts';
import { pause } from './pause.ts';
import { isProbeName } from './probe-name.ts';

/** Between two tries to reach the cluster: doubled each time, up to a limit. */
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 8_000;

/**
 * Calls back whenever an object of the lab may have changed, and when the cluster is lost or back; goes on by itself.
 * The grader's own probes are left out. Resolves when `signal` is aborted.
 *
 * @param connect the way to the cluster, or why there is none; asked again after every trouble
 */
export async function followObjects(
  connect: () => Promise<KubeClient | Error>,
  signal: AbortSignal,
  onChange: () => void,
): Promise<void> {
  let lost = false;
  let retryMs = RETRY_MS;
  while (!signal.aborted) {
    const round = new AbortController();
    const both = AbortSignal.any([signal, round.signal]);
    try {
      const kube = await connect();
      if (kube instanceof Error) throw kube;
      await followUntilTrouble(kube, both, () => {
        lost = false;
        retryMs = RETRY_MS;
        onChange();
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof KubeError || error instanceof MachineError)) throw error;
      if (!lost) onChange();
      lost = true;
    } finally {
      round.abort();
    }
    await pause(retryMs, signal);
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
  }
}

/** @throws KubeError when a collection cannot be kept current any more */
async function followUntilTrouble(
  kube: KubeClient,
  signal: AbortSignal,
  onChange: () => void,
): Promise<void> {
  const follow = (path: string, query: Record<string, string>, isOfLab: (object: KubeObject) => boolean) =>
    new Promise<never>((_, reject) => {
      const collection = new WatchedCollection(
        kube,
        path,
        query,
        ({ object }) => isOfLab(object) && onChange(),
        reject,
      );
      collection.start(signal).then(onChange, reject);
    });
  const followTeamSpaces = async (): Promise<void> => {
    for (let served = true; !signal.aborted; served = false) {
      try {
        await follow(paths.teamSpaces, {}, ({ metadata }) => !isProbeName(metadata.name));
      } catch (error) {
        // The type may come at any time, and go again.
        if (!(error instanceof KubeError) || error.code !== 404) throw error;
        if (served) onChange();
        await pause(RETRY_MS, signal);
      }
    }
  };
  await Promise.race([
    signal.aborted || once(signal, 'abort'),
    follow(paths.crds, LAB_CRD, () => true),
    follow(paths.namespaces, {}, ({ metadata }) => isOfTeamSpace(metadata.name)),
    follow(paths.quotas, LAB_QUOTAS, ({ metadata }) => isOfTeamSpace(metadata.namespace ?? '')),
    followTeamSpaces(),
  ]);
}

const PREFIX = namespaceOf('');
const isOfTeamSpace = (namespace: string): boolean =>
  namespace.startsWith(PREFIX) && !isProbeName(namespace.slice(PREFIX.length));
