import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { FileEvidence, Parts } from '../src/evidence.ts';
import { judge } from '../src/judge.ts';
import { STEPS } from '../src/lab.ts';
import {
  ACCEPTED,
  alpha,
  alphaNamespace,
  alphaQuota,
  both,
  type Change,
  crd,
  events,
  evidenceWith,
  fileIs,
  fileText,
  inPart,
  keys,
  namespaces,
  PROBES,
  part,
  quotas,
  REFUSED,
  textOfFile,
  trial,
  unit,
} from './support/evidence.ts';
import { failedOf, judged, place } from './support/verdict.ts';

/*
 * Every single fault of every field that the rulebook grades, made to the honest evidence. Each must fail exactly
 * the steps that depend on the field, at the places that the tables below give: they come from the rulebook.
 */

// Thousands of verdicts take seconds where many things run at once.
vi.setConfig({ testTimeout: 60_000 });

/** Where a fault must be told, by step. */
type Places = Partial<Record<number, string[]>>;
interface Mutation {
  name: string;
  change: Change;
  places: Places;
}

const OTHER_UID = '11111111-2222-4333-8444-555555555555';

/** What the steps say of an evidence: the places of the failed findings, or a status that is neither. */
function placesOf(change: Change): Places {
  return Object.fromEntries(
    judge(evidenceWith(change), STEPS)
      .steps.filter(({ status }) => status !== 'passed')
      .map(({ step, status, findings }) => [
        step,
        status === 'failed' ? [...new Set(failedOf(findings).map(place))].sort() : [status],
      ]),
  );
}

/** Judges all, and shows those of which the verdict is another one. */
function check(mutations: Mutation[]): void {
  const sorted = (places: Places) =>
    Object.fromEntries(Object.entries(places).map(([step, list]) => [step, [...(list ?? [])].sort()]));
  const surprises = mutations.flatMap(({ name, change, places }) => {
    const found = placesOf(change);
    return JSON.stringify(found) === JSON.stringify(sorted(places))
      ? []
      : [{ name, expected: sorted(places), found }];
  });
  expect(surprises).toEqual([]);
}

// ─── the keys of the JSON files ─────────────────────────────────────────────────────────────────────────────────

type Kind = 'uid' | 'boolean' | 'integer' | 'text' | 'object-or-null' | 'integer-or-text';
interface Key {
  file: string;
  key: string;
  kind: Kind;
  step: number;
  /** What else cannot be judged without this key, or goes wrong with it. */
  also?: Places;
  /** Values of the right type: what is wrong about them, by place. */
  values: [value: unknown, places: Places][];
}

const at = (file: string, ...names: string[]): string[] => names.map((name) => `${file} /${name}`);
const BETA = 'archive/beta.json';
const REPORT = 'report.json';
const own = (step: number, file: string, ...names: string[]): Places => ({ [step]: at(file, ...names) });
const [DELETED, RESTORED] = (({ deleted_uid, restored_uid }) => [deleted_uid, restored_uid])(
  JSON.parse(textOfFile('drift.json')),
);

