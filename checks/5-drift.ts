import { JSON_FINDINGS, readArtifact } from '../src/artifact.ts';
import { defineCheck, type Finding, verdict } from '../src/check.ts';
import type { ProbeAction } from '../src/evidence.ts';
import type { ResourceQuota } from '../src/kube-types.ts';
import { ALPHA, CRD, DRIFT_PODS, namespaceOf, QUOTA_NAME, RESTORE_SECONDS } from '../src/lab.ts';
import { sameQuantity } from '../src/quantity.ts';
import { eventsOf, quotaFor, serviceRunning } from './live.ts';

const at = (key: string) => ({ file: 'drift.json', pointer: `/${key}` });

/** Step 5: the deleted quota came back. */
export default defineCheck({
  step: 5,
  id: 'drift',
  findings: [
    ...JSON_FINDINGS,
    'service-running',
    'drift-uids-differ',
    'drift-restored-uid',
    'drift-restore-seconds',
    'drift-edited-to',
    'drift-reverted-to',
    'probe-quota-restored',
    'probe-pods-reverted',
    'probe-cpu-reverted',
  ],
  rules: (rule) => [
    rule(['service'], ({ service }) => [serviceRunning(service)]),
    rule(['files'], ({ files }) => {
      const { fields, findings } = readArtifact(files, 'drift');
      const { deleted_uid, restored_uid, restore_seconds, edited_to, reverted_to } = fields;
      const { min, max } = RESTORE_SECONDS;
      return [
        ...findings,
        deleted_uid !== undefined &&
          restored_uid !== undefined &&
          verdict(deleted_uid !== restored_uid, 'drift-uids-differ', at('restored_uid'), {
            actual: restored_uid,
          }),
        restore_seconds !== undefined &&
          verdict(
            restore_seconds >= min && restore_seconds <= max,
            'drift-restore-seconds',
            at('restore_seconds'),
            {
              expected: `${min}..${max}`,
              actual: restore_seconds,
            },
          ),
        edited_to !== undefined &&
          verdict(edited_to === DRIFT_PODS, 'drift-edited-to', at('edited_to'), {
            expected: DRIFT_PODS,
            actual: edited_to,
          }),
        // 8: the step was repeated after step 7.
        reverted_to !== undefined &&
          verdict(
            reverted_to === ALPHA.podsStep2 || reverted_to === ALPHA.podsStep7,
            'drift-reverted-to',
            at('reverted_to'),
            {
              actual: reverted_to,
              params: { early: reverted_to === DRIFT_PODS },
            },
          ),
      ];
    }),
    rule(['files', 'quotas'], ({ files, quotas }) => {
      const { restored_uid, deleted_uid } = readArtifact(files, 'drift').fields;
      const live = quotaFor(quotas, ALPHA.name)?.metadata.uid;
      return [
        restored_uid !== undefined &&
          restored_uid !== deleted_uid &&
          verdict(restored_uid === live, 'drift-restored-uid', at('restored_uid'), {
            actual: restored_uid,
            params: { quotaExists: live !== undefined },
          }),
      ];
    }),
    rule(['drift'], ({ drift }) => {
      const seconds = drift.deadlineMs / 1000;
      return drift.probes.flatMap(
        (
          probe,
        ): (Finding<'probe-quota-restored' | 'probe-pods-reverted' | 'probe-cpu-reverted'> | false)[] => {
          const was = (action: ProbeAction['action']) =>
            drift.actions.some((a) => a.probe === probe.name && a.action === action);
          const quotas = eventsOf(drift, probe.name, 'ResourceQuota');
          const params = { probe: probe.name, seconds, silenceMs: drift.quiet.silenceMs };
          const subject = { kind: 'ResourceQuota', namespace: namespaceOf(probe.name), name: QUOTA_NAME };
          const restored = quotas.some(
            ({ type, object }) => type === 'ADDED' && object.metadata.uid !== drift.deletedQuotaUid,
          );
          const cpu = probe.cpu ?? CRD.defaultCpu;
          const last = (quotas.at(-1)?.object as ResourceQuota | undefined)?.spec?.hard ?? {};
          return [
            was('delete-quota') &&
              verdict(restored, 'probe-quota-restored', subject, {
                expected: 'present',
                actual: restored ? 'present' : 'absent',
                params,
              }),
            was('edit-pods') &&
              verdict(
                sameQuantity(last.pods, probe.pods),
                'probe-pods-reverted',
                { ...subject, field: 'spec.hard.pods' },
                {
                  expected: String(probe.pods),
                  actual: last.pods ?? null,
                  params,
                },
              ),
            was('edit-cpu') &&
              verdict(
                sameQuantity(last['requests.cpu'], cpu),
                'probe-cpu-reverted',
                { ...subject, field: 'spec.hard["requests.cpu"]' },
                {
                  expected: cpu,
                  actual: last['requests.cpu'] ?? null,
                  params,
                },
              ),
          ];
        },
      );
    }),
  ],
});
