import type { AdmissionTrial, AdmissionTrialId } from '../evidence.ts';
import type { KubeClient } from '../kube/client.ts';
import { messageOf } from '../kube/errors.ts';
import { paths } from '../kube/paths.ts';
import type { KubeObject, TeamSpace } from '../kube-types.ts';
import { ALPHA, CRD, namespaceOf } from '../lab.ts';
import { Blocked } from './collector.ts';
import { probeName } from './probe-name.ts';

const DRY_RUN = { dryRun: 'All' } as const;
const SPECS: readonly [AdmissionTrialId, unknown][] = [
  ['pods-0', { pods: 0 }],
  ['pods-51', { pods: 51 }],
  ['pods-minus-1', { pods: -1 }],
  ['pods-text', { pods: '4' }],
  ['pods-fraction', { pods: 4.5 }],
  ['pods-missing', {}],
  ['spec-missing', undefined],
  ['pods-1', { pods: 1 }],
  ['pods-50', { pods: 50 }],
  ['cpu-number', { pods: 1, cpu: 2 }],
];

/**
 * Asks the API server by dry runs what the CRD's schema accepts and fills in (step 1); nothing is stored.
 * The status trials need alpha and are left out without it.
 */
export async function admissionTrials(
  kube: KubeClient,
  teamSpaces: TeamSpace[] | undefined,
  signal: AbortSignal,
): Promise<AdmissionTrial[]> {
  const name = probeName();
  const create = ([id, spec]: (typeof SPECS)[number]) => {
    const body = {
      apiVersion: CRD.apiVersion,
      kind: CRD.kind,
      metadata: { name },
      ...(spec !== undefined && { spec }),
    };
    return trial(id, kube.request('POST', paths.teamSpaces, { query: DRY_RUN, body, signal }));
  };
  const alpha = teamSpaces?.find(({ metadata }) => metadata.name === ALPHA.name);
  const namespace = namespaceOf(ALPHA.name);
  const right = { observedGeneration: (alpha?.status?.observedGeneration ?? 0) + 1, namespace };
  const statuses: readonly [AdmissionTrialId, unknown][] = [
    ['status-right', right],
    ['status-generation-text', { ...right, observedGeneration: 'x' }],
    ['status-namespace-number', { ...right, namespace: 5 }],
  ];
  const patchStatus = ([id, status]: (typeof statuses)[number]) =>
    trial(
      id,
      kube.request('PATCH', paths.teamSpaceStatus(ALPHA.name), {
        query: DRY_RUN,
        body: { status },
        patchType: 'application/merge-patch+json',
        signal,
      }),
    );
  const trials = await Promise.all([...SPECS.map(create), ...(alpha ? statuses.map(patchStatus) : [])]);
  if (trials.some(({ id, code }) => code === 404 && !id.startsWith('status-')))
    throw new Blocked('type-not-served');
  return trials;
}

async function trial(
  id: AdmissionTrialId,
  request: ReturnType<KubeClient['request']>,
): Promise<AdmissionTrial> {
  const { code, body } = await request;
  if (code !== 200 && code !== 201) {
    const message = messageOf(body);
    return { id, code, ...(message !== undefined && { message }) };
  }
  const { spec, status, metadata } = body as Partial<KubeObject>;
  return {
    id,
    code,
    object: {
      ...(spec && { spec }),
      ...(status && { status }),
      ...(metadata?.generation !== undefined && { generation: metadata.generation }),
    },
  };
}
