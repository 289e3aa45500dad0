import { CRD } from '../src/lab.ts';

type Json = Record<string, unknown>;
const child = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Json)[key] : undefined),
    value,
  );

/**
 * The fields of a CRD that the lab grades (step 1), by name, from a live object or from crd.yaml.
 * A field that is not there is `null`, so that the two can be compared field by field.
 */
export function gradedFields(crd: unknown): Record<string, unknown> {
  const versions = child(crd, 'spec', 'versions');
  const version = Array.isArray(versions)
    ? versions.find((v) => child(v, 'name') === CRD.version)
    : undefined;
  const properties = (part: 'spec' | 'status', ...path: string[]) =>
    child(version, 'schema', 'openAPIV3Schema', 'properties', part, ...path);
  const required = properties('spec', 'required');
  const fields: Record<string, unknown> = {
    'spec.group': child(crd, 'spec', 'group'),
    'spec.scope': child(crd, 'spec', 'scope'),
    'spec.names.kind': child(crd, 'spec', 'names', 'kind'),
    'spec.names.plural': child(crd, 'spec', 'names', 'plural'),
    'versions[v1alpha1].served': child(version, 'served'),
    'versions[v1alpha1].storage': child(version, 'storage'),
    'versions[v1alpha1].subresources.status': child(version, 'subresources', 'status') !== undefined,
    'spec.pods required': Array.isArray(required) && required.includes('pods'),
    'spec.pods type': properties('spec', 'properties', 'pods', 'type'),
    'spec.pods minimum': properties('spec', 'properties', 'pods', 'minimum'),
    'spec.pods maximum': properties('spec', 'properties', 'pods', 'maximum'),
    'spec.cpu type': properties('spec', 'properties', 'cpu', 'type'),
    'spec.cpu default': properties('spec', 'properties', 'cpu', 'default'),
    'status.observedGeneration type': properties('status', 'properties', 'observedGeneration', 'type'),
    'status.namespace type': properties('status', 'properties', 'namespace', 'type'),
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? null]));
}
