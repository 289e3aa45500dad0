import type { KubeObject } from '../kube-types.ts';
import type { KubeClient } from './client.ts';
import { KubeError, statusError } from './errors.ts';
import { kubeObject } from './object.ts';
import { paths } from './paths.ts';

const NAME = 'cnpa-op-grader';
const PROBES = 'cnpa-op-grader/probes';
/** A holder that has not renewed for this long is gone. */
const DURATION_SECONDS = 30;
const RENEW_MS = 10_000;

interface Lease extends KubeObject {
  spec?: { holderIdentity?: string; leaseDurationSeconds?: number; acquireTime?: string; renewTime?: string };
}

/** The lock that lets one grader at a time make probes in a cluster: a Lease in kube-system. */
export interface HeldLease {
  /** Probes that an earlier holder had registered and never cleared: its left-overs. */
  readonly inherited: string[];
  /** Aborted when the lease was lost to somebody else or could not be renewed in time. */
  readonly lost: AbortSignal;
  /** Registers the names of probes before they are made, so that the next holder can remove them if we die. */
  register(probes: string[]): Promise<void>;
  /** Gives the lock back; with `keep` the Lease itself stays, expired, with the names of the probes that are left. */
  release(keep: boolean): Promise<void>;
}

/**
 * Takes the lock, or a stale one over. Times are the API server's, so that clocks need not agree.
 * @throws KubeError `lock-held`, naming the holder and since when
 */
export async function acquireLease(
  client: KubeClient,
  holder: string,
  isGone: (holder: string) => boolean,
): Promise<HeldLease> {
  const { body, code, serverTimeMs } = await client.request('GET', paths.lease(NAME));
  const now = new Date(serverTimeMs ?? Date.now());
  const spec = {
    holderIdentity: holder,
    leaseDurationSeconds: DURATION_SECONDS,
    acquireTime: micro(now),
    renewTime: micro(now),
  };
  if (code === 404) {
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: NAME, namespace: 'kube-system' },
      spec,
    };
    const created = await client.request('POST', paths.leases, { body: lease });
    if (created.code === 409) return await acquireLease(client, holder, isGone);
    if (created.code !== 201) throw statusError(created.code, created.body, `POST ${paths.leases}`);
    return hold(client, kubeObject<Lease>(created.body, `POST ${paths.leases}`), []);
  }
  if (code !== 200) throw statusError(code, body, `GET ${paths.lease(NAME)}`);
  const lease = kubeObject<Lease>(body, `GET ${paths.lease(NAME)}`);
  const other = lease.spec?.holderIdentity ?? '';
  const renewed = Date.parse(lease.spec?.renewTime ?? '') || 0;
  const expired = now.getTime() - renewed > (lease.spec?.leaseDurationSeconds ?? DURATION_SECONDS) * 1000;
  if (!expired && !isGone(other)) {
    throw new KubeError(
      'lock-held',
      `${other} has been grading this cluster since ${lease.spec?.acquireTime ?? 'an unknown time'}`,
    );
  }
  const taken = await client.request('PUT', paths.lease(NAME), { body: { ...lease, spec } });
  if (taken.code === 409 || taken.code === 404) return await acquireLease(client, holder, isGone);
  if (taken.code !== 200) throw statusError(taken.code, taken.body, `PUT ${paths.lease(NAME)}`);
  return hold(client, kubeObject<Lease>(taken.body, `PUT ${paths.lease(NAME)}`), parseProbes(lease));
}

const micro = (time: Date): string => time.toISOString().replace('Z', '000Z');

const parseProbes = (lease: Lease): string[] =>
  (lease.metadata.annotations?.[PROBES] ?? '').split(',').filter((name) => name !== '');

function hold(client: KubeClient, acquired: Lease, inherited: string[]): HeldLease {
  let lease = acquired;
  const lost = new AbortController();
  // One write at a time: each carries the resourceVersion of the one before, so that a lost lock shows as a conflict.
  let last: Promise<void> = Promise.resolve();
  const update = (change: (lease: Lease, now: Date) => Lease): Promise<void> => {
    last = last.then(async () => {
      const { code, body, serverTimeMs } = await client.request('PUT', paths.lease(NAME), {
        body: change(lease, new Date(serverNow())),
      });
      if (code !== 200)
        throw code === 409
          ? new KubeError('lock-held', 'another grader took the lock over')
          : statusError(code, body, 'PUT lease');
      if (serverTimeMs !== null) skew = serverTimeMs - Date.now();
      lease = kubeObject<Lease>(body, 'PUT lease');
    });
    return last;
  };
  let skew = Date.parse(acquired.spec?.renewTime ?? '') - Date.now();
  const serverNow = () => Date.now() + skew;
  const renewal = setInterval(() => {
    update((l, now) => ({ ...l, spec: { ...l.spec, renewTime: micro(now) } })).catch((error: unknown) =>
      lost.abort(error),
    );
  }, RENEW_MS);
  return {
    inherited,
    lost: lost.signal,
    register: (probes) =>
      update((l, now) => ({
        ...l,
        metadata: {
          ...l.metadata,
          annotations: {
            ...l.metadata.annotations,
            [PROBES]: [...new Set([...parseProbes(l), ...probes])].join(','),
          },
        },
        spec: { ...l.spec, renewTime: micro(now) },
      })),
    release: async (keep) => {
      clearInterval(renewal);
      if (keep) return await update((l) => ({ ...l, spec: { ...l.spec, renewTime: micro(new Date(0)) } }));
      // A failed renewal was already told through `lost`; giving the lock back must still be tried.
      await last.catch(() => undefined);
      const preconditions = { uid: lease.metadata.uid, resourceVersion: lease.metadata.resourceVersion };
      await client.write('DELETE', paths.lease(NAME), { body: { preconditions } }, [200, 202, 404, 409]);
    },
  };
}
