import { JSON_FINDINGS, readArtifact, readYaml, YAML_FINDINGS } from '../src/artifact.ts';
import { advice, defineCheck, type Finding, verdict } from '../src/check.ts';
import type { AdmissionTrialId } from '../src/evidence.ts';
import { ALPHA, CRD } from '../src/lab.ts';
import { gradedFields } from './crd-fields.ts';
import { byName } from './live.ts';

const crdSubject = (field: string) => ({ kind: 'CustomResourceDefinition', name: CRD.name, field });
const alphaSubject = { kind: CRD.kind, name: ALPHA.name };
const REFUSED: readonly AdmissionTrialId[] = [
  'pods-0',
  'pods-51',
  'pods-minus-1',
  'pods-text',
  'pods-fraction',
  'pods-missing',
  'cpu-number',
  'status-generation-text',
  'status-namespace-number',
];
const ACCEPTED: readonly AdmissionTrialId[] = ['pods-1', 'pods-50'];

const accepted = (code: number): boolean => code === 200 || code === 201;
const refused = (code: number): boolean => code === 400 || code === 422;

/** Step 1: registering the type alone does nothing. */
export default defineCheck({
  step: 1,
  id: 'crd',
  findings: [
    ...new Set([...JSON_FINDINGS, ...YAML_FINDINGS]),
    'crd-exists',
    'crd-established',
    'crd-field',
    'crd-version',
    'crd-status-subresource',
    'schema-refuses',
    'schema-accepts',
    'schema-cpu-default',
    'schema-keeps-status',
    'schema-spec-optional',
    'schema-trial',
    'crd-file-holds-crd',
    'crd-file-matches',
    'alpha-exists',
    'before-uid',
    'before-namespace-exists',
  ],
  rules: (rule) => [
    rule(['crd'], ({ crd }) => {
      if (crd === null) return [verdict(false, 'crd-exists', crdSubject('metadata.name'))];
      const version = crd.spec.versions.find((v) => v.name === CRD.version);
      const established = crd.status?.conditions?.find((c) => c.type === 'Established')?.status === 'True';
      const field = (path: string, expected: string, actual: string) =>
        verdict(actual === expected, 'crd-field', crdSubject(path), { expected, actual });
      return [
        verdict(established, 'crd-established', crdSubject('status.conditions')),
        field('spec.group', CRD.group, crd.spec.group),
        field('spec.scope', CRD.scope, crd.spec.scope),
        field('spec.names.kind', CRD.kind, crd.spec.names.kind),
        field('spec.names.plural', CRD.plural, crd.spec.names.plural),
        verdict(version?.served === true && version.storage, 'crd-version', crdSubject('spec.versions'), {
          expected: CRD.version,
          actual: crd.spec.versions.map((v) => v.name),
        }),
        verdict(
          version?.subresources?.status !== undefined,
          'crd-status-subresource',
          crdSubject('spec.versions[].subresources.status'),
        ),
      ];
    }),
    rule(['admission'], ({ admission }) =>
      admission.flatMap(
        (
          trial,
        ): Finding<
          | 'schema-refuses'
          | 'schema-accepts'
          | 'schema-cpu-default'
          | 'schema-keeps-status'
          | 'schema-spec-optional'
          | 'schema-trial'
        >[] => {
          const subject = crdSubject('spec.versions[].schema');
          const seen = { params: { trial: trial.id, ...(trial.message && { message: trial.message }) } };
          if (!accepted(trial.code) && !refused(trial.code)) {
            const known404 = trial.code === 404 && trial.id.startsWith('status-');
            if (known404) return [];
            return [{ id: 'schema-trial', outcome: 'unknown', subject, actual: trial.code, ...seen }];
          }
          if (REFUSED.includes(trial.id)) {
            return [
              verdict(refused(trial.code), 'schema-refuses', subject, {
                expected: 'refused',
                actual: accepted(trial.code) ? 'accepted' : 'refused',
                ...seen,
              }),
            ];
          }
          if (ACCEPTED.includes(trial.id)) {
            const findings: Finding<'schema-accepts' | 'schema-cpu-default'>[] = [
              verdict(accepted(trial.code), 'schema-accepts', subject, {
                expected: 'accepted',
                actual: accepted(trial.code) ? 'accepted' : 'refused',
                ...seen,
              }),
            ];
            if (accepted(trial.code)) {
              const cpu = trial.object?.spec?.cpu ?? null;
              findings.push(
                verdict(cpu === CRD.defaultCpu, 'schema-cpu-default', subject, {
                  expected: CRD.defaultCpu,
                  actual: cpu,
                  ...seen,
                }),
              );
            }
            return findings;
          }
          if (trial.id === 'status-right') {
            const kept =
              typeof trial.object?.status?.observedGeneration === 'number' &&
              typeof trial.object.status.namespace === 'string';
            return [
              verdict(accepted(trial.code) && kept, 'schema-keeps-status', subject, {
                actual: trial.object?.status ?? null,
                ...seen,
              }),
            ];
          }
          return accepted(trial.code) ? [advice('schema-spec-optional', subject)] : [];
        },
      ),
    ),
    rule(['files', 'crd'], ({ files, crd }) => {
      const { documents, findings } = readYaml(files, 'crd.yaml');
      if (documents.length === 0) return findings;
      const file = { file: 'crd.yaml' };
      const document = documents.find(
        (d) =>
          d.kind === 'CustomResourceDefinition' &&
          (d.metadata as { name?: unknown } | undefined)?.name === CRD.name,
      );
      const holds = verdict(document !== undefined, 'crd-file-holds-crd', file, { expected: CRD.name });
      if (document === undefined || crd === null) return [...findings, holds];
      const live = gradedFields(crd);
      const written = gradedFields(document);
      return [
        ...findings,
        holds,
        ...Object.keys(live).map((field) =>
          verdict(
            JSON.stringify(written[field]) === JSON.stringify(live[field]),
            'crd-file-matches',
            { ...file, pointer: field },
            {
              expected: live[field] ?? null,
              actual: written[field] ?? null,
            },
          ),
        ),
      ];
    }),
    rule(['files'], ({ files }) => readYaml(files, 'alpha.yaml').findings),
    rule(['teamSpaces'], ({ teamSpaces }) => [
      verdict(byName(teamSpaces, ALPHA.name) !== undefined, 'alpha-exists', alphaSubject),
    ]),
    rule(['files'], ({ files }) => {
      const { fields, findings } = readArtifact(files, 'before');
      const { namespace_exists } = fields;
      if (namespace_exists === undefined) return findings;
      const subject = { file: 'before.json', pointer: '/namespace_exists' };
      return [
        ...findings,
        verdict(!namespace_exists, 'before-namespace-exists', subject, { actual: namespace_exists }),
      ];
    }),
    rule(['files', 'teamSpaces'], ({ files, teamSpaces }) => {
      const uid = readArtifact(files, 'before').fields.uid;
      const alpha = byName(teamSpaces, ALPHA.name);
      if (uid === undefined || alpha === undefined) return [];
      const seen = { expected: alpha.metadata.uid, actual: uid };
      return [
        verdict(uid === alpha.metadata.uid, 'before-uid', { file: 'before.json', pointer: '/uid' }, seen),
      ];
    }),
  ],
});