const KEYS: Key[] = [
  // Step 1: uid = live alpha uid; namespace_exists is false.
  {
    file: 'before.json',
    key: 'uid',
    kind: 'uid',
    step: 1,
    values: [[OTHER_UID, own(1, 'before.json', 'uid')]],
  },
  {
    file: 'before.json',
    key: 'namespace_exists',
    kind: 'boolean',
    step: 1,
    values: [[true, own(1, 'before.json', 'namespace_exists')]],
  },
  // Step 2: after_label = initial, after_spec = initial + 1, live generation ≥ after_spec.
  {
    file: 'generation.json',
    key: 'uid',
    kind: 'uid',
    step: 2,
    values: [[OTHER_UID, own(2, 'generation.json', 'uid')]],
  },
  {
    file: 'generation.json',
    key: 'gen_initial',
    kind: 'integer',
    step: 2,
    values: [
      ...[2, 3, 812].map((v): [number, Places] => [
        v,
        own(2, 'generation.json', 'gen_after_label', 'gen_after_spec'),
      ]),
      ...[0, -1].map((v): [number, Places] => [v, own(2, 'generation.json', 'gen_initial')]),
    ],
  },
  {
    file: 'generation.json',
    key: 'gen_after_label',
    kind: 'integer',
    step: 2,
    values: [0, 2, 3, -1].map((v) => [v, own(2, 'generation.json', 'gen_after_label')]),
  },
  {
    file: 'generation.json',
    key: 'gen_after_spec',
    kind: 'integer',
    step: 2,
    values: [0, 1, 3, 4, 812].map((v) => [v, own(2, 'generation.json', 'gen_after_spec')]),
  },
  {
    file: 'generation.json',
    key: 'status_via_main',
    kind: 'object-or-null',
    step: 2,
    values: [
      ...[
        {},
        { observedGeneration: 7 },
        { observedGeneration: 7, namespace: 'team-alpha' },
        { observedGeneration: 1 },
      ].map((v): [unknown, Places] => [v, own(2, 'generation.json', 'status_via_main')]),
      [{ observedGeneration: 2, namespace: 'team-alpha' }, {}],
    ],
  },
  // Step 3: quota_uid is the live one or drift.json's deleted_uid; the owner is alpha; nothing was written.
  {
    file: 'reconcile.json',
    key: 'quota_uid',
    kind: 'uid',
    step: 3,
    values: [
      [OTHER_UID, own(3, 'reconcile.json', 'quota_uid')],
      [RESTORED, {}],
    ],
  },
  {
    file: 'reconcile.json',
    key: 'namespace_owner_uid',
    kind: 'uid',
    step: 3,
    values: [
      [OTHER_UID, own(3, 'reconcile.json', 'namespace_owner_uid')],
      [DELETED, own(3, 'reconcile.json', 'namespace_owner_uid')],
    ],
  },
  {
    file: 'reconcile.json',
    key: 'second_pass_rv_changed',
    kind: 'boolean',
    step: 3,
    values: [[true, own(3, 'reconcile.json', 'second_pass_rv_changed')]],
  },
  // Step 5: both are uids and differ; restored_uid is live; 0..120 whole seconds; 99; 6 or 8.
  {
    file: 'drift.json',
    key: 'deleted_uid',
    kind: 'uid',
    step: 5,
    also: own(3, 'reconcile.json', 'quota_uid'),
    values: [
      [OTHER_UID, own(3, 'reconcile.json', 'quota_uid')],
      [RESTORED, { ...own(3, 'reconcile.json', 'quota_uid'), ...own(5, 'drift.json', 'restored_uid') }],
    ],
  },
  {
    file: 'drift.json',
    key: 'restored_uid',
    kind: 'uid',
    step: 5,
    values: [OTHER_UID, DELETED].map((v) => [v, own(5, 'drift.json', 'restored_uid')]),
  },
  {
    file: 'drift.json',
    key: 'restore_seconds',
    kind: 'integer',
    step: 5,
    also: own(8, REPORT, 'restore_seconds'),
    values: [
      ...[0, 2, 120].map((v): [number, Places] => [v, own(8, REPORT, 'restore_seconds')]),
      ...[-1, 121, 1_796_083_000].map((v): [number, Places] => [
        v,
        { ...own(5, 'drift.json', 'restore_seconds'), ...own(8, REPORT, 'restore_seconds') },
      ]),
    ],
  },
  {
    file: 'drift.json',
    key: 'edited_to',
    kind: 'integer',
    step: 5,
    values: [98, 100, 6, 0].map((v) => [v, own(5, 'drift.json', 'edited_to')]),
  },
  {
    file: 'drift.json',
    key: 'reverted_to',
    kind: 'integer',
    step: 5,
    values: [
      [8, {}],
      ...[5, 7, 9, 99, 0, -6].map((v): [number, Places] => [v, own(5, 'drift.json', 'reverted_to')]),
    ],
  },
  // Step 6: uid = the archive's; both booleans true; the archive names beta and its pods.
  {
    file: 'cleanup.json',
    key: 'uid',
    kind: 'uid',
    step: 6,
    values: [OTHER_UID, DELETED].map((v) => [v, own(6, 'cleanup.json', 'uid')]),
  },
  {
    file: 'cleanup.json',
    key: 'blocked_seen',
    kind: 'boolean',
    step: 6,
    values: [[false, own(6, 'cleanup.json', 'blocked_seen')]],
  },
  {
    file: 'cleanup.json',
    key: 'namespace_gone',
    kind: 'boolean',
    step: 6,
    values: [[false, own(6, 'cleanup.json', 'namespace_gone')]],
  },
  {
    file: BETA,
    key: 'name',
    kind: 'text',
    step: 6,
    values: ['alpha', 'Beta', 'beta ', '', '$name'].map((v) => [v, own(6, BETA, 'name')]),
  },
  {
    file: BETA,
    key: 'uid',
    kind: 'uid',
    step: 6,
    also: own(8, REPORT, 'archived'),
    values: [[OTHER_UID, { ...own(6, 'cleanup.json', 'uid'), ...own(8, REPORT, 'archived') }]],
  },
  {
    file: BETA,
    key: 'pods',
    kind: 'integer-or-text',
    step: 6,
    values: [
      ['2', {}],
      ...[1, 3, 0, -2, '3', '', 'two', '2 pods'].map((v): [unknown, Places] => [v, own(6, BETA, 'pods')]),
    ],
  },
  // Step 7: a gap; "6" → "8"; observed_after_start = generation; live generation ≥ generation.
  {
    file: 'catchup.json',
    key: 'generation',
    kind: 'integer',
    step: 7,
    also: own(8, REPORT, 'generations_behind_while_stopped'),
    values: [
      [
        4,
        {
          ...own(7, 'catchup.json', 'generation', 'observed_after_start'),
          ...own(8, REPORT, 'generations_behind_while_stopped'),
        },
      ],
      [
        2,
        {
          ...own(7, 'catchup.json', 'observed_while_stopped', 'observed_after_start'),
          ...own(8, REPORT, 'generations_behind_while_stopped'),
        },
      ],
    ],
  },
  {
    file: 'catchup.json',
    key: 'observed_while_stopped',
    kind: 'integer',
    step: 7,
    also: own(8, REPORT, 'generations_behind_while_stopped'),
    values: [
      ...[0, 1].map((v): [number, Places] => [v, own(8, REPORT, 'generations_behind_while_stopped')]),
      ...[3, 4].map((v): [number, Places] => [
        v,
        {
          ...own(7, 'catchup.json', 'observed_while_stopped'),
          ...own(8, REPORT, 'generations_behind_while_stopped'),
        },
      ]),
    ],
  },
  {
    file: 'catchup.json',
    key: 'quota_pods_while_stopped',
    kind: 'text',
    step: 7,
    values: ['5', '7', '8', '99', '', ' 6'].map((v) => [
      v,
      own(7, 'catchup.json', 'quota_pods_while_stopped'),
    ]),
  },
  {
    file: 'catchup.json',
    key: 'observed_after_start',
    kind: 'integer',
    step: 7,
    values: [0, 2, 4].map((v) => [v, own(7, 'catchup.json', 'observed_after_start')]),
  },
  {
    file: 'catchup.json',
    key: 'quota_pods_after_start',
    kind: 'text',
    step: 7,
    values: ['7', '9', '6', '99', '', '8 '].map((v) => [v, own(7, 'catchup.json', 'quota_pods_after_start')]),
  },
  // Step 8: each value equals the file it comes from.
  ...(
    [
      ['crd_alone_created_namespace', 'boolean', [true]],
      ['status_bumps_generation', 'boolean', [true]],
      ['restore_seconds', 'integer', [0, 2, -1, 121]],
      ['finalizer', 'text', ['', 'cleanup', 'platform.labhub.io/cleanup2', '$finalizer']],
      ['archived', 'uid', [OTHER_UID, DELETED]],
      ['generations_behind_while_stopped', 'integer', [0, 2, -1]],
      ['trigger', 'text', ['', 'edge', 'level-triggered', 'both']],
    ] as const
  ).map(
    ([key, kind, values]): Key => ({
      file: REPORT,
      key,
      kind,
      step: 8,
      values: values.map((v) => [v, own(8, REPORT, key)]),
    }),
  ),
];

