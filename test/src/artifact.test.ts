import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { jsonTypeOf, readArtifact, readYaml } from '../../src/artifact.ts';
import type { FileEvidence } from '../../src/evidence.ts';
import { fileIs, fileText, keys, textOfFile } from '../support/evidence.ts';
import { failures, judged, place, verdictOf } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

const UID = 'c6c750d5-7f74-4c01-a341-db30af6faf6f';
const file = (content: string): FileEvidence => ({
  kind: 'file',
  encoding: 'utf8',
  content,
  mode: 0o644,
  mtimeMs: 0,
  size: content.length,
  sha256: '',
});
const before = (text: string) => {
  const { fields, findings } = readArtifact({ 'before.json': file(text) }, 'before');
  return { fields, found: findings.map((f) => `${f.outcome}: ${f.id} ${place(f)}`), findings };
};
const right = (more = '') => `{"uid":"${UID}","namespace_exists":false${more}}`;

describe('presence, then type, then value', () => {
  test('a file that is right gives its fields and says so', () => {
    expect(before(right())).toMatchObject({
      fields: { uid: UID, namespace_exists: false },
      found: ['passed: json-document before.json'],
    });
  });

  test('extra keys are accepted', () => {
    expect(before(right(',"note":"mine","nested":{"uid":1}')).found).toEqual([
      'passed: json-document before.json',
    ]);
  });

  test('a missing key is not null', () => {
    expect(before(`{"uid":"${UID}"}`).found).toEqual(['failed: json-key before.json /namespace_exists']);
    expect(before(`{"uid":"${UID}","namespace_exists":null}`).found).toEqual([
      'failed: json-type before.json /namespace_exists',
    ]);
  });

  test('every fault is told, and the other fields are still read', () => {
    const { fields, found } = before('{"uid":"x","namespace_exists":"false"}');
    expect(fields).toEqual({});
    expect(found).toEqual([
      'failed: json-value before.json /uid',
      'failed: json-type before.json /namespace_exists',
    ]);
    expect(before('{"uid":"x","namespace_exists":false}').fields).toEqual({ namespace_exists: false });
  });

  test.each([
    ['"false"', 'string'],
    ['0', 'integer'],
    ['0.5', 'number'],
    ['null', 'null'],
    ['[]', 'array'],
    ['{}', 'object'],
  ])('the type is told that was found: %s', (value, actualType) => {
    const [finding] = before(`{"uid":"${UID}","namespace_exists":${value}}`).findings;
    expect(finding).toMatchObject({ id: 'json-type', expected: 'boolean', params: { actualType } });
  });

  test.each(['[]', 'null', '"text"', '5', 'true'])('a document that is no object fails: %s', (text) => {
    expect(before(text).found).toEqual(['failed: json-type before.json']);
  });
});

describe('numbers and text', () => {
  test.each(['1', '1.0', '1e0', '10e-1', '100E-2'])('an integer may be written %s', (text) => {
    const written = textOfFile('drift.json').replace('"restore_seconds": 1', `"restore_seconds": ${text}`);
    expect(verdictOf(fileText('drift.json', written))).toEqual({});
  });

  test.each(['1.5', '1e-1', '1e400'])('%s is no integer', (text) => {
    const written = textOfFile('drift.json').replace('"restore_seconds": 1', `"restore_seconds": ${text}`);
    expect(verdictOf(fileText('drift.json', written))[5]).toEqual(['json-type drift.json /restore_seconds']);
  });

  test('"6" is not 6', () => {
    expect(verdictOf(keys('drift.json', { reverted_to: '6' }))).toEqual({
      5: ['json-type drift.json /reverted_to'],
    });
  });
});

describe('uids', () => {
  test.each(['', 'alpha', UID.toUpperCase(), ` ${UID}`, `${UID}\n`, `{${UID}}`, UID.replaceAll('-', '')])(
    '%j is none',
    (uid) => {
      expect(before(JSON.stringify({ uid, namespace_exists: false })).findings[0]).toMatchObject({
        id: 'json-value',
        expected: 'uid',
        params: { unfilled: false },
      });
    },
  );

  test.each(['$uid', '$' + '{uid}', '$(kubectl get teamspace alpha)', '`kubectl`'])(
    '%j is a shell variable that the shell did not fill in',
    (uid) => {
      expect(before(JSON.stringify({ uid, namespace_exists: false })).findings[0]?.params).toEqual({
        unfilled: true,
      });
    },
  );
});

