import { JSON_FINDINGS, readArtifact } from '../src/artifact.ts';
import { defineCheck, verdict } from '../src/check.ts';
import { mismatches } from '../src/desired.ts';
import type { TimelineEvent } from '../src/evidence.ts';
import type { ResourceQuota, TeamSpace } from '../src/kube-types.ts';
import { ALPHA, CRD, namespaceOf, QUOTA_NAME } from '../src/lab.ts';
import { sameQuantity } from '../src/quantity.ts';
import { alphaField, alphaOf, eventsOf, quotaFor, serviceRunning } from './live.ts';

const at = (key: string) => ({ file: 'catchup.json', pointer: `/${key}` });

/** Step 7: changes made while it was stopped are not missed. */
export default defineCheck({
  step: 7,
  id: 'catchup',
  findings: [
    ...JSON_FINDINGS,
    'service-running',
    'catchup-behind',
    'catchup-pods-while-stopped',
    'catchup-observed-after-start',
    'catchup-pods-after-start',
    'catchup-generation-live',
    'alpha-pods-step-7',
    'alpha-quota-pods',
    'alpha-observed-generation',
    'probe-converges',
  ],
  rules: (rule) => [
    rule(['service'], ({ service }) => [serviceRunning(service)]),
    rule(['files'], ({ files }) => {
      const { fields, findings } = readArtifact(files, 'catchup');
      const {
        generation,
        observed_while_stopped,
        quota_pods_while_stopped,
        observed_after_start,
        quota_pods_after_start,
      } = fields;
      return [
        ...findings,
        generation !== undefined &&
          observed_while_stopped !== undefined &&
          verdict(observed_while_stopped < generation, 'catchup-behind', at('observed_while_stopped'), {
            actual: { generation, observed_while_stopped },
          }),
        quota_pods_while_stopped !== undefined &&
          verdict(
            quota_pods_while_stopped === String(ALPHA.podsStep2),
            'catchup-pods-while-stopped',
            at('quota_pods_while_stopped'),
            {
              actual: quota_pods_while_stopped,
            },
          ),
        quota_pods_after_start !== undefined &&
          verdict(
            quota_pods_after_start === String(ALPHA.podsStep7),
            'catchup-pods-after-start',
            at('quota_pods_after_start'),
            {
              actual: quota_pods_after_start,
            },
          ),
        generation !== undefined &&
          observed_after_start !== undefined &&
          verdict(
            observed_after_start === generation,
            'catchup-observed-after-start',
            at('observed_after_start'),
            {
              actual: { generation, observed_after_start },
            },
          ),
      ];
    }),
    rule(['files', 'teamSpaces', 'quotas'], ({ files, teamSpaces, quotas }) => {
      const recorded = readArtifact(files, 'catchup').fields.generation;
      const alpha = alphaOf(teamSpaces);
      const generation = alpha.metadata.generation ?? 0;
      const observed = alpha.status?.observedGeneration ?? null;
      const pods = alpha.spec?.pods ?? null;
      const quotaPods = quotaFor(quotas, ALPHA.name)?.spec?.hard?.pods ?? null;
      return [
        recorded !== undefined &&
          verdict(generation >= recorded, 'catchup-generation-live', at('generation'), {
            actual: { recorded, live: generation },
          }),
        verdict(pods === ALPHA.podsStep7, 'alpha-pods-step-7', alphaField('spec.pods'), {
          expected: ALPHA.podsStep7,
          actual: pods,
        }),
        verdict(
          sameQuantity(quotaPods, ALPHA.podsStep7),
          'alpha-quota-pods',
          {
            kind: 'ResourceQuota',
            namespace: namespaceOf(ALPHA.name),
            name: QUOTA_NAME,
            field: 'spec.hard.pods',
          },
          { expected: String(ALPHA.podsStep7), actual: quotaPods },
        ),
        verdict(
          observed === generation,
          'alpha-observed-generation',
          alphaField('status.observedGeneration'),
          {
            expected: generation,
            actual: observed,
          },
        ),
      ];
    }),
    rule(['convergence'], ({ convergence }) => {
      const seconds = convergence.deadlineMs / 1000;
      return convergence.probes.flatMap((probe) => {
        const last = (kind: TimelineEvent['kind']) => eventsOf(convergence, probe.name, kind).at(-1)?.object;
        const teamSpace = last('TeamSpace') as TeamSpace | undefined;
        if (teamSpace === undefined) {
          const subject = { kind: CRD.kind, name: probe.name };
          return [
            {
              id: 'probe-converges' as const,
              outcome: 'unknown' as const,
              subject,
              params: { probe: probe.name },
            },
          ];
        }
        // The namespace does not change in this phase, so only the quota and the status are compared.
        const wrong = mismatches(
          teamSpace,
          undefined,
          last('ResourceQuota') as ResourceQuota | undefined,
        ).filter(({ rule }) => rule !== 'namespace');
        const params = { probe: probe.name, seconds };
        if (wrong.length === 0)
          return [verdict(true, 'probe-converges', { kind: CRD.kind, name: probe.name }, { params })];
        return wrong.map(({ subject, expected, actual }) =>
          verdict(false, 'probe-converges', subject, { expected, actual, params }),
        );
      });
    }),
  ],
});