/** Values that are not of a type; of a uid's type, but no uid. */
const NOT_OF_TYPE: Record<Kind, unknown[]> = {
  uid: [null, true, false, 0, 5, 1.5, [], {}, '', 'alpha', '$uid', `${OTHER_UID}\n`, OTHER_UID.slice(1)],
  boolean: [null, 0, 1, 1.5, 'true', 'false', 'False', '', 'yes', [], {}],
  integer: [null, true, false, 1.5, '1', '', 'one', '$gen', [], {}, [1]],
  text: [null, true, false, 0, 6, 8, 1.5, [], {}, ['6']],
  'object-or-null': [true, false, 0, 7, 1.5, '', 'null', 'none', [], [{}]],
  'integer-or-text': [null, true, false, 2.5, [], {}, [2]],
};

const set = ({ file, key }: Key, value: unknown): Change => keys(file, { [key]: value });
const nameOf = ({ file, key }: Key, value: unknown): string =>
  `${file} ${key}: ${JSON.stringify(value) ?? 'missing'}`;

const malformed: Mutation[] = KEYS.flatMap((key) =>
  [undefined, ...NOT_OF_TYPE[key.kind]].map((value) => ({
    name: nameOf(key, value),
    change: set(key, value),
    places: { ...key.also, ...own(key.step, key.file, key.key) },
  })),
);

const wrongValues: Mutation[] = KEYS.flatMap((key) =>
  key.values.map(([value, places]) => ({ name: nameOf(key, value), change: set(key, value), places })),
);

/** A key that is there under a name that is nearly right is missing, and the near name is told. */
const renamed: (Mutation & { near: string })[] = KEYS.flatMap((key) => {
  const value = JSON.parse(textOfFile(key.file))[key.key];
  const spellings = [key.key.toUpperCase(), key.key.replaceAll('_', '-'), `${key.key}s`];
  return spellings
    .filter((near) => near !== key.key)
    .map((near) => ({
      name: `${key.file} ${key.key} as ${near}`,
      near,
      change: keys(key.file, { [key.key]: undefined, [near]: value }),
      places: { ...key.also, ...own(key.step, key.file, key.key) },
    }));
});

/** Two keys of one file with their values swapped: both are wrong, unless the values are the same. */
const SWAPS: [string, string, string, Places][] = [
  [
    'generation.json',
    'gen_after_label',
    'gen_after_spec',
    own(2, 'generation.json', 'gen_after_label', 'gen_after_spec'),
  ],
  [
    'generation.json',
    'gen_initial',
    'gen_after_spec',
    own(2, 'generation.json', 'gen_after_label', 'gen_after_spec'),
  ],
  ['generation.json', 'gen_initial', 'gen_after_label', {}],
  ['generation.json', 'uid', 'gen_initial', own(2, 'generation.json', 'uid', 'gen_initial')],
  [
    'reconcile.json',
    'quota_uid',
    'namespace_owner_uid',
    own(3, 'reconcile.json', 'quota_uid', 'namespace_owner_uid'),
  ],
  [
    'drift.json',
    'deleted_uid',
    'restored_uid',
    { ...own(3, 'reconcile.json', 'quota_uid'), ...own(5, 'drift.json', 'restored_uid') },
  ],
  ['drift.json', 'edited_to', 'reverted_to', own(5, 'drift.json', 'edited_to', 'reverted_to')],
  ['cleanup.json', 'blocked_seen', 'namespace_gone', {}],
  [
    'catchup.json',
    'quota_pods_while_stopped',
    'quota_pods_after_start',
    own(7, 'catchup.json', 'quota_pods_while_stopped', 'quota_pods_after_start'),
  ],
  [
    'catchup.json',
    'generation',
    'observed_while_stopped',
    {
      ...own(7, 'catchup.json', 'observed_while_stopped', 'observed_after_start'),
      ...own(8, REPORT, 'generations_behind_while_stopped'),
    },
  ],
  ['catchup.json', 'generation', 'observed_after_start', {}],
];
const swapped: Mutation[] = SWAPS.map(([file, a, b, places]) => {
  const content = JSON.parse(textOfFile(file));
  return {
    name: `${file}: ${a} and ${b} swapped`,
    change: keys(file, { [a]: content[b], [b]: content[a] }),
    places,
  };
});

describe('the keys of the JSON files', () => {
  test('are all in the table', () => {
    const files = [...new Set(KEYS.map(({ file }) => file))];
    const inFiles = files.flatMap((file) =>
      Object.keys(JSON.parse(textOfFile(file))).map((key) => `${file} ${key}`),
    );
    expect(KEYS.map(({ file, key }) => `${file} ${key}`).sort()).toEqual(inFiles.sort());
  });

  test(`missing, null or of the wrong type: ${malformed.length} faults`, () => check(malformed));

  test(`of another value: ${wrongValues.length} faults`, () => check(wrongValues));

  test(`under a name that is nearly right: ${renamed.length} faults`, () => {
    check(renamed);
    for (const { name, near, change } of renamed) {
      const hints = judged(change).steps.flatMap(({ findings }) =>
        failedOf(findings).map(({ params }) => params.didYouMean),
      );
      expect({ name, hints: hints.filter(Boolean) }).toEqual({ name, hints: [near] });
    }
  });

  test(`swapped: ${swapped.length} pairs`, () => check(swapped));

  test('what the learner must measure is never told as what was expected', () => {
    const given = new Set(['drift.json edited_to', `${BETA} name`, `${BETA} pods`, `${REPORT} finalizer`]);
    for (const key of KEYS.filter(({ file, key, kind }) => kind !== 'uid' && !given.has(`${file} ${key}`))) {
      const right = JSON.parse(textOfFile(key.file))[key.key];
      for (const [value] of key.values) {
        const told = judged(set(key, value)).steps.flatMap(({ findings }) =>
          failedOf(findings).map((f) => f.expected),
        );
        expect({ key: key.key, value, told: told.filter((expected) => expected === right) }).toEqual({
          key: key.key,
          value,
          told: [],
        });
      }
    }
  });
});

