import type {
  CleanUp,
  LivePart,
  PartName,
  Parts,
  ScriptEvidence,
  ScriptRun,
  ServiceEvidence,
} from '../evidence.ts';
import { acquireLease, type HeldLease } from '../kube/lease.ts';
import { ALPHA, CRD, FINALIZER, namespaceOf, SCRIPT } from '../lab.ts';
import { during } from '../progress.ts';
import { removeProbes } from './clean-up.ts';
import { type LabObjects, listLabObjects, trimmed } from './cluster.ts';
import { Blocked, type Collector, unavailable } from './collector.ts';
import type { GatherContext } from './context.ts';
import { isProbeName } from './probe-name.ts';
import { isExpiredProbe, Probes } from './probes.ts';
import { assertStartable, idleRuns, runScript, withoutProbes, writesBetween } from './script.ts';
import { sampleService } from './service.ts';
import { World } from './world.ts';

/** What is known before the live parts begin. */
export interface LiveStart {
  needs: ReadonlySet<PartName>;
  objects: LabObjects;
  files: Parts['files'];
  service: ServiceEvidence | undefined;
  serviceRunning: boolean;
}

const controlGroupOf = (service: ServiceEvidence | undefined): string =>
  service?.properties.ControlGroup ?? '';
const INTERRUPTED_PATIENCE_MS = 5_000;
const FOREIGN_OWNER_PATIENCE_MS = 1_000;
const REAP_PATIENCE_MS = 2_000;

/**
 * Gathers the live parts, one reaction of the controller after the other: creation; silence with the idle runs in
 * it; drift; deletion beside two quick changes. Whatever happens, the probes are removed before it returns.
 *
 * @param lock who this grader is, and whether another holder of the lock is known to have died
 * @param cleanUp filled in, also when this throws
 */
export async function gatherLive(
  ctx: GatherContext,
  collector: Collector,
  start: LiveStart,
  lock: { holder: string; isGone: (holder: string) => boolean },
  cleanUp: CleanUp,
): Promise<void> {
  const lease = await acquireLease(ctx.kube, lock.holder, lock.isGone);
  const signal = AbortSignal.any([ctx.signal, lease.lost]);
  const locked = { ...ctx, signal };
  let world: World | undefined;
  let probes: Probes | undefined;
  try {
    world = await World.start(ctx.kube, ctx.clock);
    const reaped = await reap(locked, world, lease, start);
    cleanUp.reaped.push(...reaped.removed);
    cleanUp.leftOver.push(...reaped.leftOver);
    probes = new Probes(locked, world, lease);
    await new LiveGrade(locked, collector, start, probes).run();
  } finally {
    if (world !== undefined && probes !== undefined) {
      const { removed, leftOver } = await clear(ctx, start, world, probes);
      cleanUp.removed.push(...removed);
      cleanUp.leftOver.push(...leftOver);
      if (leftOver.length === 0) ctx.onProbes([]);
    }
    noteEnds(collector, probes);
    world?.stop();
    await lease.release(cleanUp.leftOver.length > 0);
  }
}

/**
 * Removes what an earlier grader has left behind: what it registered with the lock, since it is gone now that we hold
 * that; and what bears the grader's label and has outlived any grade.
 */
async function reap(
  ctx: GatherContext,
  world: World,
  lease: HeldLease,
  { service, serviceRunning }: LiveStart,
): ReturnType<typeof removeProbes> {
  const expired = world.teamSpaces().filter(isExpiredProbe);
  const names = [...new Set([...lease.inherited, ...expired.map(({ metadata }) => metadata.name)])].filter(
    isProbeName,
  );
  if (names.length === 0) return { removed: [], leftOver: [] };
  const patience = {
    finalizers: serviceRunning ? ctx.deadlines.reaction / 2 : 0,
    collector: REAP_PATIENCE_MS,
    namespaces: ctx.deadlines.namespaceGone,
    pass: 0,
  };
  return await during(ctx.progress, { stage: 'reaping', detail: names.join(', ') }, () =>
    removeProbes(ctx, world, names, patience, controlGroupOf(service)),
  );
}

