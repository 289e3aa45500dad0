import { type CleanUp, type Evidence, LIVE_PARTS, type LivePart } from '../evidence.ts';
import { SCRIPT } from '../lab.ts';
import { gathered } from '../parts.ts';
import { isAtWork } from '../unit-state.ts';

type LiveParts = Pick<Evidence['parts'], LivePart>;

/** What the last probes showed, to be counted as long as nothing changes that they depend on. */
export interface ProbeMemory {
  /** When they were over, in milliseconds of any clock. */
  endedMs: number;
  /** What they depended on. */
  basis: string;
  parts: LiveParts;
  cleanUp: CleanUp;
}

/**
 * Remembers the live parts of evidence.
 *
 * @param unitFiles changes whenever the unit's files do
 */
export function remember(evidence: Evidence, unitFiles: string, endedMs: number): ProbeMemory {
  const parts = Object.fromEntries(
    LIVE_PARTS.flatMap((name) => (evidence.parts[name] ? [[name, evidence.parts[name]]] : [])),
  );
  return { endedMs, basis: basisOf(evidence, unitFiles), parts, cleanUp: evidence.cleanUp };
}

/**
 * Fresh evidence, without live parts of its own, with the remembered ones in their places; as it is when the script,
 * the unit or the CRD is no longer what it was.
 */
export function recall(
  fresh: Evidence,
  unitFiles: string,
  memory: ProbeMemory | undefined,
): { evidence: Evidence; stale: boolean } {
  if (memory === undefined) return { evidence: fresh, stale: false };
  // What is left over stays to be told, whatever else has changed.
  const { cleanUp } = memory;
  const stale = memory.basis !== basisOf(fresh, unitFiles);
  const parts = stale ? fresh.parts : { ...fresh.parts, ...memory.parts };
  return { evidence: { ...fresh, parts, cleanUp }, stale };
}

/** reconcile.sh, the unit as systemd has loaded it and as its files are, whether it runs, and the CRD's spec. */
function basisOf({ parts }: Evidence, unitFiles: string): string {
  const script = gathered(parts.files)?.[SCRIPT];
  const service = gathered(parts.service);
  const { LoadState, FragmentPath, Type, Restart, NeedDaemonReload } = service?.properties ?? {};
  const running = service?.samples.some((look) => isAtWork(look, Type ?? ''));
  return JSON.stringify([
    script?.kind === 'file' ? [script.sha256, script.mode] : script?.kind,
    [LoadState, FragmentPath, Type, Restart, NeedDaemonReload, running, unitFiles],
    gathered(parts.crd)?.spec,
  ]);
}
