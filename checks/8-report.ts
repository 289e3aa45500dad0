import { JSON_FINDINGS, readArtifact } from '../src/artifact.ts';
import { defineCheck, verdict } from '../src/check.ts';
import { archiveFileOf, BETA, FINALIZER } from '../src/lab.ts';
import { alphaField, alphaOf } from './live.ts';

const at = (key: string) => ({ file: 'report.json', pointer: `/${key}` });
const BETA_FILE = archiveFileOf(BETA.name);

/** Step 8: what the controller did, as values. */
export default defineCheck({
  step: 8,
  id: 'report',
  findings: [
    ...JSON_FINDINGS,
    'report-crd-alone',
    'report-status-bumps',
    'report-restore-seconds',
    'report-finalizer',
    'report-archived',
    'report-generations-behind',
    'report-trigger',
    'status-bumps-live',
  ],
  rules: (rule) => [
    rule(['files'], ({ files }) => {
      const { fields, findings } = readArtifact(files, 'report');
      const drift = readArtifact(files, 'drift').fields;
      const catchup = readArtifact(files, 'catchup').fields;
      const archive = readArtifact(files, 'archive', BETA_FILE).fields;
      const behind =
        catchup.generation === undefined || catchup.observed_while_stopped === undefined
          ? undefined
          : catchup.generation - catchup.observed_while_stopped;
      /** A value that must repeat what another file of the learner says. */
      const repeats = (
        id: 'report-restore-seconds' | 'report-archived' | 'report-generations-behind',
        key: string,
        value: string | number | undefined,
        source: string,
        there: string | number | undefined,
      ) =>
        value !== undefined &&
        verdict(value === there, id, at(key), {
          actual: { 'report.json': value, [source]: there ?? null },
          params: { source, sourceReadable: there !== undefined },
        });
      const { trigger, finalizer, crd_alone_created_namespace, status_bumps_generation } = fields;
      return [
        ...findings,
        crd_alone_created_namespace !== undefined &&
          verdict(!crd_alone_created_namespace, 'report-crd-alone', at('crd_alone_created_namespace'), {
            actual: crd_alone_created_namespace,
          }),
        status_bumps_generation !== undefined &&
          verdict(!status_bumps_generation, 'report-status-bumps', at('status_bumps_generation'), {
            actual: status_bumps_generation,
          }),
        repeats(
          'report-restore-seconds',
          'restore_seconds',
          fields.restore_seconds,
          'drift.json',
          drift.restore_seconds,
        ),
        finalizer !== undefined &&
          verdict(finalizer === FINALIZER, 'report-finalizer', at('finalizer'), {
            expected: FINALIZER,
            actual: finalizer,
          }),
        repeats('report-archived', 'archived', fields.archived, BETA_FILE, archive.uid),
        repeats(
          'report-generations-behind',
          'generations_behind_while_stopped',
          fields.generations_behind_while_stopped,
          'catchup.json',
          behind,
        ),
        trigger !== undefined &&
          verdict(trigger.trim().toLowerCase() === 'level', 'report-trigger', at('trigger'), {
            actual: trigger,
            params: { oneWord: /^(level|edge)$/i.test(trigger.trim()) },
          }),
      ];
    }),
    // A status write is dry-run on the server: whether it would raise generation is the server's own answer.
    rule(['admission', 'teamSpaces'], ({ admission, teamSpaces }) => {
      const trial = admission.find(({ id }) => id === 'status-right');
      const before = alphaOf(teamSpaces).metadata.generation;
      const after = trial?.object?.generation;
      // alpha is there but has no status address: status is part of the object, and every write of it counts.
      if (trial?.code === 404)
        return [verdict(false, 'status-bumps-live', alphaField('metadata.generation'))];
      return [
        before !== undefined &&
          after !== undefined &&
          verdict(after === before, 'status-bumps-live', alphaField('metadata.generation'), {
            expected: before,
            actual: after,
          }),
      ];
    }),
  ],
});
