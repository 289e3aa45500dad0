import { describe, expect, test } from 'vitest';
import type { Copies } from '../../../schemas/types/class.schema.d.ts';
import type { Evidence } from '../../../src/evidence.ts';
import { findCopies, fingerprintOf, scriptCore } from '../../../src/roster/copies.ts';
import { type Change, fileText, inPart, keys, part, unavailable } from '../../support/evidence.ts';
import { evidenceOf } from '../../support/results.ts';

interface Learner {
  changes?: Change[];
  cloneOf?: string;
}

/** What these learners have in common; reconcile.sh differs unless a change says otherwise. */
function copiesOf(learners: Record<string, Learner>): Copies {
  const fingerprints = Object.entries(learners).map(([id, { changes = [], cloneOf }]) =>
    fingerprintOf({ id, cloneOf }, evidenceOf(id, fileText('reconcile.sh', `echo ${id}\n`), ...changes)),
  );
  return findCopies(fingerprints);
}

const NOTHING: Copies = { clusters: [], uids: [], scripts: [] };
const file = (name: string, of: Evidence) => {
  const found = part(of, 'files')[name];
  if (found?.kind !== 'file') throw new Error(`there is no ${name}`);
  return found.content;
};
/** Takes a file of another learner's. */
const fileOf = (name: string, other: string): Change => fileText(name, file(name, evidenceOf(other)));
const uidIn = (name: string, key: string, id: string): string => JSON.parse(file(name, evidenceOf(id)))[key];
/** Everything that lives in the cluster is another learner's: the machine is a clone, or the same. */
const clusterOf =
  (other: string, ...parts: ('cluster' | 'crd' | 'teamSpaces' | 'namespaces' | 'quotas')[]): Change =>
  (evidence) => {
    for (const name of parts) Object.assign(evidence.parts, { [name]: evidenceOf(other).parts[name] });
  };
const LIVE = ['cluster', 'crd', 'teamSpaces', 'namespaces', 'quotas'] as const;

/** Each uid as `uid: id* place, place; id place`, with a star for who has it live. */
const told = ({ uids }: Copies) =>
  uids.map(({ uid, learners }) => [
    uid,
    ...learners.map(({ id, live, places }) => {
      const where = places.map((p) =>
        'file' in p ? `${p.file} ${p.pointer}` : [p.kind, p.namespace, p.name].filter(Boolean).join('/'),
      );
      return `${id}${live ? '*' : ''}: ${where.join(', ')}`;
    }),
  ]);

describe('copied files', () => {
  test('learners who did the lab each alone have nothing in common', () => {
    expect(copiesOf({ ada: {}, bob: {}, eve: {} })).toEqual(NOTHING);
  });

  test('the file of another is found by the uid in it, and who has the object', () => {
    const copies = copiesOf({ ada: {}, bob: { changes: [fileOf('before.json', 'ada')] }, eve: {} });
    expect(told(copies)).toEqual([
      [
        uidIn('before.json', 'uid', 'ada'),
        'ada*: before.json /uid, generation.json /uid, reconcile.json /namespace_owner_uid, TeamSpace/alpha',
        'bob: before.json /uid',
      ],
    ]);
    expect(copies.clusters).toEqual([]);
  });

  test.each([
    ['reconcile.json', 'quota_uid', 'reconcile.json /quota_uid, drift.json /deleted_uid'],
    ['drift.json', 'deleted_uid', 'reconcile.json /quota_uid, drift.json /deleted_uid'],
    ['cleanup.json', 'uid', 'cleanup.json /uid, archive/beta.json /uid'],
    ['archive/beta.json', 'uid', 'cleanup.json /uid, archive/beta.json /uid'],
  ])('%s /%s of an object that is gone tells it, too', (name, key, places) => {
    const uid = uidIn(name, key, 'ada');
    const copies = copiesOf({ ada: {}, bob: { changes: [keys(name, { [key]: uid })] } });
    expect(told(copies)).toEqual([[uid, `ada: ${places}`, `bob: ${name} /${key}`]]);
  });

  test('everybody who has the value is named once', () => {
    const changes = [fileOf('cleanup.json', 'ada')];
    const [[, ...holders] = []] = told(copiesOf({ eve: { changes }, ada: {}, bob: { changes } }));
    expect(holders.map((holder) => holder.split(':')[0])).toEqual(['eve', 'ada', 'bob']);
  });

  test.each([
    ['an empty text', ''],
    ['a text', 'beta'],
    ['all zeros', '00000000-0000-0000-0000-000000000000'],
    ['a uid in capitals', 'C6C750D5-7F74-4C01-A341-DB30AF6FAF6F'],
    ['no uid of an API server', '123e4567-e89b-12d3-a456-426614174000'],
    ['a number', 7],
    ['null', null],
  ])('%s is no uid: nothing is made of it', (_what, uid) => {
    const changes = [keys('cleanup.json', { uid }), keys('before.json', { uid })];
    expect(copiesOf({ ada: { changes }, bob: { changes } })).toEqual(NOTHING);
  });

  test('files that are broken, or evidence that is not there, tell nothing', () => {
    const changes = [fileText('before.json', '{ "uid'), unavailable('api-unreachable', ...LIVE)];
    expect(copiesOf({ ada: { changes }, bob: { changes } })).toEqual(NOTHING);
    const none = [unavailable('machine-error', 'files')];
    expect(copiesOf({ ada: { changes: none }, bob: { changes: none } })).toEqual(NOTHING);
  });

  test('resource versions and generations prove nothing', () => {
    const same: Change = inPart('teamSpaces', (objects) => {
      for (const { metadata } of objects) Object.assign(metadata, { resourceVersion: '7', generation: 3 });
    });
    expect(copiesOf({ ada: { changes: [same] }, bob: { changes: [same] } })).toEqual(NOTHING);
  });
});

