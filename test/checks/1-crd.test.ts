import { describe, expect, test } from 'vitest';
import type { AdmissionTrialId } from '../../src/evidence.ts';
import {
  ACCEPTED,
  alpha,
  crd,
  fileIs,
  fileText,
  inPart,
  keys,
  REFUSED,
  replaced,
  teamSpaces,
  textOfFile,
  trial,
} from '../support/evidence.ts';
import { adviceOf, failures, verdictOf } from '../support/verdict.ts';

const CRD = 'CustomResourceDefinition teamspaces.platform.labhub.io';
const UID = '11111111-2222-4333-8444-555555555555';

test('the honest lab passes', () => {
  expect(verdictOf()).toEqual({});
});

describe('the live CRD', () => {
  test('must be there', () => {
    expect(
      verdictOf((evidence) => {
        evidence.parts.crd = { readyMs: 1, value: null };
      }),
    ).toEqual({ 1: [`crd-exists ${CRD} metadata.name`] });
  });

  test.each([
    [
      'False',
      (conditions: { type: string; status: string }[]) => conditions.map((c) => ({ ...c, status: 'False' })),
    ],
    ['absent', () => []],
    ['not told yet', () => undefined],
  ])('must be Established: %s fails', (_, change) => {
    expect(
      verdictOf(
        crd((o) => {
          const conditions = change(o.status?.conditions ?? []);
          o.status = { ...(conditions && { conditions }) };
        }),
      ),
    ).toEqual({ 1: [`crd-established ${CRD} status.conditions`] });
  });

  test.each([
    ['spec.group', 'group: platform.labhub.io', 'group: labhub.io'],
    ['spec.scope', 'scope: Cluster', 'scope: Namespaced'],
    ['spec.names.kind', 'kind: TeamSpace\n', 'kind: Teamspace\n'],
    ['spec.names.plural', 'plural: teamspaces', 'plural: teamspace'],
  ])('has the right %s', (field, right, wrong) => {
    const [, group = ''] = wrong.split(': ');
    const value = group.trim();
    const applied = crd(({ spec }) => {
      if (field === 'spec.group') spec.group = value;
      if (field === 'spec.scope') spec.scope = value;
      if (field === 'spec.names.kind') spec.names.kind = value;
      if (field === 'spec.names.plural') spec.names.plural = value;
    });
    const verdict = verdictOf(applied, replaced('crd.yaml', right, wrong));
    expect(verdict).toEqual({ 1: [`crd-field ${CRD} ${field}`] });
  });

  test.each(['served', 'storage'] as const)('has v1alpha1 with %s', (flag) => {
    expect(
      verdictOf(
        crd(({ spec }) => {
          for (const version of spec.versions) version[flag] = false;
        }),
        replaced('crd.yaml', `${flag}: true`, `${flag}: false`),
      ),
    ).toEqual({ 1: [`crd-version ${CRD} spec.versions`] });
  });

  test('may have other versions beside v1alpha1', () => {
    expect(
      verdictOf(crd(({ spec }) => spec.versions.unshift({ name: 'v1', served: true, storage: false }))),
    ).toEqual({});
  });

  test('has the status subresource', () => {
    expect(
      verdictOf(
        crd(({ spec }) => {
          for (const version of spec.versions) delete version.subresources;
        }),
        replaced('crd.yaml', /\s+subresources:\s+status: \{\}/, ''),
      ),
    ).toEqual({ 1: [`crd-status-subresource ${CRD} spec.versions[].subresources.status`] });
  });
});

