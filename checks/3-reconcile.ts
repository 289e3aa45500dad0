import { FILE_FINDINGS, JSON_FINDINGS, readArtifact, textOf } from '../src/artifact.ts';
import { advice, defineCheck, verdict } from '../src/check.ts';
import { mismatches } from '../src/desired.ts';
import type { ScriptRun } from '../src/evidence.ts';
import { ALPHA, CRD, SCRIPT } from '../src/lab.ts';
import { alphaOf, namespaceFor, quotaFor } from './live.ts';

const script = { file: SCRIPT };
const at = (key: string) => ({ file: 'reconcile.json', pointer: `/${key}` });
const EXECUTE_BITS = 0o111;
/** What a shell says when it cannot start a program: not executable, not found (a bad interpreter). */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

/** Step 3: the same result however often it runs. */
export default defineCheck({
  step: 3,
  id: 'reconcile',
  findings: [
    ...new Set([...FILE_FINDINGS, ...JSON_FINDINGS]),
    'script-executable',
    'script-first-line',
    'script-starts',
    'script-finishes',
    'script-exit-status',
    'script-serves',
    'script-writes-nothing',
    'state-namespace',
    'state-label',
    'state-owner',
    'state-quota',
    'state-pods',
    'state-cpu',
    'state-observed-generation',
    'state-status-namespace',
    'state-complete',
    'reconcile-quota-uid',
    'reconcile-owner-uid',
    'reconcile-second-pass',
  ],
  rules: (rule) => [
    rule(['files'], ({ files }) => {
      const text = textOf(files[SCRIPT], SCRIPT);
      if ('findings' in text) return text.findings;
      const mode = text.mode & 0o777;
      const firstLine = text.content?.split('\n', 1)[0] ?? '';
      const isBinary = text.content === null;
      return [
        verdict((mode & EXECUTE_BITS) !== 0, 'script-executable', script, {
          actual: mode.toString(8).padStart(4, '0'),
        }),
        verdict(
          isBinary || (firstLine.startsWith('#!') && !firstLine.endsWith('\r')),
          'script-first-line',
          { ...script, line: 1 },
          {
            actual: firstLine.slice(0, 80),
            params: {
              carriageReturn: firstLine.endsWith('\r'),
              byteOrderMark: firstLine.startsWith('\uFEFF'),
            },
          },
        ),
      ];
    }),
    rule(['scriptRuns'], ({ scriptRuns }) => {
      const { repairRun, idleAttempts, served, provenBy } = scriptRuns;
      const runs = [repairRun, ...idleAttempts.flat()].filter((run) => run !== undefined);
      const notStarted = runs.find((run) => NOT_STARTED.includes(run.exitCode));
      const endless = runs.find((run) => run.timedOut);
      const last = idleAttempts.at(-1) ?? [];
      const writes = last.flatMap((run) => run.writes);
      const failing = runs.find(
        (run) => run.exitCode !== 0 && !NOT_STARTED.includes(run.exitCode) && !run.timedOut,
      );
      const shown = (run: ScriptRun | undefined) => ({
        exitCode: run?.exitCode ?? null,
        stderr: lastLine(run?.stderr ?? ''),
      });
      const broken = notStarted !== undefined || endless !== undefined;
      return [
        verdict(notStarted === undefined, 'script-starts', script, { params: shown(notStarted) }),
        notStarted === undefined &&
          verdict(endless === undefined, 'script-finishes', script, {
            params: { durationMs: endless?.durationMs ?? null },
          }),
        ...served
          .filter(() => !broken || provenBy === 'service')
          .flatMap(({ teamSpace, namespace, quota }) => {
            const wrong = mismatches(teamSpace, namespace ?? undefined, quota ?? undefined);
            const subject = { kind: CRD.kind, name: teamSpace.metadata.name };
            if (wrong.length === 0) return [verdict(true, 'script-serves', subject)];
            return wrong.map((m) =>
              verdict(false, 'script-serves', m.subject, {
                expected: m.expected,
                actual: m.actual,
                params: { probe: teamSpace.metadata.name, rule: m.rule, ...shown(repairRun) },
              }),
            );
          }),
        ...(broken
          ? []
          : writes.length === 0
            ? [verdict(last.length > 0, 'script-writes-nothing', script)]
            : writes.map((write) => {
                const { kind, namespace, name } = write;
                return verdict(
                  false,
                  'script-writes-nothing',
                  { kind, ...(namespace !== undefined && { namespace }), name },
                  {
                    expected: write.resourceVersionBefore ?? null,
                    actual: write.resourceVersionAfter ?? null,
                    params: { type: write.type, changes: write.changes, managers: write.managers },
                  },
                );
              })),
        failing !== undefined && advice('script-exit-status', script, shown(failing)),
      ];
    }),
    rule(['scriptRuns'], ({ scriptRuns }) => {
      const { teamSpaces, namespaces, quotas } = scriptRuns.state;
      const living = teamSpaces.filter((teamSpace) => teamSpace.metadata.deletionTimestamp === undefined);
      const wrong = living.flatMap((teamSpace) => {
        const { name } = teamSpace.metadata;
        return mismatches(teamSpace, namespaceFor(namespaces, name), quotaFor(quotas, name));
      });
      if (wrong.length === 0)
        return [verdict(true, 'state-complete', { kind: CRD.kind, name: '*' }, { actual: living.length })];
      return wrong.map(({ rule, subject, expected, actual }) =>
        verdict(false, `state-${rule}`, subject, { expected, actual }),
      );
    }),
    rule(['files'], ({ files }) => {
      const { fields, findings } = readArtifact(files, 'reconcile');
      const changed = fields.second_pass_rv_changed;
      return [
        ...findings,
        changed !== undefined &&
          verdict(!changed, 'reconcile-second-pass', at('second_pass_rv_changed'), { actual: changed }),
      ];
    }),
    rule(['files', 'teamSpaces', 'quotas'], ({ files, teamSpaces, quotas }) => {
      const { quota_uid, namespace_owner_uid } = readArtifact(files, 'reconcile').fields;
      // Step 5 replaces the quota, so the file may name the one that was deleted there.
      const deleted = readArtifact(files, 'drift').fields.deleted_uid;
      const alpha = alphaOf(teamSpaces);
      const quota = quotaFor(quotas, ALPHA.name);
      return [
        quota_uid !== undefined &&
          quota !== undefined &&
          verdict(
            quota_uid === quota.metadata.uid || quota_uid === deleted,
            'reconcile-quota-uid',
            at('quota_uid'),
            {
              actual: quota_uid,
            },
          ),
        namespace_owner_uid !== undefined &&
          verdict(
            namespace_owner_uid === alpha.metadata.uid,
            'reconcile-owner-uid',
            at('namespace_owner_uid'),
            {
              expected: alpha.metadata.uid,
              actual: namespace_owner_uid,
            },
          ),
      ];
    }),
  ],
});
