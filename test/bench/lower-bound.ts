import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import type { Evidence } from '../../src/evidence.ts';
import { DEADLINES } from '../../src/lab.ts';
import { gathered } from '../../src/parts.ts';

type Cause = GradeReport['timeline'][number]['cause'];

/**
 * The milliseconds that no grader of this controller can do without, from what one grade saw:
 *
 * - three reactions that cannot be side by side, each from its first cause to its last effect: to the creation of the
 *   probes; to the drifts; to the deletions and the changes of spec, which are independent of each other;
 * - the silence that verdict rule 5 asks for between the first two, at its least, however long it really was;
 * - the two idle runs of reconcile.sh. A run does the work of a pass, so it cannot be beside a reaction that the
 *   service is watched for, and it may leave processes behind that do, so it cannot come before one either.
 */
export function lowerBoundMs({ timeline }: GradeReport, evidence: Evidence): number {
  const reaction = (...causes: Cause[]): number => {
    const own = timeline.filter(({ cause }) => causes.includes(cause));
    if (own.length === 0) throw new Error(`the timeline has no reaction to ${causes.join(', ')}`);
    return Math.max(...own.map(({ atMs, ms }) => atMs + ms)) - Math.min(...own.map(({ atMs }) => atMs));
  };
  const [idle = []] = gathered(evidence.parts.scriptRuns)?.idleAttempts ?? [];
  return (
    reaction('create') +
    DEADLINES.silence +
    reaction('delete-quota', 'edit-pods', 'edit-cpu') +
    reaction('delete', 'edit-spec') +
    idle.reduce((sum, { durationMs }) => sum + durationMs, 0)
  );
}