/** The clean-up of this grade; it goes on, with less patience, when the grade was interrupted. */
async function clear(
  ctx: GatherContext,
  start: LiveStart,
  world: World,
  probes: Probes,
): Promise<Pick<CleanUp, 'removed' | 'leftOver'>> {
  if (probes.all.length === 0) return { removed: [], leftOver: [] };
  const { deadlines } = ctx;
  const hurry = ctx.signal.aborted;
  const patience = (ms: number): number => (hurry ? Math.min(ms, INTERRUPTED_PATIENCE_MS) : ms);
  const names = probes.all.map(({ name }) => name);
  try {
    const limits = {
      finalizers: start.serviceRunning && probes.anyFinalizer() ? patience(deadlines.reaction / 2) : 0,
      collector: patience(probes.anyForeignOwner() ? FOREIGN_OWNER_PATIENCE_MS : deadlines.reaction),
      namespaces: hurry ? deadlines.reaction / 2 : deadlines.namespaceGone,
      // A probe that was served is known to every pass; one that was not may be under the hands of the present one.
      pass: start.serviceRunning && hurry ? INTERRUPTED_PATIENCE_MS : 0,
    };
    const uninterrupted = { ...ctx, signal: new AbortController().signal };
    return await during(ctx.progress, { stage: 'clean-up' }, () =>
      removeProbes(uninterrupted, world, names, limits, controlGroupOf(start.service)),
    );
  } catch (error) {
    // The report must still be made, and say what is left; the lock stays registered for the next grader to reap.
    return {
      removed: [],
      leftOver: names.map((name) => `${CRD.kind} ${name} (${unavailable(error).detail})`),
    };
  }
}

/** The end of a namespace comes after its verdict; the times are still told. */
function noteEnds(collector: Collector, probes: Probes | undefined): void {
  const deletion = collector.parts.deletion;
  if (deletion !== undefined && 'value' in deletion) probes?.noteEnds(deletion.value.namespaces);
}

class LiveGrade {
  readonly #ctx: GatherContext;
  readonly #collector: Collector;
  readonly #start: LiveStart;
  readonly #probes: Probes;
  #served: ScriptEvidence['served'] = [];

  constructor(ctx: GatherContext, collector: Collector, start: LiveStart, probes: Probes) {
    this.#ctx = ctx;
    this.#collector = collector;
    this.#start = start;
    this.#probes = probes;
  }

  #needs = (...parts: LivePart[]): boolean => parts.some((part) => this.#start.needs.has(part));