describe('the schema, by dry runs', () => {
  const refusesWrong: AdmissionTrialId[] = [
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
  test.each(refusesWrong)('must refuse %s', (id) => {
    const [failure] = failures(trial(id, ACCEPTED));
    expect(verdictOf(trial(id, ACCEPTED))).toEqual({ 1: [`schema-refuses ${CRD} spec.versions[].schema`] });
    expect(failure).toMatchObject({ expected: 'refused', actual: 'accepted', params: { trial: id } });
  });

  test.each(refusesWrong)('may refuse %s as a bad request', (id) => {
    expect(verdictOf(trial(id, { code: 400 }))).toEqual({});
  });

  test.each(['pods-1', 'pods-50'] as const)('must accept %s', (id) => {
    expect(verdictOf(trial(id, REFUSED))).toEqual({ 1: [`schema-accepts ${CRD} spec.versions[].schema`] });
  });

  test.each([[undefined], ['2'], [1]])('must fill in cpu "1": %j fails', (cpu) => {
    const object = { spec: { pods: 1, ...(cpu !== undefined && { cpu }) } };
    expect(verdictOf(trial('pods-1', { code: 201, object }))).toEqual({
      1: [`schema-cpu-default ${CRD} spec.versions[].schema`],
    });
  });

  test('must know spec: without it the server drops all of it', () => {
    expect(verdictOf(trial('pods-1', { code: 201, object: {} }))).toEqual({
      1: [`schema-cpu-default ${CRD} spec.versions[].schema`],
    });
  });

  test.each([
    ['dropped', undefined],
    ['emptied', {}],
    ['observedGeneration dropped', { namespace: 'team-alpha' }],
    ['namespace dropped', { observedGeneration: 4 }],
  ])('must keep a right status: %s fails', (_, status) => {
    const object = { spec: {}, ...(status && { status }), generation: 3 };
    expect(verdictOf(trial('status-right', { code: 200, object }))).toEqual({
      1: [`schema-keeps-status ${CRD} spec.versions[].schema`],
    });
  });

  test('must not refuse a right status', () => {
    expect(verdictOf(trial('status-right', REFUSED))).toEqual({
      1: [`schema-keeps-status ${CRD} spec.versions[].schema`],
    });
  });

  test('gives advice only when an object without spec is accepted', () => {
    expect(verdictOf(trial('spec-missing', ACCEPTED))).toEqual({});
    expect(adviceOf(trial('spec-missing', ACCEPTED))).toEqual([
      `schema-spec-optional ${CRD} spec.versions[].schema`,
    ]);
    expect(adviceOf()).toEqual([]);
  });

  test('is not judged by an answer that is neither yes nor no', () => {
    expect(verdictOf(trial('pods-0', { code: 500, message: 'etcd' }))).toEqual({ 1: 'error, api-error' });
    expect(verdictOf(trial('pods-0', { code: 429 }))).toEqual({ 1: 'error, api-error' });
    expect(verdictOf(trial('status-namespace-number', { code: 500 }))).toEqual({ 1: 'error, api-error' });
  });
});

describe('crd.yaml', () => {
  const CRD_YAML = textOfFile('crd.yaml');

  test.each([
    ['spec.group', 'group: platform.labhub.io', 'group: labhub.io'],
    ['spec.scope', 'scope: Cluster', 'scope: Namespaced'],
    ['spec.names.kind', 'kind: TeamSpace\n', 'kind: Space\n'],
    ['spec.names.plural', 'plural: teamspaces', 'plural: spaces'],
    ['versions[v1alpha1].served', 'served: true', 'served: false'],
    ['versions[v1alpha1].storage', 'storage: true', 'storage: false'],
    ['versions[v1alpha1].subresources.status', /\s+subresources:\s+status: \{\}/, ''],
    ['spec.pods required', 'required: [pods]', 'required: [cpu]'],
    ['spec.pods type', 'type: integer\n                  minimum', 'type: number\n                  minimum'],
    ['spec.pods minimum', 'minimum: 1', 'minimum: 2'],
    ['spec.pods maximum', 'maximum: 50', 'maximum: 500'],
    ['spec.cpu type', 'type: string\n                  default', 'type: number\n                  default'],
    ['spec.cpu default', 'default: "1"', 'default: "2"'],
    ['status.observedGeneration type', /(?<=observedGeneration:\s+type: )integer/, 'string'],
    ['status.namespace type', /(?<=namespace:\s+type: )string/, 'integer'],
  ])('must be what the cluster has: %s', (field, from, to) => {
    expect(verdictOf(replaced('crd.yaml', from, to))).toEqual({ 1: [`crd-file-matches crd.yaml ${field}`] });
  });

  test.each([
    [
      'extra fields that are not graded',
      CRD_YAML.replace('singular: teamspace', 'singular: teamspace\n    shortNames: [ts]'),
    ],
    ['two documents in one file', `${CRD_YAML}---\n${textOfFile('alpha.yaml')}`],
    ['a leading document mark and comments', `# the type\n---\n${CRD_YAML}`],
    ['a byte-order mark', `\uFEFF${CRD_YAML}`],
    ['Windows line breaks', CRD_YAML.replaceAll('\n', '\r\n')],
    ['other quotes', CRD_YAML.replace('"1"', "'1'")],
    ['block sequences', CRD_YAML.replace('required: [pods]', 'required:\n                - pods')],
  ])('may hold %s', (_, content) => {
    expect(verdictOf(fileText('crd.yaml', content))).toEqual({});
  });

  test('may be a List', () => {
    const indented = CRD_YAML.trimEnd().replaceAll('\n', '\n    ');
    const list = `apiVersion: v1\nkind: List\nitems:\n  - ${indented}\n`;
    expect(verdictOf(fileText('crd.yaml', list))).toEqual({});
  });

  test('must hold this CRD', () => {
    expect(verdictOf(fileText('crd.yaml', textOfFile('alpha.yaml')))).toEqual({
      1: ['crd-file-holds-crd crd.yaml'],
    });
    expect(verdictOf(replaced('crd.yaml', 'name: teamspaces.', 'name: spaces.'))).toEqual({
      1: ['crd-file-holds-crd crd.yaml'],
    });
    expect(verdictOf(replaced('crd.yaml', 'kind: CustomResourceDefinition', 'kind: ConfigMap'))).toEqual({
      1: ['crd-file-holds-crd crd.yaml'],
    });
  });

  test.each(['metadata:\n', 'metadata: null\n', 'metadata: text\n'])(
    'may have any shape: %j fails, no error',
    (text) => {
      expect(verdictOf(fileText('crd.yaml', `kind: CustomResourceDefinition\n${text}`))).toEqual({
        1: ['crd-file-holds-crd crd.yaml'],
      });
    },
  );
});

describe.each(['crd.yaml', 'alpha.yaml'])('%s', (file) => {
  test('must exist', () => {
    expect(verdictOf(fileIs(file, { kind: 'missing' }))).toEqual({ 1: [`file-present ${file}`] });
  });

  test.each([
    ['empty', '', `${file}`],
    ['only comments', '# nothing\n', `${file}`],
    ['bad indentation', 'spec:\n  pods: 4\n pods: 5\n', `${file} 3:1`],
    ['a tab', 'spec:\n\tpods: 4\n', `${file} 2:1`],
  ])('must be YAML: %s fails', (_, content, where) => {
    expect(verdictOf(fileText(file, content))).toEqual({ 1: [`yaml-document ${where}`] });
  });

  test.each([
    ['an alias of nothing', 'spec: *nothing\n'],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'abcdef'
        .split('')
        .slice(1)
        .map((k, i) => `${k}: &${k} [${Array(9).fill(`*${'abcdef'[i]}`).join(',')}]\n`)
        .join('')}`,
    ],
  ])('hostile YAML fails and is never an error: %s', (_, content) => {
    expect(failures(fileText(file, content))[0]?.id).toBe('yaml-document');
  });

  test.each([
    ['brackets without end', `a: ${'['.repeat(20_000)}`],
    ['brackets within brackets', `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['sequences in sequences', '- '.repeat(10_000)],
  ])('YAML that is nested too deeply fails: %s', (_, content) => {
    expect(failures(fileText(file, content))[0]?.id).toBe('yaml-document');
  });

  test('that is not UTF-8 fails', () => {
    const bytes = {
      kind: 'file',
      encoding: 'binary',
      content: '/w==',
      mode: 0o644,
      mtimeMs: 0,
      size: 1,
      sha256: '',
    } as const;
    expect(Object.keys(verdictOf(fileIs(file, bytes)))).toEqual(['1']);
  });
});

