import type { KubeObject } from '../kube-types.ts';
import { KubeError } from './errors.ts';

/**
 * What a server calls an object, when it has the metadata of one; spec and status are the judges' business.
 * @throws KubeError `api-error` when no API server would answer so
 */
export function kubeObject<T extends KubeObject>(value: unknown, what: string): T {
  if (isRecord(value) && isRecord(value.metadata) && hasRightTypes(value.metadata))
    return value as unknown as T;
  throw new KubeError('api-error', `${what}: the answer is not a Kubernetes object`);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isListOf = (is: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(is);
const isMapOfTexts = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isText);

const METADATA: Readonly<Record<string, (value: unknown) => boolean>> = {
  namespace: isText,
  creationTimestamp: isText,
  deletionTimestamp: isText,
  generation: Number.isInteger,
  labels: isMapOfTexts,
  annotations: isMapOfTexts,
  finalizers: isListOf(isText),
  ownerReferences: isListOf(isRecord),
  managedFields: isListOf(isRecord),
};

/** Three fields are always there; of the others those that are there count. */
function hasRightTypes(metadata: Record<string, unknown>): boolean {
  const { name, uid, resourceVersion } = metadata;
  return (
    [name, uid, resourceVersion].every(isText) &&
    Object.entries(METADATA).every(([field, is]) => metadata[field] == null || is(metadata[field]))
  );
}