// ─── the files as a whole ───────────────────────────────────────────────────────────────────────────────────────

/** What depends on a file besides its own step: the comparisons that need it. */
const FILES: Record<string, { step: number; also?: Places }> = {
  'crd.yaml': { step: 1 },
  'alpha.yaml': { step: 1 },
  'before.json': { step: 1 },
  'generation.json': { step: 2 },
  'reconcile.json': { step: 3 },
  'reconcile.sh': { step: 3 },
  'drift.json': {
    step: 5,
    also: { ...own(3, 'reconcile.json', 'quota_uid'), ...own(8, REPORT, 'restore_seconds') },
  },
  'cleanup.json': { step: 6 },
  [BETA]: { step: 6, also: own(8, REPORT, 'archived') },
  'catchup.json': { step: 7, also: own(8, REPORT, 'generations_behind_while_stopped') },
  [REPORT]: { step: 8 },
};
const INSTEAD: FileEvidence[] = [
  { kind: 'link' },
  { kind: 'directory' },
  { kind: 'special' },
  { kind: 'too-large', size: 10_000_000_000 },
  { kind: 'unreadable', detail: 'EIO' },
];
const instead: Mutation[] = Object.entries(FILES).flatMap(([file, { step, also }]) => [
  ...INSTEAD.map((evidence) => ({
    name: `${file}: ${evidence.kind}`,
    change: fileIs(file, evidence),
    places: { ...also, [step]: [file] },
  })),
  {
    name: `${file}: missing`,
    change: fileIs(file, { kind: 'missing' }),
    // While catchup.json is absent, live pods must be 6; in the honest evidence step 7 has made them 8.
    places: { ...(file === 'catchup.json' && { 2: ['TeamSpace alpha spec.pods'] }), ...also, [step]: [file] },
  },
]);

const JSON_FILES = Object.keys(FILES).filter((file) => file.endsWith('.json'));
/** A file cut short is a document that does not end, wherever it is cut. */
const truncated: Mutation[] = JSON_FILES.flatMap((file) => {
  const text = textOfFile(file).trimEnd();
  const { step = 0, also } = FILES[file] ?? {};
  const lengths = Array.from({ length: text.length }, (_, length) => length).filter(
    (n) => n % 3 === 0 || n > text.length - 5,
  );
  return lengths.map((length) => ({
    name: `${file} cut after ${length} characters`,
    change: fileText(file, text.slice(0, length)),
    places: { ...also, [step]: [file] },
  }));
});

/** Steps and files only: where in the text the fault lies is for the tests of json-text. */
const withoutPosition = (places: Places): Places =>
  Object.fromEntries(
    Object.entries(places).map(([step, list]) => [step, list?.map((p) => p.replace(/ \d+:\d+$/, ''))]),
  );

