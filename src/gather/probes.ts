import { setTimeout as sleep } from 'node:timers/promises';
import { mismatches, quotaMismatches } from '../desired.ts';
import type {
  DeletionEvidence,
  DriftEvidence,
  FileEvidence,
  PhaseEvidence,
  Probe,
  ProbeAction,
  ProbeRole,
  TimelineEvent,
} from '../evidence.ts';
import { messageOf, statusError } from '../kube/errors.ts';
import type { HeldLease } from '../kube/lease.ts';
import { kubeObject } from '../kube/object.ts';
import { paths } from '../kube/paths.ts';
import type { ResourceQuota, TeamSpace } from '../kube-types.ts';
import { archiveFileOf, CRD, DRIFT_PODS, FINALIZER, namespaceOf } from '../lab.ts';
import { during, type Stage } from '../progress.ts';
import { readLabFiles } from './artifacts.ts';
import { clusterTrouble } from './cluster.ts';
import { Blocked } from './collector.ts';
import type { GatherContext } from './context.ts';
import { FOREIGN_FINALIZER, isHeld, releaseHold } from './hold.ts';
import { probeName } from './probe-name.ts';
import { waitForQuiet } from './quiet.ts';
import { isOf, type World, type WorldEvent } from './world.ts';

export const PROBE_LABEL = 'cnpa-op-grader/probe';
const EXPIRES = 'cnpa-op-grader/expires';
const LIFETIME_MS = 30 * 60_000;

/** Values that alpha does not have (verdict rules, Probes). */
const ROLES: Record<ProbeRole, Pick<Probe, 'pods' | 'cpu' | 'foreignFinalizer'>> = {
  plain: { pods: 3, cpu: '250m', foreignFinalizer: null },
  held: { pods: 5, cpu: null, foreignFinalizer: FOREIGN_FINALIZER },
  changing: { pods: 2, cpu: '300m', foreignFinalizer: null },
};
const EDITED_CPU = '9';
const QUICK_CHANGES = [7, 9] as const;

/** Whether a TeamSpace is a grader's, and of a grade that must be long over. */
export const isExpiredProbe = ({ metadata }: TeamSpace): boolean =>
  metadata.labels?.[PROBE_LABEL] === 'true' && Date.parse(metadata.annotations?.[EXPIRES] ?? '') < Date.now();

/** How the probes of one grade are made, disturbed and deleted; each phase waits for the controller's reaction. */
export class Probes {
  readonly all: Probe[] = [];
  readonly actions: ProbeAction[] = [];
  readonly #ctx: GatherContext;
  readonly #world: World;
  readonly #lease: HeldLease;

  constructor(ctx: GatherContext, world: World, lease: HeldLease) {
    this.#ctx = ctx;
    this.#world = world;
    this.#lease = lease;
  }

  isProbe = (name: string): boolean => this.all.some((probe) => probe.name === name);

  /** Makes probes, all at once, under names that are nobody's. Registered with the lock before they exist. */
  async create(roles: readonly ProbeRole[]): Promise<void> {
    const { kube, clock, machine, lab, signal } = this.#ctx;
    const probes = roles.map(
      (role): Probe => ({ role, name: probeName(), uid: '', createdMs: 0, ...ROLES[role] }),
    );
    const files = await readLabFiles(
      machine,
      lab.folder,
      probes.map(({ name }) => archiveFileOf(name)),
    );
    const taken = probes.some(
      ({ name }) =>
        this.#world.teamSpace(name) ||
        this.#world.namespaceFor(name) ||
        files[archiveFileOf(name)]?.kind !== 'missing',
    );
    if (taken) return await this.create(roles);
    await this.#lease.register(probes.map(({ name }) => name));
    signal.throwIfAborted();
    this.all.push(...probes);
    this.#ctx.onProbes(this.all.map(({ name }) => name));
    const expires = new Date(Date.now() + LIFETIME_MS).toISOString();
    await Promise.all(
      probes.map(async (probe) => {
        const { name, pods, cpu, foreignFinalizer } = probe;
        const metadata = {
          name,
          labels: { [PROBE_LABEL]: 'true' },
          annotations: { [EXPIRES]: expires },
          ...(foreignFinalizer !== null && { finalizers: [foreignFinalizer] }),
        };
        const spec = { pods, ...(cpu !== null && { cpu }) };
        probe.createdMs = this.#act(name, 'create', clock());
        const body = { apiVersion: CRD.apiVersion, kind: CRD.kind, metadata, spec };
        const { code, body: created } = await kube.request('POST', paths.teamSpaces, { body });
        if (code === 400 || code === 422) throw new Blocked('probe-refused', messageOf(created));
        if (code === 404) throw new Blocked('type-not-served');
        if (code !== 201) throw statusError(code, created, `POST ${paths.teamSpaces}`);
        probe.uid = kubeObject(created, `POST ${paths.teamSpaces}`).metadata.uid;
      }),
    );
  }

