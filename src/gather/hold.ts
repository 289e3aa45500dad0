import type { KubeClient } from '../kube/client.ts';
import { statusError } from '../kube/errors.ts';
import { paths } from '../kube/paths.ts';
import type { TeamSpace } from '../kube-types.ts';

/** The grader's own finalizer. It stands first in the list of the probe that carries it, as another controller's would. */
export const FOREIGN_FINALIZER = 'cnpa-op-grader/hold';

export const isHeld = ({ metadata }: TeamSpace): boolean =>
  metadata.finalizers?.includes(FOREIGN_FINALIZER) === true;

/**
 * Takes the grader's own finalizer off a probe that carries it, leaving all others.
 *
 * @returns false when the list was changed by somebody else in between, so that it has to be tried again
 */
export async function releaseHold(kube: KubeClient, { metadata }: TeamSpace): Promise<boolean> {
  const path = `/metadata/finalizers/${metadata.finalizers?.indexOf(FOREIGN_FINALIZER)}`;
  const body = [
    { op: 'test', path, value: FOREIGN_FINALIZER },
    { op: 'remove', path },
  ];
  const options = { patchType: 'application/json-patch+json', body } as const;
  const { code, body: answer } = await kube.request('PATCH', paths.teamSpace(metadata.name), options);
  if (code === 422) return false;
  if (code !== 200 && code !== 404) throw statusError(code, answer, 'PATCH finalizers');
  return true;
}