describe('did you mean', () => {
  test.each([
    ['namespaceExists'],
    ['namespace-exists'],
    ['Namespace_Exists'],
    ['NAMESPACE_EXISTS'],
    ['namespace_exist'],
    ['namespace_exits'],
    ['namespacexists'],
    ['namespce_exist'],
    ['namespace exists'],
  ])('%s', (near) => {
    const [finding] = before(`{"uid":"${UID}","${near}":false}`).findings;
    expect(finding).toMatchObject({ id: 'json-key', params: { key: 'namespace_exists', didYouMean: near } });
  });

  test.each(['exists', 'namespace', 'team_alpha_exists', 'namespce_exis'])('not %s', (far) => {
    const [finding] = before(`{"uid":"${UID}","${far}":false}`).findings;
    expect(finding?.params).toEqual({ key: 'namespace_exists' });
  });

  test('never a key that has a meaning of its own', () => {
    const found = failures(keys('generation.json', { gen_after_label: undefined }));
    expect(found.map(({ params }) => params)).toEqual([{ key: 'gen_after_label' }]);
  });
});

describe('what is in the place of a file', () => {
  test.each<[FileEvidence, string, Record<string, unknown>]>([
    [{ kind: 'missing' }, 'file-present', {}],
    [{ kind: 'link' }, 'file-readable', { why: 'link' }],
    [{ kind: 'directory' }, 'file-readable', { why: 'directory' }],
    [{ kind: 'special' }, 'file-readable', { why: 'special' }],
    [{ kind: 'outside' }, 'file-readable', { why: 'outside' }],
    [
      { kind: 'too-large', size: 2_000_000 },
      'file-readable',
      { why: 'too-large', size: 2_000_000, limit: 1_048_576 },
    ],
    [{ kind: 'unreadable', detail: 'EIO' }, 'file-readable', { why: 'unreadable', detail: 'EIO' }],
    [{ ...file('/w=='), encoding: 'binary' } as FileEvidence, 'json-document', { fault: 'not-utf8' }],
    [file(''), 'json-document', { fault: 'empty' }],
  ])('%j', (evidence, id, params) => {
    const [failure, ...others] = failures(fileIs('before.json', evidence));
    expect(failure).toMatchObject({ id, subject: { file: 'before.json' }, params });
    expect(others).toEqual([]);
  });

  test('a file that was not even looked for is missing', () => {
    expect(readArtifact({}, 'before').findings.map(({ id }) => id)).toEqual(['file-present']);
  });
});