  /** Waits until every probe has all that step 3 asks for and, where the lab uses it, the finalizer. */
  async served(finalizerUsed: boolean): Promise<PhaseEvidence> {
    const { clock, deadlines } = this.#ctx;
    const startedMs = Math.min(...this.all.map(({ createdMs }) => createdMs));
    const done = () =>
      this.all.every((p) => this.mismatchesOf(p).length === 0 && (!finalizerUsed || this.#hasFinalizer(p)));
    const met = await this.#wait(done, deadlines.reaction - (clock() - startedMs), 'creation');
    return this.#phase(this.all, startedMs, met);
  }

  /** Where a probe is not yet what the lab asks for. */
  mismatchesOf(probe: Probe): ReturnType<typeof mismatches> {
    const teamSpace = this.#world.teamSpace(probe.name);
    if (teamSpace === undefined)
      return [
        {
          rule: 'namespace',
          subject: { kind: CRD.kind, name: probe.name },
          expected: 'present',
          actual: 'absent',
        },
      ];
    return mismatches(teamSpace, this.#world.namespaceFor(probe.name), this.#world.quotaFor(probe.name));
  }

  /** Whether any probe still carries the lab's finalizer, which its controller should take off. */
  anyFinalizer = (): boolean => this.all.some(this.#hasFinalizer);

  /** Whether a probe's namespace belongs to something else, so that no collector will ever end it. */
  anyForeignOwner = (): boolean =>
    this.all.some((p) => {
      const [teamSpace, namespace] = [this.#world.teamSpace(p.name), this.#world.namespaceFor(p.name)];
      const owned = namespace?.metadata.ownerReferences?.some(
        ({ uid }) => uid === (teamSpace?.metadata.uid ?? p.uid),
      );
      return namespace !== undefined && namespace.metadata.deletionTimestamp === undefined && owned !== true;
    });

  #hasFinalizer = (probe: Probe): boolean =>
    this.#world.teamSpace(probe.name)?.metadata.finalizers?.includes(FINALIZER) === true;

  /** Waits until nothing is left that a controller of events could still react to. */
  quiet = (controlGroup: string): Promise<DriftEvidence['quiet']> =>
    during(this.#ctx.progress, { stage: 'quiet', deadlineMs: this.#ctx.deadlines.silenceLimit }, () =>
      waitForQuiet(this.#ctx, this.#world, controlGroup),
    );

  /**
   * In silence, deletes the quota of one probe and edits pods and cpu of one other each, and waits for the repair
   * (step 5). Each drift has a probe of its own, since the repair of one may take another along.
   */
  async drift(quiet: DriftEvidence['quiet']): Promise<DriftEvidence> {
    const { clock, deadlines } = this.#ctx;
    const probes = this.#roles('plain', 'held', 'changing');
    const [plain, held, changing] = probes;
    const startedMs = clock();
    const deletedQuotaUid = this.#world.quotaFor(plain.name)?.metadata.uid ?? '';
    const versions = await Promise.all([
      this.#editQuota(held, 'edit-pods', { pods: String(DRIFT_PODS) }),
      this.#editQuota(changing, 'edit-cpu', { 'requests.cpu': EDITED_CPU }),
      this.#deleteQuota(plain),
    ]);
    const seen = (version: string) =>
      this.#world.events.some(({ object }) => object.metadata.resourceVersion === version);
    const editsSeen = () => versions.every((version) => version === null || seen(version));
    const repaired = () =>
      editsSeen() &&
      this.#world.quotaFor(plain.name)?.metadata.uid !== deletedQuotaUid &&
      probes.every((probe) => {
        const teamSpace = this.#world.teamSpace(probe.name);
        return (
          teamSpace !== undefined && quotaMismatches(teamSpace, this.#world.quotaFor(probe.name)).length === 0
        );
      });
    const met = await this.#wait(repaired, deadlines.reaction, 'drift');
    return { ...this.#phase(probes, startedMs, met), quiet, deletedQuotaUid };
  }

  async #deleteQuota(probe: Probe): Promise<null> {
    this.#act(probe.name, 'delete-quota', this.#ctx.clock());
    await this.#ctx.kube.write('DELETE', paths.quota(namespaceOf(probe.name)));
    return null;
  }

  /** Answers the resourceVersion of the edit, by which its event is known. */
  async #editQuota(
    probe: Probe,
    action: 'edit-pods' | 'edit-cpu',
    hard: Record<string, string>,
  ): Promise<string> {
    this.#act(probe.name, action, this.#ctx.clock());
    const quota = await this.#ctx.kube.patch<ResourceQuota>(paths.quota(namespaceOf(probe.name)), {
      spec: { hard },
    });
    return quota.metadata.resourceVersion;
  }

  /** Changes a probe's spec twice in a row and waits for the last value (step 7). */
  async converge(): Promise<PhaseEvidence> {
    const { kube, clock, deadlines } = this.#ctx;
    const [changing] = this.#roles('changing');
    const startedMs = clock();
    let generation = 0;
    for (const pods of QUICK_CHANGES) {
      this.#act(changing.name, 'edit-spec', clock());
      const changed = await kube.patch<TeamSpace>(paths.teamSpace(changing.name), { spec: { pods } });
      generation = changed.metadata.generation ?? 0;
    }
    const converged = () =>
      this.#world.teamSpace(changing.name)?.metadata.generation === generation &&
      this.mismatchesOf(changing).length === 0;
    const met = await this.#wait(converged, deadlines.reaction, 'convergence');
    return { ...this.#phase([changing], startedMs, met), events: this.#lifeOf(changing) };
  }

  /**
   * Asks for the end of a probe that no verdict needs any more, and of its namespace at the same time, so that the
   * clean-up waits for both side by side.
   */
  async discard(role: ProbeRole): Promise<void> {
    const [{ name }] = this.#roles(role);
    await this.#ctx.kube.write('DELETE', paths.teamSpace(name), {}, [200, 202, 404]);
    await this.#ctx.kube.write('DELETE', paths.namespace(namespaceOf(name)), {}, [200, 202, 404, 409]);
  }

  /**
   * Deletes two probes, one with a foreign finalizer, and follows their finalizers, archive files and namespaces
   * (step 6). The third one has the changes of step 7 to go through at the same time.
   */
  async delete(): Promise<DeletionEvidence> {
    const { kube, clock, deadlines } = this.#ctx;
    const probes = this.#roles('plain', 'held');
    const startedMs = Math.min(...probes.map(({ createdMs }) => createdMs));
    const archives: DeletionEvidence['archives'] = [];
    const reads: Promise<void>[] = [];
    const stopListening = this.#world.listen((event) => {
      const probe = probes.find(
        ({ name }) => isOf(name, 'TeamSpace', event.object) && event.kind === 'TeamSpace',
      );
      if (probe && isFinalizerGone(event) && !archives.some((a) => a.probe === probe.name)) {
        const archive = {
          probe: probe.name,
          finalizerGoneMs: event.atMs,
          readMs: 0,
          file: { kind: 'missing' } as FileEvidence,
          lateByMs: null,
        };
        archives.push(archive);
        const read = this.#readArchive(probe, archive, Date.now());
        read.catch(() => undefined); // it is awaited below, unless the grade is broken off before
        reads.push(read);
      }
    });
    const namespaces: DeletionEvidence['namespaces'] = probes.map(({ name }) => ({
      probe: name,
      terminatingMs: null,
      goneMs: null,
      cameBack: false,
    }));
    try {
      const ownedProperly = new Map(
        probes.map((p) => [p.name, this.mismatchesOf(p).every(({ rule }) => rule !== 'owner')]),
      );
      const deletedMs = clock();
      await Promise.all(
        probes.map((probe) => {
          this.#act(probe.name, 'delete', clock());
          return kube.write(
            'DELETE',
            paths.teamSpace(probe.name),
            { query: { propagationPolicy: 'Background' } },
            [200, 202, 404],
          );
        }),
      );
      let met = await this.#wait(() => archives.length === probes.length, deadlines.reaction, 'deletion');
      await Promise.all(reads);
      await Promise.all(
        probes
          .filter(({ foreignFinalizer }) => foreignFinalizer !== null)
          .map((probe) => this.release(probe)),
      );
      const ending = probes.filter(
        (p) => ownedProperly.get(p.name) && archives.some((a) => a.probe === p.name),
      );
      const terminating = () =>
        ending.every(({ name }) => {
          const namespace = this.#world.namespaceFor(name);
          return (
            this.#world.teamSpace(name) === undefined &&
            (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined)
          );
        });
      met &&= await this.#wait(terminating, deadlines.namespaceGone, 'namespaces');
      this.#noteTerminating(namespaces, deletedMs);
      const trouble = met
        ? []
        : await clusterTrouble(
            kube,
            ending.flatMap(({ name }) => this.#world.namespaceFor(name) ?? []),
          );
      return { ...this.#phase(probes, startedMs, met), archives, namespaces, clusterTrouble: trouble };
    } finally {
      stopListening();
    }
  }

  /** Notes what was seen of the ends of the namespaces since `fromMs`, while nobody but the cluster ended them. */
  #noteTerminating(namespaces: DeletionEvidence['namespaces'], fromMs: number): void {
    for (const end of namespaces) {
      const first = this.#namespaceEvents(end.probe, fromMs).find(
        (e) => e.type === 'DELETED' || e.object.metadata.deletionTimestamp !== undefined,
      );
      end.terminatingMs = first?.atMs ?? null;
    }
  }

  /** Adds, once the clean-up is over, when the namespaces were gone and whether one came back. */
  noteEnds(namespaces: DeletionEvidence['namespaces']): void {
    for (const end of namespaces.filter(({ terminatingMs }) => terminatingMs !== null)) {
      const events = this.#namespaceEvents(end.probe, end.terminatingMs ?? 0);
      const gone = events.find((e) => e.type === 'DELETED');
      end.goneMs = gone?.atMs ?? null;
      end.cameBack = gone !== undefined && events.some((e) => e.type === 'ADDED' && e.atMs > gone.atMs);
    }
  }

  #namespaceEvents = (probe: string, fromMs: number): WorldEvent[] =>
    this.#world.events.filter(
      (e) => e.atMs >= fromMs && e.kind === 'Namespace' && isOf(probe, 'Namespace', e.object),
    );

  /** Takes the grader's own finalizer off, leaving all others. */
  async release(probe: Probe): Promise<void> {
    const teamSpace = this.#world.teamSpace(probe.name);
    if (teamSpace === undefined || !isHeld(teamSpace)) return;
    this.#act(probe.name, 'release', this.#ctx.clock());
    if (await releaseHold(this.#ctx.kube, teamSpace)) return;
    const { resourceVersion } = teamSpace.metadata;
    const changed = () =>
      this.#world.teamSpace(probe.name)?.metadata.resourceVersion !== resourceVersion || undefined;
    await this.#world.until(changed, 5000, this.#ctx.signal);
    return await this.release(probe);
  }

  /**
   * Reads the archive file at the moment when the finalizer is seen to be gone. A file that is not complete by then
   * is late by definition; so is one that was written after that moment. `seenAt` is the wall clock, as mtime is.
   */
  async #readArchive(
    probe: Probe,
    archive: DeletionEvidence['archives'][number],
    seenAt: number,
  ): Promise<void> {
    const { machine, lab, clock, signal } = this.#ctx;
    const name = archiveFileOf(probe.name);
    const isComplete = (file: FileEvidence | undefined) =>
      file?.kind === 'file' && file.content.includes(probe.uid);
    for (let tries = 0; ; tries++) {
      const file = (await readLabFiles(machine, lab.folder, [name]))[name] ?? { kind: 'missing' };
      if (tries === 0) archive.readMs = clock();
      archive.file = file;
      if (isComplete(file) && file.kind === 'file') {
        const late = tries > 0 || file.mtimeMs > seenAt + CLOCK_GRAIN_MS;
        archive.lateByMs = late ? Math.max(1, Math.round(file.mtimeMs - seenAt)) : null;
        return;
      }
      if (tries >= LATE_LOOKS) return;
      await sleep(LATE_LOOK_MS, undefined, { signal });
    }
  }

  #roles<const R extends readonly ProbeRole[]>(...roles: R): { [K in keyof R]: Probe } {
    return roles.map((role) => {
      const probe = this.all.find((p) => p.role === role);
      if (probe === undefined) throw new Error(`there is no ${role} probe`);
      return probe;
    }) as { [K in keyof R]: Probe };
  }

  /** All that happened to a probe until now: what did not change in a phase is part of how it ends. */
  #lifeOf({ name, createdMs }: Probe): TimelineEvent[] {
    return this.#world.timeline([name], createdMs, this.#ctx.clock());
  }

  #act(probe: string, action: ProbeAction['action'], atMs: number): number {
    this.actions.push({ atMs, probe, action });
    return atMs;
  }

