import { describe, expect, test } from 'vitest';
import { inPart, looks, PROBES, unit, withoutEvents } from '../support/evidence.ts';
import { adviceOf, failures, passedOf, verdictOf } from '../support/verdict.ts';

const UNIT = 'cnpa-op.service';
/** Steps 4 to 7 pass only while the controller runs. */
const DOWN = Object.fromEntries([4, 5, 6, 7].map((step) => [step, [`service-running ${UNIT} ActiveState`]]));

describe('the loaded unit', () => {
  test.each(['not-found', 'bad-setting', 'error', 'masked'])('must be loaded: %s fails', (LoadState) => {
    expect(verdictOf(unit({ LoadState, LoadError: 'Unit not found.' }))).toEqual({
      4: [`unit-loaded ${UNIT} LoadState`],
    });
  });

  test('that is not there is told once, whatever it lacks besides', () => {
    const absent = { LoadState: 'not-found', FragmentPath: '', UnitFileState: '', Restart: 'no' };
    expect(verdictOf(unit(absent))).toEqual({ 4: [`unit-loaded ${UNIT} LoadState`] });
  });

  test.each(['static', 'disabled', 'enabled-runtime', 'linked', 'generated', ''])(
    'must be enabled: %j fails',
    (UnitFileState) => {
      expect(verdictOf(unit({ UnitFileState }))).toEqual({ 4: [`unit-enabled ${UNIT} UnitFileState`] });
    },
  );

  test.each(['no', 'on-failure', 'on-abnormal', 'on-success'])(
    'must be restarted always: %s fails',
    (Restart) => {
      expect(verdictOf(unit({ Restart }))).toEqual({ 4: [`unit-restart ${UNIT} Restart`] });
    },
  );

  test('must be the unit as it is on disk', () => {
    expect(verdictOf(unit({ NeedDaemonReload: 'yes' }))).toEqual({
      4: [`unit-daemon-reload ${UNIT} NeedDaemonReload`],
    });
  });

  test.each(['/usr/lib/systemd/system/cnpa-op.service', '/run/systemd/system/cnpa-op.service', ''])(
    'must come from the place of the lab: %j fails',
    (FragmentPath) => {
      expect(verdictOf(unit({ FragmentPath }))).toEqual({ 4: [`unit-path ${UNIT} FragmentPath`] });
    },
  );

  test.each(['simple', 'exec', 'notify', 'forking'])('may be of type %s', (Type) => {
    expect(verdictOf(unit({ Type }))).toEqual({});
  });
});

describe('the service runs', () => {
  test.each([
    ['active at every look', ['active/running', 'active/running']],
    ['a loop of restarts', ['active/running', 'activating/auto-restart', 'active/running']],
    ['seen only between two restarts', ['activating/auto-restart', 'activating/auto-restart']],
    ['seen while it starts', ['activating/start', 'active/running']],
  ])('%s', (_, states) => {
    expect(verdictOf(looks(...states))).toEqual({});
  });

  test.each(['inactive/dead', 'failed/failed', 'maintenance/'])('not when it is %s', (state) => {
    expect(verdictOf(looks(state))).toEqual(DOWN);
    expect(verdictOf(looks('active/running', state))).toEqual(DOWN);
    expect(verdictOf(looks(state, 'active/running'))).toEqual(DOWN);
  });

  test('and is told as it was found last', () => {
    const [running] = passedOf(
      'service-running',
      looks('active/running', 'activating/auto-restart', 'active/running'),
    );
    expect(running?.actual).toBe('active (running)');
  });

  test('not as a oneshot that never finishes starting', () => {
    expect(verdictOf(unit({ Type: 'oneshot' }), looks('activating/start'))).toEqual(DOWN);
  });

  test('and a start limit is told with the last journal lines', () => {
    const [failure] = failures(looks('failed/failed'), unit({ Result: 'start-limit-hit' }));
    expect(failure).toMatchObject({
      actual: 'failed (failed)',
      params: {
        result: 'start-limit-hit',
        journal: expect.arrayContaining([expect.stringContaining('Started')]),
      },
    });
  });
});

describe('a new TeamSpace', () => {
  test.each(['plain', 'held'] as const)('gets its namespace: the %s probe decides', (role) => {
    expect(
      verdictOf(withoutEvents('creation', (e) => e.probe === PROBES[role] && e.kind !== 'TeamSpace')),
    ).toEqual({ 4: [`service-creates-namespace TeamSpace ${PROBES[role]}`] });
  });

  test.each(['plain', 'held'] as const)('gets its quota: the %s probe decides', (role) => {
    expect(
      verdictOf(withoutEvents('creation', (e) => e.probe === PROBES[role] && e.kind === 'ResourceQuota')),
    ).toEqual({ 4: [`service-creates-quota TeamSpace ${PROBES[role]}`] });
  });

  test('without it the failure tells the time waited and the last journal line', () => {
    const journal = inPart('service', (service) => {
      service.journal = ['Started', 'one', 'two', 'the last'];
    });
    const [failure] = failures(
      withoutEvents('creation', (e) => e.kind === 'Namespace'),
      journal,
    );
    expect(failure?.params).toMatchObject({ seconds: 60, journal: 'the last' });
  });
});

test('work outside the control group is named, as advice', () => {
  const outside = inPart('service', (service) => {
    service.outsideWorkers = [{ pid: 4711, command: 'bash ./reconcile.sh' }];
  });
  expect(verdictOf(outside)).toEqual({});
  expect(adviceOf(outside)).toEqual([`outside-worker ${UNIT} ControlGroup`]);
});