describe('a file that was written to harm its reader', () => {
  const MIB = 1024 * 1024;
  const faultOf = (content: string) =>
    before(content).findings.find(({ outcome }) => outcome === 'failed')?.params.fault;
  const uid = `"uid":"${UID}"`;

  test.each<[string, string, unknown]>([
    ['of 100,000 lists in each other', '['.repeat(100_000) + ']'.repeat(100_000), 'nested-too-deeply'],
    ['of 100,000 objects in each other', '{"a":'.repeat(100_000), 'nested-too-deeply'],
    ['of a million open brackets', '['.repeat(MIB), 'nested-too-deeply'],
    ['of nothing but NUL', '\0'.repeat(MIB), 'syntax'],
    ['of a million blanks', ' '.repeat(MIB), 'empty'],
    ['of the same key a hundred thousand times', `{${'"a":1,'.repeat(140_000)}"a":1}`, 'duplicate-key'],
    ['of 60,000 keys', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`, undefined],
    ['of one long text', `"${'a'.repeat(MIB - 2)}"`, undefined],
    ['of half a million numbers', `[${'1,'.repeat(500_000)}1]`, undefined],
  ])('%s fails at the price of less than three seconds of CPU', (_what, content, fault) => {
    const started = process.cpuUsage();
    expect(faultOf(content)).toBe(fault);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(3_000);
  });

  test.each([
    ['1e999', `{${uid},"namespace_exists":1e999}`],
    ['an integer of 40 digits', `{${uid},"namespace_exists":${'9'.repeat(40)}}`],
    ['half a surrogate pair', `{${uid},"namespace_exists":"\\ud800"}`],
    ['an object in a value’s place', `{${uid},"namespace_exists":{"toString":null,"valueOf":1}}`],
  ])('by %s fails for that value', (_what, content) => {
    const failed = before(content).findings.filter(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject([{ id: 'json-type', subject: { pointer: '/namespace_exists' } }]);
  });

  test('by a key of Object.prototype changes nothing but itself', () => {
    const keys = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
    expect(before(`{${uid},"namespace_exists":false,${keys}}`).fields).toMatchObject({ uid: UID });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const hidden = before(`{"__proto__":{${uid},"namespace_exists":false}}`);
    expect(hidden.findings.map(({ id }) => id)).toEqual(['json-key', 'json-key']);
  });
});

test('JSON faults come with line and column', () => {
  const [failure] = failures(fileText('before.json', `{\n  "uid": "${UID}",\n  "namespace_exists": \n}\n`));
  expect(failure).toMatchObject({
    id: 'json-document',
    subject: { file: 'before.json', line: 4, column: 1 },
    params: { fault: 'syntax' },
  });
});

test('the JSON types have their names', () => {
  expect([null, [], {}, 'a', 1, 1.5, true].map(jsonTypeOf)).toEqual([
    'null',
    'array',
    'object',
    'string',
    'integer',
    'number',
    'boolean',
  ]);
});

test('YAML documents are read, lists opened, other things left out', () => {
  const { documents } = readYaml({ x: file('a: 1\n---\n- 5\n---\nitems: [{b: 2}, null]\n---\n') }, 'x');
  expect(documents).toEqual([{ a: 1 }, [5], { b: 2 }]);
});

describe('whatever a learner file holds, no step ends in an error', () => {
  const FILES = [
    'before.json',
    'generation.json',
    'reconcile.json',
    'drift.json',
    'cleanup.json',
    'catchup.json',
    'report.json',
    'archive/beta.json',
  ];
  const statuses = (name: string, text: string) =>
    new Set(judged(fileText(name, text)).steps.map(({ status }) => status));

  test('any JSON value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FILES), fc.jsonValue(), (name, value) => {
        expect(statuses(name, JSON.stringify(value))).toEqual(new Set(['passed', 'failed']));
      }),
    );
  });

  test('any values under the right keys', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(0, -1, 7, 1e21, '', '6', true, null));
    fc.assert(
      fc.property(
        fc.constantFrom(...FILES),
        fc.array(odd, { minLength: 7, maxLength: 7 }),
        (name, values) => {
          const names = Object.keys(JSON.parse(textOfFile(name)));
          const content = Object.fromEntries(names.map((key, i) => [key, values[i]]));
          expect(statuses(name, JSON.stringify(content))).not.toContain('error');
        },
      ),
    );
  });

  test('any text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FILES, 'reconcile.sh'), fc.string({ unit: 'binary' }), (name, text) => {
        expect(statuses(name, text)).not.toContain('error');
      }),
    );
  });

  test('any text of YAML, but for aliases', () => {
    const scraps = fc
      .array(
        fc.constantFrom(
          'kind:',
          ' CustomResourceDefinition',
          'metadata:',
          'spec:',
          '\n',
          '  ',
          '- ',
          '{',
          '}',
          '[',
          ']',
          ': ',
          '"',
          "'",
          '|',
          '>',
          '---',
          '&a',
          '!!int',
          '<<:',
          '%YAML 9',
          '?',
          '#',
          '~',
          '1',
        ),
      )
      .map((s) => s.join(''));
    fc.assert(
      fc.property(fc.constantFrom('crd.yaml', 'alpha.yaml'), scraps, (name, text) => {
        expect(statuses(name, text)).not.toContain('error');
      }),
      { numRuns: 200 },
    );
  });
});