describe('one cluster', () => {
  const clusterUid = (id: string) => part(evidenceOf(id), 'cluster').uid;

  test('is told once, not for every object in it', () => {
    const copies = copiesOf({ ada: {}, bob: { changes: [clusterOf('ada', ...LIVE)] }, eve: {} });
    expect(copies).toEqual({ ...NOTHING, clusters: [{ uid: clusterUid('ada'), learners: ['ada', 'bob'] }] });
  });

  test('explains nothing to a third one who has a value of it in a file', () => {
    const copies = copiesOf({
      ada: {},
      bob: { changes: [clusterOf('ada', ...LIVE)] },
      eve: { changes: [keys('cleanup.json', { uid: uidIn('before.json', 'uid', 'ada') })] },
    });
    expect(told(copies)[0]?.slice(1)).toEqual([
      expect.stringMatching(/^ada\*: .*TeamSpace\/alpha$/),
      'bob*: TeamSpace/alpha',
      'eve: cleanup.json /uid',
    ]);
  });

  test('is explained by an image that all machines were cloned of, and by no other', () => {
    const sharing = (...images: (string | undefined)[]) => {
      const [ada, bob] = images.map((cloneOf) => (cloneOf === undefined ? {} : { cloneOf }));
      return copiesOf({ ada: { ...ada }, bob: { ...bob, changes: [clusterOf('ada', 'cluster', 'crd')] } });
    };
    expect(sharing('image', 'image')).toEqual(NOTHING);
    for (const images of [['one', 'two'], ['image', undefined], []])
      expect(sharing(...images)).toEqual({
        ...NOTHING,
        clusters: [{ uid: clusterUid('ada'), learners: ['ada', 'bob'] }],
      });
  });

  test('an image does not explain what came into a file after the lab was begun on each clone', () => {
    const copies = copiesOf({
      ada: { cloneOf: 'image' },
      bob: { cloneOf: 'image', changes: [clusterOf('ada', 'cluster', 'crd'), fileOf('drift.json', 'ada')] },
    });
    expect(copies.clusters).toEqual([]);
    expect(told(copies).map(([, ...holders]) => holders)).toEqual([
      ['ada: reconcile.json /quota_uid, drift.json /deleted_uid', 'bob: drift.json /deleted_uid'],
      [
        'ada*: drift.json /restored_uid, ResourceQuota/team-alpha/team-quota',
        'bob: drift.json /restored_uid',
      ],
    ]);
  });

  test('an image that was made in the middle of the lab explains the files in it', () => {
    const changes = [clusterOf('ada', ...LIVE), fileOf('cleanup.json', 'ada'), fileOf('drift.json', 'ada')];
    expect(copiesOf({ ada: { cloneOf: 'image' }, bob: { cloneOf: 'image', changes } })).toEqual(NOTHING);
  });

  test('an image does not explain files that were copied between different clusters', () => {
    const changes = [fileOf('cleanup.json', 'ada')];
    const copies = copiesOf({ ada: { cloneOf: 'image' }, bob: { cloneOf: 'image', changes } });
    expect(copies.uids.map(({ uid }) => uid)).toEqual([uidIn('cleanup.json', 'uid', 'ada')]);
  });
});

describe('the same script', () => {
  const SCRIPT = '#!/bin/bash\nfor t in a b; do\n  echo "#$t" # one\ndone\n';
  const scripts = (...texts: string[]) =>
    copiesOf(
      Object.fromEntries(texts.map((text, i) => [`l${i}`, { changes: [fileText('reconcile.sh', text)] }])),
    ).scripts.map(({ learners }) => learners);

  test.each([
    ['as it is', SCRIPT],
    ['with other line ends', SCRIPT.replaceAll('\n', '\r\n')],
    ['with other indentation, blank lines and blanks', 'for t in a b; do  \n\n\techo "#$t"\n\ndone'],
    ['with other comments', `# mine\n${SCRIPT.replace('# one', "# don't look")}`],
  ])('is found %s', (_what, other) => expect(scripts(SCRIPT, other)).toEqual([['l0', 'l1']]));

  test.each([
    ['another word', SCRIPT.replace('a b', 'a c')],
    ['another text in quotes', SCRIPT.replace('#$t', '#$t #')],
    ['lines in another order', SCRIPT.split('\n').reverse().join('\n')],
  ])('is not the same with %s', (_what, other) => expect(scripts(SCRIPT, other)).toEqual([]));

  test('says nothing when there is nothing in it', () => {
    expect(scripts('', '\n# only words\n')).toEqual([]);
  });

  test.each([
    ['echo a#b $# # c', 'echo a#b $#'],
    [`echo 'a # b' "c # \\" # d" # e`, `echo 'a # b' "c # \\" # d"`],
    ['echo \\# a # b', 'echo \\# a'],
  ])('%s keeps what is no comment', (line, core) => expect(scriptCore(line)).toBe(core));

  test('takes no long time for a long line', () => {
    const line = `"'\\ #`.repeat(200_000);
    expect(scriptCore(line).length).toBeGreaterThan(0);
  });
});