  async run(): Promise<void> {
    const { serviceRunning, service, objects } = this.#start;
    const finalizerUsed = objects.teamSpaces.some(
      ({ metadata }) => metadata.name === ALPHA.name && metadata.finalizers?.includes(FINALIZER),
    );
    const creation = await this.#gather('creation', async () => {
      if (!serviceRunning) throw new Blocked('service-not-running');
      await this.#probes.create(['plain', 'held', 'changing']);
      return await this.#probes.served(finalizerUsed && this.#needs('deletion'));
    });
    if (service !== undefined) await sampleService(this.#ctx.machine, service, this.#ctx.clock);
    const wrong = this.#probes.all.flatMap((probe) =>
      this.#probes.mismatchesOf(probe).map(({ rule }) => rule),
    );
    const served = creation !== undefined && !wrong.some((rule) => ['namespace', 'quota'].includes(rule));
    /** What follows the creation has nothing to go on when that had not all that these rules are about. */
    const rightly = (...rules: string[]): void => {
      this.#collector.assertGathered('creation');
      if (!served) throw new Blocked('probe-not-served');
      if (wrong.some((rule) => rules.includes(rule))) throw new Blocked('probe-served-wrongly');
    };
    const proven = served && wrong.length === 0;
    const scriptRuns = () => this.#gather('scriptRuns', () => this.#scriptRuns(proven));
    if (proven) await this.#noteServed();
    else await scriptRuns();
    await this.#gather('drift', async () => {
      rightly('pods', 'cpu');
      return await this.#probes.drift(await this.#probes.quiet(controlGroupOf(service)));
    });
    await Promise.all([
      this.#gather('convergence', async () => {
        rightly('pods', 'cpu', 'observed-generation', 'status-namespace');
        return await this.#probes.converge();
      }).then((converged) => converged && this.#probes.discard('changing')),
      this.#gather('deletion', async () => {
        rightly();
        if (!finalizerUsed) throw new Blocked('finalizer-not-used');
        return await this.#probes.delete();
      }),
    ]);
    // Last, beside the end of the namespaces: a run must not do what the service is watched for.
    if (proven) await scriptRuns();
    if (service !== undefined) await sampleService(this.#ctx.machine, service, this.#ctx.clock);
  }

  /** Everything live begins with the probes' creation, so that part is gathered whatever is asked for. */
  async #gather<P extends LivePart>(part: P, work: () => Promise<Parts[P]>): Promise<Parts[P] | undefined> {
    if (part !== 'creation' && !this.#needs(part)) return undefined;
    this.#ctx.signal.throwIfAborted();
    return await this.#collector.gather(part, work);
  }

  /**
   * Proves that a run repairs something, by the service's own work or, failing that, by a run with probes there to
   * be served; then two idle runs, repeated once when they wrote something (verdict rules of step 3).
   */
  async #scriptRuns(provenByService: boolean): Promise<ScriptEvidence> {
    assertStartable(this.#start.files[SCRIPT]);
    const repairRun = provenByService ? undefined : await this.#repairRun();
    const idleAttempts: ScriptRun[][] = [];
    let state: LabObjects | undefined;
    let endless = repairRun?.timedOut === true;
    while (!endless && idleAttempts.length < 2) {
      const { runs, state: after } = await during(this.#ctx.progress, { stage: 'idle-runs' }, () =>
        idleRuns(this.#ctx, this.#probes.isProbe),
      );
      state = after;
      endless = runs.some(({ timedOut }) => timedOut);
      idleAttempts.push(runs);
      if (runs.every(({ writes }) => writes.length === 0)) break;
    }
    const { kube, signal } = this.#ctx;
    return {
      provenBy: provenByService ? 'service' : 'script',
      served: this.#served,
      state: state ?? withoutProbes(await listLabObjects(kube, signal), this.#probes.isProbe),
      ...(repairRun && { repairRun }),
      idleAttempts,
    };
  }

  /** One run of the script with probes that nothing else serves. */
  async #repairRun(): Promise<ScriptRun> {
    const { kube, signal, progress, deadlines } = this.#ctx;
    if (this.#probes.all.length === 0) await this.#probes.create(['plain', 'held']);
    const before = await listLabObjects(kube, signal);
    const stage = { stage: 'repair-run', deadlineMs: deadlines.scriptRun } as const;
    const run = await during(progress, stage, () => runScript(this.#ctx));
    const after = await listLabObjects(kube, signal);
    await this.#noteServed();
    return { ...run, writes: writesBetween(before, after, this.#probes.isProbe) };
  }

  /** The probes with what was made for them, read anew, since a watch may lag behind a run that has just ended. */
  async #noteServed(): Promise<void> {
    const { teamSpaces, namespaces, quotas } = await listLabObjects(this.#ctx.kube, this.#ctx.signal);
    this.#served = this.#probes.all.flatMap(({ name }) => {
      const teamSpace = teamSpaces.find(({ metadata }) => metadata.name === name);
      const namespace = namespaces.find(({ metadata }) => metadata.name === namespaceOf(name));
      const quota = quotas.find(({ metadata }) => metadata.namespace === namespaceOf(name));
      if (teamSpace === undefined) return [];
      return [
        {
          teamSpace: trimmed(teamSpace),
          namespace: namespace ? trimmed(namespace) : null,
          quota: quota ? trimmed(quota) : null,
        },
      ];
    });
  }
}
