import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../reports/messages/index.ts';
import { RosterError } from '../../../src/roster/problem.ts';
import { loadRoster, parseRoster } from '../../../src/roster/roster.ts';
import { UsageError } from '../../../src/usage-error.ts';

const YAML = `# the autumn class
learners:
  - id: kim-01
    name: 김민지
    machine: ssh://root@lab-01:2222
    cloneOf: image-a
  - id: "2"
    name: Ada, Countess
    machine: sandbox:two
    kubeconfig: two.yaml
`;
const CSV = `\uFEFFid,name,machine,kubeconfig,cloneOf\r
kim-01, 김민지 ,ssh://root@lab-01:2222,,image-a\r
\r
2,"Ada, Countess",sandbox:two,two.yaml,\r
`;
const LEARNERS = [
  {
    id: 'kim-01',
    name: '김민지',
    machine: { kind: 'ssh', target: { user: 'root', host: 'lab-01', port: 2222 } },
    cloneOf: 'image-a',
  },
  { id: '2', name: 'Ada, Countess', machine: { kind: 'sandbox', sandbox: 'two' }, kubeconfig: 'two.yaml' },
];

/** The lines of the message that a roster is refused with. */
function refusal(text: string, file = 'class.yaml'): string[] {
  try {
    parseRoster(text, file);
  } catch (error) {
    expect(error).toBeInstanceOf(RosterError);
    return (error as RosterError).message.split('\n');
  }
  throw new Error('it was not refused');
}

const learner = (fields: Record<string, unknown>) =>
  JSON.stringify({ learners: [{ id: 'a', name: 'A', machine: 'local', ...fields }] });

describe('a roster', () => {
  test('says the same as YAML, as JSON and as CSV', () => {
    expect(parseRoster(YAML, 'class.yaml')).toEqual(LEARNERS);
    expect(parseRoster(CSV, 'class.CSV')).toEqual(LEARNERS);
    expect(parseRoster(learner({}), 'class.json')).toEqual([
      { id: 'a', name: 'A', machine: { kind: 'local' } },
    ]);
  });

  test('names kubeconfigs as seen from its own folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cnpa-op-'));
    try {
      await writeFile(join(folder, 'class.yaml'), YAML);
      const [first, second] = await loadRoster(join(folder, 'class.yaml'));
      expect(first).not.toHaveProperty('kubeconfig');
      expect(second?.kubeconfig).toBe(join(folder, 'two.yaml'));
      await expect(loadRoster(join(folder, 'none.yaml'))).rejects.toThrow(UsageError);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('is refused with every fault on its line', () => {
    expect(
      refusal(`learners:
  - id: a
    name: A
  - id: ../b
    name: ""
    machine:
      ssh://b
  - name: 7
    id: c
    machine: ssh://c
    machin: ssh://d
`),
    ).toEqual([
      'class.yaml:2: there is no machine',
      expect.stringMatching(/^class\.yaml:4: id "\.\.\/b" will not do: .*letters, digits/),
      'class.yaml:5: name "" will not do: one line of at most 200 characters',
      'class.yaml:8: name must be string',
      'class.yaml:11: nothing is known of "machin"',
    ]);
    expect(
      refusal('id,name,machine,kubeconfg\na,A,,\n\nb c,B,ssh://b,\nd,D,ssh://d,x\n', 'class.csv'),
    ).toEqual([
      'class.csv:2: there is no machine',
      expect.stringMatching(/^class\.csv:4: id "b c" will not do/),
      'class.csv:5: nothing is known of "kubeconfg"',
    ]);
  });

  test('is refused when an id is taken, in other letters too, or a machine is none', () => {
    expect(refusal('id,name,machine\nkim,A,ssh://a\nlee,B,ssh://-b\nKim,C,moon\n', 'class.csv')).toEqual([
      'class.csv:3: unknown machine "ssh://-b": it is local, sandbox:NAME or ssh://[USER@]HOST[:PORT]',
      'class.csv:4: the id Kim is taken: line 2',
      'class.csv:4: unknown machine "moon": it is local, sandbox:NAME or ssh://[USER@]HOST[:PORT]',
    ]);
  });

  test.each([
    '.',
    '..',
    '',
    'a/b',
    'a\\b',
    'a b',
    '-a',
    '.a',
    'é',
    'a\n',
    'a:b',
    'class.json',
    'class.html',
    'gradebook-canvas.csv',
    'x'.repeat(65),
  ])('is refused with the id %j, which is no folder name everywhere', (id) =>
    expect(refusal(learner({ id }))[0]).toContain('class.yaml:1: id'),
  );

  test.each(['a', 'A.b_c-9', '_', '0', 'x'.repeat(64)])('takes the id %j', (id) =>
    expect(parseRoster(learner({ id }), 'class.json')[0]?.id).toBe(id),
  );

  test.each([
    ['no learners', 'learners: []', 'class.yaml:1: learners'],
    ['nothing', '', 'class.yaml:1: this must be object'],
    ['a list', '- id: a', 'class.yaml:1: this must be object'],
    ['broken YAML', 'learners:\n  - id: [a\n', 'class.yaml:3: '],
    [
      'a key that is there twice',
      'learners:\n  - id: a\n    id: b\n',
      'class.yaml:3: Map keys must be unique',
    ],
    ['two documents', 'learners: []\n---\nlearners: []\n', 'class.yaml:'],
  ])('is refused when it is %s', (_what, text, message) => expect(refusal(text)[0]).toContain(message));

  test.each([
    [
      'a row that is too long',
      'id,name,machine\na,A,local\nb,B,local,x\n',
      'class.csv:3: Invalid Record Length',
    ],
    ['an open quote', 'id,name,machine\na,"A,local\n', 'class.csv:2: Quote Not Closed'],
    ['a column that is there twice', 'id,name,machine,name\na,A,local,B\n', 'class.csv:1: the column name'],
    ['no rows', 'id,name,machine\n', 'class.csv:1: learners'],
    ['nothing', '', 'class.csv:1: learners'],
  ])('is refused as CSV with %s', (_what, text, message) =>
    expect(refusal(text, 'class.csv')[0]).toContain(message),
  );

  test.each<Language>(['ko', 'zh'])('is refused in the language of the reader: %s', (language) => {
    const { usage } = languages[language];
    const text = 'id,name,machine,colour\na,A,moon,\na,,local,red\n../b,B,local,\n';
    let said = '';
    try {
      parseRoster(text, 'class.csv');
    } catch (error) {
      said = (error as RosterError).in(usage);
    }
    expect(said.split('\n')).toEqual([
      `class.csv:3: ${usage.roster.missing('name')}`,
      `class.csv:3: ${usage.roster.unknownKey('colour')}`,
      `class.csv:4: ${usage.roster.wontDo('id', '../b', usage.roster.rules.id)}`,
    ]);
  });

  test('shows no more than twenty faults', () => {
    const lines = refusal(`id,name,machine\n${'a,A,moon\n'.repeat(30)}`, 'class.csv');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('and 39 more');
  });
});