  #phase(probes: readonly Probe[], startedMs: number, met: boolean): PhaseEvidence {
    const { clock, deadlines } = this.#ctx;
    const endedMs = clock();
    const names = probes.map(({ name }) => name);
    return {
      probes: probes.map((probe) => ({ ...probe })),
      startedMs,
      endedMs,
      deadlineMs: deadlines.reaction,
      met,
      actions: this.actions.filter(
        ({ probe, atMs }) => names.includes(probe) && atMs >= startedMs && atMs <= endedMs,
      ),
      events: this.#world.timeline(names, startedMs, endedMs),
    };
  }

  #wait(done: () => boolean, timeoutMs: number, stage: Stage): Promise<boolean> {
    const { signal, progress } = this.#ctx;
    return during(progress, { stage, deadlineMs: timeoutMs }, async () => {
      if (await this.#world.until(() => done() || undefined, timeoutMs, signal)) return true;
      await this.#world.assertKeptUp(signal);
      return done();
    });
  }
}

/** The file system's clock ticks in steps of up to 4 ms; ours is read in whole milliseconds. */
const CLOCK_GRAIN_MS = 1;
/** A controller that archives too late does so within the same pass; how long that is looked for. */
const LATE_LOOK_MS = 250;
const LATE_LOOKS = 12;

const isFinalizerGone = (event: WorldEvent): boolean =>
  event.type === 'DELETED' ||
  (event.object.metadata.deletionTimestamp !== undefined &&
    !event.object.metadata.finalizers?.includes(FINALIZER));