const BAD_TEXT: [string, (text: string) => string][] = [
  ['two documents', (text) => text + text],
  ['a trailing comma', (text) => text.replace(/\n\}\s*$/, ',\n}')],
  ['a comment', (text) => `// mine\n${text}`],
  ['no commas', (text) => text.replaceAll(',\n', '\n')],
  ['single quotes', (text) => text.replaceAll('"', "'")],
  ['curly quotes', (text) => text.replaceAll('"', '”')],
  ['non-breaking spaces', (text) => text.replaceAll('  ', '\u00a0')],
  ['an unset variable', (text) => text.replace(/: [^,\n]+/, ': ')],
  ['NaN', (text) => text.replace(/: [^,\n]+/, ': NaN')],
  ['the first key twice', (text) => text.replace(/\{\n(.*),\n/, '{\n$1,\n$1,\n')],
  ['a log line before it', (text) => `teamspace.platform.labhub.io/alpha patched\n${text}`],
  ['YAML', (text) => text.replaceAll(/[{}",]/g, '')],
  ['only a line break', () => '\n'],
];
const badText: Mutation[] = JSON_FILES.flatMap((file) =>
  BAD_TEXT.map(([name, spoil]) => ({
    name: `${file}: ${name}`,
    change: fileText(file, spoil(textOfFile(file))),
    places: { ...FILES[file]?.also, [FILES[file]?.step ?? 0]: [file] },
  })),
);

describe('the files as a whole', () => {
  test(`with something else in their place: ${instead.length} faults`, () => check(instead));

  test(`cut short, or no JSON: ${truncated.length + badText.length} faults`, () => {
    const surprises = [...truncated, ...badText].flatMap(({ name, change, places }) => {
      const found = withoutPosition(placesOf(change));
      const expected = Object.fromEntries(Object.entries(places));
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ name, expected, found }];
    });
    expect(surprises).toEqual([]);
  });
});

// ─── live objects ───────────────────────────────────────────────────────────────────────────────────────────────

const ALPHA = 'TeamSpace alpha';
const NAMESPACE = 'Namespace team-alpha';
const QUOTA = 'ResourceQuota team-alpha/team-quota';
const HARD_PODS = `${QUOTA} spec.hard["pods"]`;
const HARD_PODS_7 = `${QUOTA} spec.hard.pods`;
const HARD_CPU = `${QUOTA} spec.hard["requests.cpu"]`;
const OBSERVED = `${ALPHA} status.observedGeneration`;
const OWNER = `${NAMESPACE} metadata.ownerReferences`;
const LABEL = `${NAMESPACE} metadata.labels["platform.labhub.io/teamspace"]`;

const generationOfTrial = (value: number): Change =>
  inPart('admission', (trials) => {
    for (const { id, object } of trials) if (id === 'status-right' && object) object.generation = value;
  });

const alphaFaults: Mutation[] = [
  {
    name: 'alpha made again',
    change: alpha((o) => {
      o.metadata.uid = OTHER_UID;
    }),
    places: {
      ...own(1, 'before.json', 'uid'),
      ...own(2, 'generation.json', 'uid'),
      3: [...at('reconcile.json', 'namespace_owner_uid'), OWNER],
    },
  },
  ...[4, 5, 100].map((generation) => ({
    name: `generation ${generation}, not yet observed`,
    change: both(
      alpha((o) => {
        o.metadata.generation = generation;
      }),
      generationOfTrial(generation),
    ),
    places: { 3: [OBSERVED], 7: [OBSERVED] },
  })),
  {
    name: 'generation of another object',
    change: both(
      alpha((o) => {
        o.metadata.generation = 1;
        o.status = { namespace: 'team-alpha', observedGeneration: 1 };
      }),
      generationOfTrial(1),
    ),
    places: { ...own(2, 'generation.json', 'gen_after_spec'), ...own(7, 'catchup.json', 'generation') },
  },
  ...[undefined, '', 'Platform', 'platform '].map((owner) => ({
    name: `label owner=${owner}`,
    change: alpha((o) => {
      o.metadata.labels = owner === undefined ? {} : { owner };
    }),
    places: { 2: [`${ALPHA} metadata.labels.owner`] },
  })),
  ...[undefined, [], ['platform.labhub.io'], ['platform.labhub.io/cleanup2'], ['grader/hold']].map(
    (list) => ({
      name: `finalizers ${JSON.stringify(list)}`,
      change: alpha((o) => {
        delete o.metadata.finalizers;
        if (list) o.metadata.finalizers = list;
      }),
      places: { 6: [`${ALPHA} metadata.finalizers`] },
    }),
  ),
  ...[1, 4, 6, 7, 9, 50].map((pods) => ({
    name: `spec.pods ${pods}`,
    change: alpha((o) => {
      o.spec = { pods, cpu: '1' };
    }),
    places: { 3: [HARD_PODS], 7: [`${ALPHA} spec.pods`] },
  })),
  ...['2', '100m', '0', '1k', '1Ki'].map((cpu) => ({
    name: `spec.cpu ${cpu}`,
    change: alpha((o) => {
      o.spec = { pods: 8, cpu };
    }),
    places: { 3: [HARD_CPU] },
  })),
  ...[undefined, null, 0, 2, 4, '3', 3.5, true, [3]].map((value) => ({
    name: `status.observedGeneration ${JSON.stringify(value)}`,
    change: alpha((o) => {
      o.status = JSON.parse(JSON.stringify({ namespace: 'team-alpha', observedGeneration: value }));
    }),
    places: { 3: [OBSERVED], 7: [OBSERVED] },
  })),
  ...[undefined, null, '', 'alpha', 'team-beta', 'Team-alpha', 5, ['team-alpha']].map((namespace) => ({
    name: `status.namespace ${JSON.stringify(namespace)}`,
    change: alpha((o) => {
      o.status = JSON.parse(JSON.stringify({ namespace, observedGeneration: 3 }));
    }),
    places: { 3: [`${ALPHA} status.namespace`] },
  })),
  {
    name: 'no status',
    change: alpha((o) => {
      delete o.status;
    }),
    places: { 3: [OBSERVED, `${ALPHA} status.namespace`], 7: [OBSERVED] },
  },
];

const namespaceFaults: Mutation[] = [
  {
    name: 'no namespace',
    change: namespaces((all) => void all.splice(0)),
    places: { 3: [NAMESPACE] },
  },
  ...[undefined, '', 'beta', 'Alpha', 'team-alpha'].map((label) => ({
    name: `label ${label}`,
    change: alphaNamespace((o) => {
      o.metadata.labels = label === undefined ? {} : { 'platform.labhub.io/teamspace': label };
    }),
    places: { 3: [LABEL] },
  })),
  ...(
    [
      ['apiVersion', ['v1alpha1', 'platform.labhub.io', 'platform.labhub.io/v1', 'v1', '']],
      ['kind', ['teamspace', 'TeamSpaces', 'Namespace', '']],
      ['name', ['beta', 'Alpha', 'team-alpha', '']],
      ['uid', [OTHER_UID, DELETED, '']],
    ] as const
  ).flatMap(([field, values]) =>
    values.map((value) => ({
      name: `ownerReference ${field} ${JSON.stringify(value)}`,
      change: alphaNamespace((o) => {
        for (const reference of o.metadata.ownerReferences ?? []) reference[field] = value;
      }),
      places: { 3: [OWNER] },
    })),
  ),
  ...[undefined, []].map((list) => ({
    name: `ownerReferences ${JSON.stringify(list)}`,
    change: alphaNamespace((o) => {
      delete o.metadata.ownerReferences;
      if (list) o.metadata.ownerReferences = list;
    }),
    places: { 3: [OWNER] },
  })),
];

const quotaFaults: Mutation[] = [
  {
    name: 'no quota',
    change: quotas((all) => void all.splice(0)),
    places: { 3: [QUOTA], ...own(5, 'drift.json', 'restored_uid'), 7: [HARD_PODS_7] },
  },
  ...[
    { name: 'other-quota', namespace: 'team-alpha' },
    { name: 'team-quota', namespace: 'team-beta' },
    { name: 'team-quota', namespace: 'default' },
  ].map(({ name, namespace }) => ({
    name: `the quota is ${namespace}/${name}`,
    change: alphaQuota((o) => Object.assign(o.metadata, { name, namespace })),
    places: { 3: [QUOTA], ...own(5, 'drift.json', 'restored_uid'), 7: [HARD_PODS_7] },
  })),
  {
    name: 'the quota was replaced again',
    change: alphaQuota((o) => {
      o.metadata.uid = OTHER_UID;
    }),
    places: own(5, 'drift.json', 'restored_uid'),
  },
  ...[undefined, '6', '7', '9', '99', '0', '8k', '', 'eight'].map((pods) => ({
    name: `hard.pods ${pods}`,
    change: alphaQuota((o) => {
      o.spec = { hard: { 'requests.cpu': '1', ...(pods !== undefined && { pods }) } };
    }),
    places: { 3: [HARD_PODS], 7: [HARD_PODS_7] },
  })),
  ...[undefined, '2', '100m', '0', '1Ki', '', 'one'].map((cpu) => ({
    name: `hard["requests.cpu"] ${cpu}`,
    change: alphaQuota((o) => {
      o.spec = { hard: { pods: '8', ...(cpu !== undefined && { 'requests.cpu': cpu }) } };
    }),
    places: { 3: [HARD_CPU] },
  })),
  {
    name: 'the key is cpu, not requests.cpu',
    change: alphaQuota((o) => {
      o.spec = { hard: { pods: '8', cpu: '1' } };
    }),
    places: { 3: [HARD_CPU] },
  },
  ...[{}, { hard: {} }].map((spec) => ({
    name: `quota spec ${JSON.stringify(spec)}`,
    change: alphaQuota((o) => {
      o.spec = spec;
    }),
    places: { 3: [HARD_PODS, HARD_CPU], 7: [HARD_PODS_7] },
  })),
];

const CRD = 'CustomResourceDefinition teamspaces.platform.labhub.io';
const SCHEMA = `${CRD} spec.versions[].schema`;
type Version = NonNullable<Parts['crd']>['spec']['versions'][number];
const version = (change: (v: Version) => void): Change => crd(({ spec }) => spec.versions.forEach(change));
/** A field of the live CRD that crd.yaml has otherwise is told twice: against the lab, and against the file. */
const crdFaults: Mutation[] = [
  ...['labhub.io', 'platform.labhub.com', ''].map((group) => ({
    name: `group ${group}`,
    change: crd(({ spec }) => {
      spec.group = group;
    }),
    places: { 1: [`${CRD} spec.group`, 'crd.yaml spec.group'] },
  })),
  ...['Namespaced', 'cluster'].map((scope) => ({
    name: `scope ${scope}`,
    change: crd(({ spec }) => {
      spec.scope = scope;
    }),
    places: { 1: [`${CRD} spec.scope`, 'crd.yaml spec.scope'] },
  })),
  ...['Teamspace', 'teamspace', 'Space'].map((kind) => ({
    name: `kind ${kind}`,
    change: crd(({ spec }) => {
      spec.names.kind = kind;
    }),
    places: { 1: [`${CRD} spec.names.kind`, 'crd.yaml spec.names.kind'] },
  })),
  ...['teamspace', 'spaces'].map((plural) => ({
    name: `plural ${plural}`,
    change: crd(({ spec }) => {
      spec.names.plural = plural;
    }),
    places: { 1: [`${CRD} spec.names.plural`, 'crd.yaml spec.names.plural'] },
  })),
  ...(['served', 'storage'] as const).map((flag) => ({
    name: `${flag} false`,
    change: version((v) => {
      v[flag] = false;
    }),
    places: { 1: [`${CRD} spec.versions`, `crd.yaml versions[v1alpha1].${flag}`] },
  })),
  ...[undefined, {}].map((subresources) => ({
    name: `subresources ${JSON.stringify(subresources)}`,
    change: version((v) => {
      delete v.subresources;
      if (subresources) v.subresources = subresources;
    }),
    places: {
      1: [`${CRD} spec.versions[].subresources.status`, 'crd.yaml versions[v1alpha1].subresources.status'],
    },
  })),
  ...['False', 'Unknown'].map((status) => ({
    name: `Established ${status}`,
    change: crd((o) => {
      for (const condition of o.status?.conditions ?? []) condition.status = status;
    }),
    places: { 1: [`${CRD} status.conditions`] },
  })),
  ...(
    [
      'pods-0',
      'pods-51',
      'pods-minus-1',
      'pods-text',
      'pods-fraction',
      'pods-missing',
      'cpu-number',
      'status-generation-text',
      'status-namespace-number',
    ] as const
  ).flatMap((id) =>
    [200, 201].map((code) => ({
      name: `${id} accepted`,
      change: trial(id, { ...ACCEPTED, code }),
      places: { 1: [SCHEMA] },
    })),
  ),
  ...(['pods-1', 'pods-50', 'status-right'] as const).flatMap((id) =>
    [400, 422].map((code) => ({
      name: `${id} refused`,
      change: trial(id, { ...REFUSED, code }),
      places: { 1: [SCHEMA] },
    })),
  ),
  ...(['pods-1', 'pods-50'] as const).flatMap((id) =>
    [undefined, null, 1, '', '2', '1000m'].map((cpu) => ({
      name: `${id} comes back with cpu ${JSON.stringify(cpu)}`,
      change: trial(id, { code: 201, object: { spec: { pods: 1, ...(cpu !== undefined && { cpu }) } } }),
      places: { 1: [SCHEMA] },
    })),
  ),
  ...[undefined, {}, { observedGeneration: 4 }, { namespace: 'team-alpha' }].map((status) => ({
    name: `status-right comes back with ${JSON.stringify(status)}`,
    change: trial('status-right', { code: 200, object: { ...(status && { status }), generation: 3 } }),
    places: { 1: [SCHEMA] },
  })),
  ...[4, 5, 2].map((generation) => ({
    name: `a status write makes generation ${generation}`,
    change: generationOfTrial(generation),
    places: { 8: [`${ALPHA} metadata.generation`] },
  })),
];

const UNIT = 'cnpa-op.service';
const unitFaults: Mutation[] = (
  [
    ['LoadState', ['not-found', 'bad-setting', 'error', 'masked', '']],
    ['UnitFileState', ['static', 'disabled', 'enabled-runtime', 'linked', 'masked', '']],
    ['Restart', ['no', 'on-failure', 'on-success', 'Always', '']],
    ['NeedDaemonReload', ['yes', '']],
    ['FragmentPath', ['/usr/lib/systemd/system/cnpa-op.service', '/etc/systemd/system/other.service', '']],
  ] as const
).flatMap(([property, values]) =>
  values.map((value) => ({
    name: `${property}=${value}`,
    change: unit({ [property]: value }),
    places: { 4: [`${UNIT} ${property}`] },
  })),
);

type Served = Parts['scriptRuns']['served'][number];
const probeFaults: Mutation[] = (['plain', 'held'] as const).flatMap((role) => {
  const name = PROBES[role];
  const served = (change: (probe: Served) => void): Change =>
    inPart('scriptRuns', (runs) => {
      for (const probe of runs.served) if (probe.teamSpace.metadata.name === name) change(probe);
    });
  const fault = (what: string, change: (probe: Served) => void, where: string): Mutation => ({
    name: `${role}: ${what}`,
    change: served(change),
    places: { 3: [where] },
  });
  const quota = `ResourceQuota team-${name}/team-quota`;
  return [
    fault('no namespace', (p) => Object.assign(p, { namespace: null }), `Namespace team-${name}`),
    fault('no quota', (p) => Object.assign(p, { quota: null }), quota),
    fault(
      'label of alpha',
      (p) =>
        Object.assign(p.namespace?.metadata ?? {}, { labels: { 'platform.labhub.io/teamspace': 'alpha' } }),
      `Namespace team-${name} metadata.labels["platform.labhub.io/teamspace"]`,
    ),
    ...(['apiVersion', 'kind', 'name', 'uid'] as const).map((field) =>
      fault(
        `owner with another ${field}`,
        (p) => {
          for (const reference of p.namespace?.metadata.ownerReferences ?? []) reference[field] = 'other';
        },
        `Namespace team-${name} metadata.ownerReferences`,
      ),
    ),
    ...['6', '4', '0'].map((pods) =>
      fault(
        `pods ${pods}`,
        (p) => Object.assign(p.quota?.spec?.hard ?? {}, { pods }),
        `${quota} spec.hard["pods"]`,
      ),
    ),
    ...['2', '0', '100m'].map((cpu) =>
      fault(
        `cpu ${cpu}`,
        (p) => Object.assign(p.quota?.spec?.hard ?? {}, { 'requests.cpu': cpu }),
        `${quota} spec.hard["requests.cpu"]`,
      ),
    ),
    ...[undefined, 0, 2, '1'].map((value) =>
      fault(
        `observedGeneration ${value}`,
        (p) => Object.assign(p.teamSpace.status ?? {}, { observedGeneration: value }),
        `TeamSpace ${name} status.observedGeneration`,
      ),
    ),
    ...[undefined, 'team-alpha'].map((namespace) =>
      fault(
        `status.namespace ${namespace}`,
        (p) => Object.assign(p.teamSpace.status ?? {}, { namespace }),
        `TeamSpace ${name} status.namespace`,
      ),
    ),
  ];
});

describe('live objects', () => {
  test.each([
    ['alpha', alphaFaults],
    ['team-alpha', namespaceFaults],
    ['team-quota', quotaFaults],
    ['the CRD and what its schema does', crdFaults],
    ['the loaded unit', unitFaults],
    ['what was made for the probes', probeFaults],
  ])('%s', (_, mutations) => check(mutations));
});

// ─── equivalent spellings ───────────────────────────────────────────────────────────────────────────────────────

const BLANKS: [string, (text: string) => string][] = [
  ['a byte-order mark', (text) => `\uFEFF${text}`],
  ['one line', (text) => JSON.stringify(JSON.parse(text))],
  ['one line without an end', (text) => JSON.stringify(JSON.parse(text)).trimEnd()],
  ['tabs', (text) => JSON.stringify(JSON.parse(text), null, '\t')],
  ['Windows line breaks', (text) => text.replaceAll('\n', '\r\n')],
  ['blank lines round it', (text) => `\n\n${text}\n\n`],
  [
    'the keys the other way round',
    (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
  ],
  ['extra keys', (text) => text.replace('{', '{"note": "mine", "list": [null, {"uid": 1}],')],
  ['a key of JavaScript', (text) => text.replace('{', '{"__proto__": {"uid": 1}, "constructor": null,')],
  [
    'escaped keys',
    (text) =>
      text.replaceAll(/"([a-z])([a-z_]*)":/g, (_, a, b) => `"\\u00${a.charCodeAt(0).toString(16)}${b}":`),
  ],
  ['integers as 3.0', (text) => text.replaceAll(/(?<=: )\d+(?=,|\n)/g, '$&.0')],
  ['integers as 3e0', (text) => text.replaceAll(/(?<=: )\d+(?=,|\n)/g, '$&e0')],
  ['integers as 30E-1', (text) => text.replaceAll(/(?<=: )\d+(?=,|\n)/g, '$&0E-1')],
];
const respelled: Mutation[] = JSON_FILES.flatMap((file) =>
  BLANKS.map(([name, spell]) => ({
    name: `${file}: ${name}`,
    change: fileText(file, spell(textOfFile(file))),
    places: {},
  })),
);

const others: Mutation[] = [
  ...['level', 'LEVEL', ' Level ', 'level\n'].map((trigger) => ({
    name: `trigger ${trigger}`,
    change: keys(REPORT, { trigger }),
    places: {},
  })),
  ...['1000m', '1.0', '1e0', '1000000u', '+1'].map((cpu) => ({
    name: `quota cpu ${cpu}`,
    change: alphaQuota((o) => Object.assign(o.spec?.hard ?? {}, { 'requests.cpu': cpu })),
    places: {},
  })),
  ...['8.0', '8e0', '8000m'].map((pods) => ({
    name: `quota pods ${pods}`,
    change: alphaQuota((o) => Object.assign(o.spec?.hard ?? {}, { pods })),
    places: {},
  })),
  ...[
    ['0.5', '500m'],
    ['500m', '0.5'],
    ['.5', '500m'],
    ['2', '2000m'],
  ].map(([cpu = '', hard]) => ({
    name: `spec.cpu ${cpu}, quota ${hard}`,
    change: both(
      alpha((o) => {
        o.spec = { pods: 8, cpu };
      }),
      alphaQuota((o) => Object.assign(o.spec?.hard ?? {}, { 'requests.cpu': hard })),
    ),
    places: {},
  })),
  ...[2, 3, 17].map((start) => ({
    name: `generation from ${start} on`,
    change: both(
      keys('generation.json', { gen_initial: start, gen_after_label: start, gen_after_spec: start + 1 }),
      keys('catchup.json', {
        generation: start + 2,
        observed_while_stopped: start + 1,
        observed_after_start: start + 2,
      }),
      alpha((o) => {
        o.metadata.generation = start + 2;
        o.status = { namespace: 'team-alpha', observedGeneration: start + 2 };
      }),
      generationOfTrial(start + 2),
    ),
    places: {},
  })),
  {
    name: 'a drop-in, another type, a loop of restarts',
    change: both(
      unit({ Type: 'exec', ActiveState: 'activating', SubState: 'auto-restart', NRestarts: '900' }),
      inPart('service', (service) => {
        for (const sample of service.samples)
          Object.assign(sample, { activeState: 'activating', subState: 'auto-restart' });
      }),
    ),
    places: {},
  },
  {
    name: 'other labels, annotations, finalizers and references everywhere',
    change: both(
      alpha(({ metadata }) => {
        metadata.labels = { ...metadata.labels, a: 'b' };
        metadata.finalizers = ['x/y', ...(metadata.finalizers ?? [])];
        metadata.annotations = { c: 'd' };
      }),
      alphaNamespace(({ metadata }) => {
        metadata.labels = { ...metadata.labels, a: 'b' };
        metadata.ownerReferences?.unshift({ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: OTHER_UID });
      }),
      alphaQuota((o) => Object.assign(o.spec?.hard ?? {}, { 'limits.memory': '1Gi' })),
    ),
    places: {},
  },
];

describe('equivalent spellings pass all eight', () => {
  test(`of the files: ${respelled.length}`, () => check(respelled));
  test(`of values and objects: ${others.length}`, () => check(others));
});

// ─── in general ─────────────────────────────────────────────────────────────────────────────────────────────────

describe('in general', () => {
  test('more than a thousand faults were judged', () => {
    const all = [
      malformed,
      wrongValues,
      renamed,
      swapped,
      instead,
      truncated,
      badText,
      alphaFaults,
      namespaceFaults,
      quotaFaults,
      crdFaults,
      unitFaults,
      probeFaults,
    ];
    expect(all.flat().length).toBeGreaterThan(1000);
    expect(new Set(all.flat().map(({ name }) => name)).size).toBeGreaterThan(1000);
  });

  test('two faults fail the steps of both, no more and no fewer', () => {
    const faults = [...malformed, ...wrongValues, ...alphaFaults, ...namespaceFaults, ...unitFaults].filter(
      ({ places }) => Object.keys(places).length > 0,
    );
    const file = ({ name }: Mutation) => name.split(' ')[0];
    const value = ({ name }: Mutation) => name.split(': ')[1];
    fc.assert(
      fc.property(fc.constantFrom(...faults), fc.constantFrom(...faults), (a, b) => {
        // Two faults of one file can mend each other, and so can the same wrong value in two files that must agree.
        fc.pre(file(a) !== file(b) && (value(a) === undefined || value(a) !== value(b)));
        fc.pre(!(a.places[8] && b.places[8]) && !(a.places[3] && b.places[3]));
        const steps = new Set([...Object.keys(a.places), ...Object.keys(b.places)]);
        expect(Object.keys(placesOf(both(a.change, b.change)))).toEqual([...steps].sort());
      }),
      { numRuns: 200 },
    );
  });

  test('whatever integers step 2 holds, it passes just for n, n, n + 1 up to the live generation', () => {
    const small = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(small, small, small, (gen_initial, gen_after_label, gen_after_spec) => {
        const right =
          gen_initial >= 1 &&
          gen_after_label === gen_initial &&
          gen_after_spec === gen_initial + 1 &&
          gen_after_spec <= 3;
        const steps = Object.keys(
          placesOf(keys('generation.json', { gen_initial, gen_after_label, gen_after_spec })),
        );
        expect(steps).toEqual(right ? [] : ['2']);
      }),
      { numRuns: 300 },
    );
  });

  test('whatever integers step 7 holds, it passes just for a gap that closes', () => {
    const small = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(small, small, small, (generation, observed_while_stopped, observed_after_start) => {
        const right =
          generation >= 1 &&
          generation <= 3 &&
          observed_while_stopped < generation &&
          observed_after_start === generation;
        const steps = Object.keys(
          placesOf(
            both(
              keys('catchup.json', { generation, observed_while_stopped, observed_after_start }),
              keys(REPORT, { generations_behind_while_stopped: generation - observed_while_stopped }),
            ),
          ),
        ).filter((step) => step !== '8');
        expect(steps).toEqual(right ? [] : ['7']);
      }),
      { numRuns: 300 },
    );
  });

  test('any one event of the probes may come twice, as a watch that begins again tells it', () => {
    for (const phase of ['creation', 'drift', 'convergence'] as const) {
      const { length } = part(evidenceWith(), phase).events;
      for (let i = 0; i < length; i++) {
        const twice = inPart(phase, (value) => {
          const event = value.events[i];
          if (event) value.events.splice(i, 0, structuredClone(event));
        });
        expect({ phase, i, places: placesOf(twice) }).toEqual({ phase, i, places: {} });
      }
    }
    expect(placesOf(events('creation', (event) => event))).toEqual({});
  });
});