test('alpha exists', () => {
  const { 1: one } = verdictOf(
    teamSpaces((all) => {
      all.length = 0;
    }),
  );
  expect(one).toEqual(['alpha-exists TeamSpace alpha']);
});

describe('before.json', () => {
  test('uid is that of live alpha', () => {
    expect(verdictOf(keys('before.json', { uid: UID }))).toEqual({ 1: ['before-uid before.json /uid'] });
    const { 1: made } = verdictOf(
      alpha((o) => {
        o.metadata.uid = UID;
      }),
    );
    expect(made).toEqual(['before-uid before.json /uid']);
  });

  test('whatever TeamSpaces there are beside it', () => {
    const other = inPart('teamSpaces', (all) => {
      all.unshift({ metadata: { name: 'aardvark', uid: UID, resourceVersion: '1' } });
    });
    expect(verdictOf(other)).toEqual({});
  });

  test('both uids are told when they differ', () => {
    const [failure] = failures(keys('before.json', { uid: UID }));
    expect(failure).toMatchObject({ expected: 'c6c750d5-7f74-4c01-a341-db30af6faf6f', actual: UID });
  });

  test('namespace_exists is false, whatever the cluster has by now', () => {
    expect(verdictOf(keys('before.json', { namespace_exists: true }))).toEqual({
      1: ['before-namespace-exists before.json /namespace_exists'],
    });
  });
});
