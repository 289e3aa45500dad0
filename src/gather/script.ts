import type { FileEvidence, ObjectWrite, ScriptRun } from '../evidence.ts';
import type { KubeObject } from '../kube-types.ts';
import { SCRIPT } from '../lab.ts';
import { MachineError } from '../machine/machine.ts';
import { type LabObjects, listLabObjects, trimmed } from './cluster.ts';
import { Blocked } from './collector.ts';
import type { GatherContext } from './context.ts';

const KEPT_STDERR = 4096;
const EXECUTE_BITS = 0o111;

/** Whether the file is one that could be started. */
const isStartable = (file: FileEvidence | undefined): boolean =>
  file?.kind === 'file' && (file.mode & EXECUTE_BITS) !== 0;

/** @throws Blocked when there is nothing that could be started */
export function assertStartable(file: FileEvidence | undefined): void {
  if (file === undefined || file.kind === 'missing') throw new Blocked('script-missing');
  if (!isStartable(file)) throw new Blocked('script-not-started');
}

/** Idle runs, with the state of the learner's objects after the last one. */
export interface IdleRuns {
  runs: ScriptRun[];
  state: LabObjects;
}

/**
 * Starts reconcile.sh once, as the lab says: by its own path, as root, in the lab folder, with KUBECONFIG.
 * Its process group is killed at the deadline.
 */
export async function runScript(ctx: GatherContext): Promise<Omit<ScriptRun, 'writes'>> {
  const { machine, lab, deadlines, clock, signal, scriptEnv } = ctx;
  const startedMs = clock();
  try {
    const result = await machine.run([`${lab.folder}/${SCRIPT}`], {
      cwd: lab.folder,
      env: scriptEnv,
      timeoutMs: deadlines.scriptRun,
      signal,
    });
    const { exitCode, timedOut, stderr } = result;
    return {
      startedMs,
      durationMs: Math.round(result.durationMs),
      exitCode,
      timedOut,
      stderr: stderr.slice(-KEPT_STDERR),
    };
  } catch (error) {
    // A file that the kernel refuses to execute is the learner's, not the machine's: 126, as a shell would say.
    if (!(error instanceof MachineError && error.reason === 'command-not-started')) throw error;
    return {
      startedMs,
      durationMs: clock() - startedMs,
      exitCode: 126,
      timedOut: false,
      stderr: error.message,
    };
  }
}

/** Idle runs, one after the other, each with everything that was written while it was under way: two, or one that did not end. */
export async function idleRuns(ctx: GatherContext, isProbe: IsProbe): Promise<IdleRuns> {
  const runs: ScriptRun[] = [];
  let before = await listLabObjects(ctx.kube, ctx.signal);
  while (runs.length < 2 && runs.every(({ timedOut }) => !timedOut)) {
    const run = await runScript(ctx);
    const after = await listLabObjects(ctx.kube, ctx.signal);
    runs.push({ ...run, writes: writesBetween(before, after, isProbe) });
    before = after;
  }
  return { runs, state: withoutProbes(before, isProbe) };
}

type IsProbe = (name: string) => boolean;
const ownerOf = (object: KubeObject, kind: string): string =>
  kind === 'TeamSpace'
    ? object.metadata.name
    : (kind === 'Namespace' ? object.metadata.name : (object.metadata.namespace ?? '')).replace(/^team-/, '');

/** Only the learner's objects, without bookkeeping. */
export function withoutProbes(objects: LabObjects, isProbe: IsProbe): LabObjects {
  const kept = <T extends KubeObject>(kind: string, list: T[]) =>
    list.filter((o) => !isProbe(ownerOf(o, kind))).map(trimmed);
  return {
    teamSpaces: kept('TeamSpace', objects.teamSpaces),
    namespaces: kept('Namespace', objects.namespaces),
    quotas: kept('ResourceQuota', objects.quotas),
  };
}

/**
 * What was written between two looks, by resourceVersion and uid of each object (step 3). Objects in deletion are
 * left out: their end is work in progress. So is a quota whose status alone changed: the cluster's own quota
 * controller writes that.
 */
export function writesBetween(before: LabObjects, after: LabObjects, isProbe: IsProbe): ObjectWrite[] {
  return [
    ...writesOf('TeamSpace', before.teamSpaces, after.teamSpaces, isProbe),
    ...writesOf('Namespace', before.namespaces, after.namespaces, isProbe),
    ...writesOf('ResourceQuota', before.quotas, after.quotas, isProbe).filter(
      ({ type, changes }) =>
        type !== 'modified' ||
        changes.length === 0 ||
        changes.some(({ field }) => !field.startsWith('/status')),
    ),
  ];
}

function writesOf(kind: string, before: KubeObject[], after: KubeObject[], isProbe: IsProbe): ObjectWrite[] {
  const living = (list: KubeObject[]) =>
    new Map(
      list
        .filter(
          (object) => !isProbe(ownerOf(object, kind)) && object.metadata.deletionTimestamp === undefined,
        )
        .map((object) => [`${object.metadata.namespace ?? ''}/${object.metadata.name}`, object]),
    );
  const [old, now] = [living(before), living(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): ObjectWrite[] => {
    const [a, b] = [old.get(key), now.get(key)];
    if (a?.metadata.resourceVersion === b?.metadata.resourceVersion && a?.metadata.uid === b?.metadata.uid)
      return [];
    const { name, namespace } = (b ?? a)?.metadata ?? { name: '' };
    return [
      {
        kind,
        ...(namespace !== undefined && { namespace }),
        name,
        type: a === undefined ? 'created' : b === undefined ? 'deleted' : 'modified',
        ...(a && { resourceVersionBefore: a.metadata.resourceVersion }),
        ...(b && { resourceVersionAfter: b.metadata.resourceVersion }),
        changes: a && b ? changedFields(plain(a), plain(b)) : [],
        managers: newManagers(a, b),
      },
    ];
  });
}

function plain(object: KubeObject): unknown {
  const { resourceVersion: _, ...metadata } = trimmed(object).metadata;
  return { ...object, metadata };
}

function newManagers(before: KubeObject | undefined, after: KubeObject | undefined): string[] {
  const known = new Set((before?.metadata.managedFields ?? []).map((entry) => JSON.stringify(entry)));
  const changed = (after?.metadata.managedFields ?? []).filter((entry) => !known.has(JSON.stringify(entry)));
  return [
    ...new Set(
      changed.map(({ manager, subresource }) => `${manager ?? '?'}${subresource ? ` (${subresource})` : ''}`),
    ),
  ];
}

function changedFields(before: unknown, after: unknown, pointer = ''): ObjectWrite['changes'] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) || !isRecord(after)) {
    return [
      { field: pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    ];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changedFields(before[key], after[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
