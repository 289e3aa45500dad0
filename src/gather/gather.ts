/*
 * gather ──┬─ files, service ───────────────┐   everything independent at once
 *          ├─ cluster, crd ─────────────────┤
 *          ├─ teamSpaces, namespaces, quotas┼─▶ live: creation ▶ idle runs ▶ drift ▶ deletion + convergence ▶ clean-up
 *          └─ admission (dry runs) ─────────┘
 */
import {
  type CleanUp,
  EVIDENCE_VERSION,
  type Evidence,
  LIVE_PARTS,
  type PartName,
  type Parts,
  type Unavailable,
} from '../evidence.ts';
import type { KubeClient } from '../kube/client.ts';
import { type Deadlines, FILES } from '../lab.ts';
import type { Machine } from '../machine/machine.ts';
import { during, type OnProgress } from '../progress.ts';
import { isAtWork } from '../unit-state.ts';
import { admissionTrials } from './admission.ts';
import { readLabFiles } from './artifacts.ts';
import {
  clusterIdentity,
  findCrd,
  type LabObjects,
  listLabObjects,
  listTeamSpaces,
  settledLabObjects,
  trimmed,
} from './cluster.ts';
import { Collector, unavailable } from './collector.ts';
import type { GatherContext } from './context.ts';
import { gatherLive } from './live.ts';
import { redactAll } from './redact.ts';
import { readService } from './service.ts';

export interface GatherOptions {
  machine: Machine;
  /** The way to the cluster, or the error that explains why there is none. */
  kube: KubeClient | Error;
  lab: { folder: string; unit: string };
  deadlines: Deadlines;
  needs: ReadonlySet<PartName>;
  /** Whether probes may be made and the script be run. Otherwise nothing is waited for, and live parts are `not-probed`. */
  live: boolean;
  scriptEnv: Record<string, string>;
  graderVersion: string;
  progress: OnProgress;
  onProbes: (names: readonly string[]) => void;
  signal: AbortSignal;
  lock: { holder: string; isGone: (holder: string) => boolean };
}

/** Collects the parts of the evidence that are needed, and no other. Whatever it finds is evidence, not an exception. */
export async function gather(options: GatherOptions): Promise<Evidence> {
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const collector = new Collector(() => Math.round(performance.now() - started));
  const cleanUp: CleanUp = { removed: [], leftOver: [], reaped: [] };
  await collect(options, collector, cleanUp);
  const { graderVersion, machine, lab, kube } = options;
  const finishedAt = new Date(Date.parse(startedAt) + (performance.now() - started)).toISOString();
  return {
    evidenceVersion: EVIDENCE_VERSION,
    graderVersion,
    machine: machine.name,
    lab,
    startedAt,
    finishedAt,
    ...redactAll({ parts: collector.parts, cleanUp }, kube instanceof Error ? [] : kube.secrets),
  };
}

async function collect(options: GatherOptions, collector: Collector, cleanUp: CleanUp): Promise<void> {
  const { machine, lab, signal, kube, progress } = options;
  const live = LIVE_PARTS.filter((part) => options.needs.has(part));
  const isLive = options.live && live.length > 0;
  const needs = isLive ? new Set<PartName>([...options.needs, ...LIVE_START]) : options.needs;
  const { clock } = collector;

  /** Gathers a part when it is needed; `work` gets the cluster, or the part the reason why there is none. */
  const part = async <P extends PartName>(
    name: P,
    work: (ctx: GatherContext) => Promise<Parts[P]>,
  ): Promise<Parts[P] | undefined> =>
    needs.has(name)
      ? await collector.gather(name, async () => {
          if (kube instanceof Error) throw kube;
          return await work({ ...options, kube, clock });
        })
      : undefined;
  const local = async <P extends PartName>(
    name: P,
    work: () => Promise<Parts[P]>,
  ): Promise<Parts[P] | undefined> => (needs.has(name) ? await collector.gather(name, work) : undefined);

  const files = local('files', () =>
    during(progress, { stage: 'files' }, () => readLabFiles(machine, lab.folder, FILES)),
  );
  const service = local('service', () => readService({ machine, lab, signal, clock }));
  const serviceRunning = service.then(
    (unit) => unit?.samples.every((look) => isAtWork(look, unit.properties.Type)) === true,
  );

  // The three kinds belong together, so that they are of one moment; TeamSpaces alone are one request.
  let listed: Promise<LabObjects> | undefined;
  const objects = (ctx: GatherContext): Promise<LabObjects> => {
    listed ??= options.live
      ? serviceRunning.then((running) => settledLabObjects(ctx, running))
      : listLabObjects(ctx.kube, signal);
    return listed;
  };
  const onlyTeamSpaces = !needs.has('namespaces') && !needs.has('quotas');
  const teamSpaces = part('teamSpaces', async (ctx) =>
    (onlyTeamSpaces ? await listTeamSpaces(ctx.kube, signal) : (await objects(ctx)).teamSpaces).map(trimmed),
  );
  const others = [
    part('namespaces', async (ctx) => (await objects(ctx)).namespaces.map(trimmed)),
    part('quotas', async (ctx) => (await objects(ctx)).quotas.map(trimmed)),
    part('cluster', (ctx) => clusterIdentity(ctx.kube, signal)),
    part('crd', (ctx) => findCrd(ctx.kube, signal)),
    part('admission', async (ctx) => {
      const found = await teamSpaces;
      collector.assertGathered('teamSpaces');
      return await admissionTrials(ctx.kube, found, signal);
    }),
  ];
  const cluster = during(progress, { stage: 'cluster' }, () => Promise.all([teamSpaces, ...others]));
  await Promise.all([files, service, cluster]);
  if (!isLive) {
    for (const name of live) collector.set(name, { readyMs: clock(), unavailable: NOT_PROBED });
    return;
  }

  try {
    if (kube instanceof Error) throw kube;
    const ctx = { ...options, kube, clock };
    const start = {
      needs,
      objects: await objects(ctx),
      files: (await files) ?? {},
      service: await service,
      serviceRunning: await serviceRunning,
    };
    await gatherLive(ctx, collector, start, options.lock, cleanUp);
  } catch (error) {
    // Trouble outside the single parts, such as a held lock or Ctrl-C, is the reason for all that are still missing.
    for (const name of LIVE_PARTS) {
      if (needs.has(name) && collector.parts[name] === undefined) {
        collector.set(name, { readyMs: clock(), unavailable: unavailable(error) });
      }
    }
  }
}

const NOT_PROBED: Unavailable = { reason: 'not-probed', detail: '' };

/** What must be known before the first probe is made. */
const LIVE_START: readonly PartName[] = ['files', 'service', 'teamSpaces', 'namespaces', 'quotas'];
