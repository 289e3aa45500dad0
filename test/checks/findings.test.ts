import { describe, expect, test } from 'vitest';
import { checks, type FindingId } from '../../checks/index.ts';
import type { ResourceQuota } from '../../src/kube-types.ts';
import { JSON_FILES } from '../../src/lab.ts';
import {
  ACCEPTED,
  alpha,
  alphaNamespace,
  alphaQuota,
  both,
  type Change,
  crd,
  events,
  fileIs,
  fileText,
  inPart,
  keys,
  looks,
  namespaces,
  PROBES,
  quotas,
  REFUSED,
  replaced,
  teamSpaces,
  textOfFile,
  trial,
  unit,
  withoutEvents,
} from '../support/evidence.ts';
import { judged } from '../support/verdict.ts';

const UID = '11111111-2222-4333-8444-555555555555';
const BETA = 'archive/beta.json';
const HELD = PROBES.held;

const everyQuota = (phase: 'drift' | 'convergence', hard: Record<string, string>): Change =>
  events(phase, (e) => {
    if (e.kind === 'ResourceQuota') (e.object as ResourceQuota).spec = { hard };
    return e;
  });
const idleRuns = (change: object): Change =>
  inPart('scriptRuns', ({ idleAttempts }) => {
    for (const run of idleAttempts.flat()) Object.assign(run, change);
  });
const archivesOfProbes = (change: object): Change =>
  inPart('deletion', ({ archives }) => {
    for (const archive of archives) Object.assign(archive, change);
  });
const endsOfProbes = (change: object): Change =>
  inPart('deletion', ({ namespaces }) => {
    for (const end of namespaces) Object.assign(end, change);
  });
const finalizersOfHeld = (change: (list: string[]) => string[]): Change =>
  events('deletion', (e) => {
    const { metadata } = e.object;
    if (e.probe === HELD && e.kind === 'TeamSpace') metadata.finalizers = change(metadata.finalizers ?? []);
    return e;
  });
const noStatusAddress = both(
  ...(['status-right', 'status-generation-text', 'status-namespace-number'] as const).map((id) =>
    trial(id, { code: 404, message: 'the server could not find the requested resource' }),
  ),
);
const betaLives = teamSpaces((all) =>
  all.push({
    metadata: {
      name: 'beta',
      uid: UID,
      resourceVersion: '1',
      deletionTimestamp: '2026-11-30T23:50:00Z',
      finalizers: ['platform.labhub.io/cleanup'],
    },
  }),
);
const betaNamespace = (status: object): Change =>
  namespaces((all) => all.push({ metadata: { name: 'team-beta', uid: UID, resourceVersion: '1' }, status }));
const write = {
  kind: 'ResourceQuota',
  namespace: 'team-alpha',
  name: 'team-quota',
  type: 'modified',
  resourceVersionBefore: '812',
  resourceVersionAfter: '815',
  changes: [{ field: '/metadata/annotations/seen', before: '1', after: '2' }],
  managers: ['kubectl-patch'],
};

/** What brings each finding about. */
const faults: Record<FindingId, Change[]> = {
  'file-present': [fileIs('before.json', { kind: 'missing' }), fileIs('crd.yaml', { kind: 'missing' })],
  'file-readable': [fileIs('drift.json', { kind: 'directory' })],
  'json-document': [fileText('cleanup.json', '{')],
  'json-key': [keys('catchup.json', { generation: undefined })],
  'json-type': [keys('report.json', { archived: true })],
  'json-value': [keys('drift.json', { restored_uid: 'team-quota' })],
  'yaml-document': [fileText('alpha.yaml', '')],
  'crd-exists': [
    (evidence) => {
      evidence.parts.crd = { readyMs: 1, value: null };
    },
  ],
  'crd-established': [
    crd((o) => {
      delete o.status;
    }),
    crd((o) => {
      o.status = { conditions: [{ type: 'NamesAccepted', status: 'True' }] };
    }),
  ],
  'crd-field': [
    crd(({ spec }) => {
      spec.scope = 'Namespaced';
    }),
  ],
  'crd-version': [
    crd(({ spec }) => {
      for (const version of spec.versions) version.name = 'v1';
    }),
  ],
  'crd-status-subresource': [
    crd(({ spec }) => {
      for (const version of spec.versions) version.subresources = {};
    }),
  ],
  'schema-refuses': [trial('pods-0', ACCEPTED)],
  'schema-accepts': [trial('pods-50', REFUSED), trial('pods-50', { code: 400 })],
  'schema-cpu-default': [
    trial('pods-1', { code: 200, object: { spec: { pods: 1 } } }),
    trial('pods-1', { code: 201 }),
  ],
  'schema-keeps-status': [
    trial('status-right', { code: 422, message: 'status: Invalid value' }),
    trial('status-right', { code: 200, object: { status: { namespace: 'team-alpha' } } }),
    trial('status-right', { code: 200 }),
  ],
  'schema-spec-optional': [trial('spec-missing', ACCEPTED)],
  'schema-trial': [trial('pods-0', { code: 500, message: 'etcd' }), trial('pods-0', { code: 404 })],
  'crd-file-holds-crd': [replaced('crd.yaml', 'name: teamspaces.', 'name: spaces.')],
  'crd-file-matches': [
    replaced('crd.yaml', 'default: "1"', 'default: "2"'),
    replaced('crd.yaml', 'required: [pods]', 'required: pods'),
    replaced('crd.yaml', /versions:.*/s, 'versions: v1alpha1\n'),
    replaced('crd.yaml', /spec:.*/s, 'spec: null\n'),
    replaced('crd.yaml', /spec:.*/s, 'spec: text\n'),
  ],
  'alpha-exists': [
    teamSpaces((all) => {
      all.length = 0;
    }),
    alpha((o) => {
      o.metadata.name = 'alfa';
    }),
  ],
  'before-uid': [keys('before.json', { uid: UID })],
  'before-namespace-exists': [keys('before.json', { namespace_exists: true })],
  'generation-uid': [keys('generation.json', { uid: UID })],
  'generation-after-label': [
    keys('generation.json', { gen_after_label: 2 }),
    keys('generation.json', { gen_initial: 100, gen_after_label: 101 }),
    keys('generation.json', { gen_initial: 101, gen_after_label: 102 }),
  ],
  'generation-after-spec': [
    keys('generation.json', { gen_after_spec: 1 }),
    keys('generation.json', { gen_after_spec: 3 }),
  ],
  'generation-live': [
    keys('generation.json', { gen_initial: 3, gen_after_label: 3, gen_after_spec: 4 }),
    alpha((o) => {
      delete o.metadata.generation;
    }),
  ],
  'status-via-main': [
    keys('generation.json', { status_via_main: { observedGeneration: 7 } }),
    keys('generation.json', { status_via_main: {} }),
  ],
  'alpha-label': [
    alpha((o) => {
      delete o.metadata.labels;
    }),
  ],
  'alpha-pods-step-2': [
    fileIs('catchup.json', { kind: 'missing' }),
    both(
      fileIs('catchup.json', { kind: 'missing' }),
      alpha((o) => {
        delete o.spec;
      }),
    ),
  ],
  'script-executable': [
    inPart('files', (files) => {
      Object.assign(files['reconcile.sh'] ?? {}, { mode: 0o100044 });
    }),
  ],
  'script-first-line': [
    fileText('reconcile.sh', `\uFEFF#!/bin/sh\r\n${'x'.repeat(100)}`),
    fileText('reconcile.sh', `#${'x'.repeat(100)}`),
  ],
  'script-starts': [
    idleRuns({ exitCode: 126, stderr: 'first\nbad interpreter\n\n' }),
    idleRuns({ exitCode: 127, timedOut: true }),
  ],
  'script-finishes': [idleRuns({ timedOut: true, exitCode: null, durationMs: 60_000, writes: [write] })],
  'script-exit-status': [idleRuns({ exitCode: 1, stderr: 'first\nlast' })],
  'script-serves': [
    inPart('scriptRuns', (runs) => {
      runs.provenBy = 'script';
      runs.repairRun = {
        startedMs: 1,
        durationMs: 9,
        exitCode: 1,
        timedOut: false,
        stderr: 'first\nlast',
        writes: [],
      };
      for (const probe of runs.served) probe.quota = null;
    }),
  ],
  'script-writes-nothing': [
    idleRuns({ writes: [write] }),
    idleRuns({
      writes: [{ kind: 'Namespace', name: 'x', type: 'created', changes: [], managers: [] }],
    }),
    inPart('scriptRuns', (runs) => {
      runs.idleAttempts = [];
    }),
  ],
  'state-namespace': [
    namespaces((all) => {
      all.length = 0;
    }),
  ],
  'state-label': [
    alphaNamespace((o) => {
      delete o.metadata.labels;
    }),
  ],
  'state-owner': [
    alphaNamespace((o) => {
      delete o.metadata.ownerReferences;
    }),
  ],
  'state-quota': [
    quotas((all) => {
      all.length = 0;
    }),
    alphaQuota((o) => {
      o.metadata.name = 'other';
    }),
    alphaQuota((o) => {
      o.metadata.namespace = 'team-beta';
    }),
  ],
  'state-pods': [
    alphaQuota((o) => {
      o.spec = { hard: { pods: '99', 'requests.cpu': '1' } };
    }),
  ],
  'state-cpu': [
    alphaQuota((o) => {
      o.spec = { hard: { pods: '8' } };
    }),
  ],
  'state-observed-generation': [
    alpha((o) => {
      o.status = { namespace: 'team-alpha', observedGeneration: 2 };
    }),
  ],
  'state-status-namespace': [
    alpha((o) => {
      o.status = { namespace: 'alpha', observedGeneration: 3 };
    }),
  ],
  // It is the finding of a state without a fault: that nothing is there is told by the other steps.
  'state-complete': [],
  'reconcile-quota-uid': [keys('reconcile.json', { quota_uid: UID })],
  'reconcile-owner-uid': [keys('reconcile.json', { namespace_owner_uid: UID })],
  'reconcile-second-pass': [keys('reconcile.json', { second_pass_rv_changed: true })],
  'unit-loaded': [unit({ LoadState: 'not-found', LoadError: 'Unit not found.' })],
  'unit-path': [unit({ FragmentPath: '/run/systemd/system/cnpa-op.service' })],
  'unit-enabled': [unit({ UnitFileState: 'disabled' })],
  'unit-restart': [unit({ Restart: 'no' })],
  'unit-daemon-reload': [unit({ NeedDaemonReload: 'yes' })],
  'service-running': [
    looks('failed/failed', 'active/running'),
    both(
      looks(),
      inPart('service', (service) => {
        service.samples = [{ atMs: 1, activeState: 'inactive', subState: 'dead', restarts: 0 }];
      }),
    ),
  ],
  'service-creates-namespace': [
    withoutEvents('creation', (e) => e.probe === HELD && e.kind !== 'TeamSpace'),
    events('creation', (e) => (e.kind === 'Namespace' ? { ...e, type: 'MODIFIED' } : e)),
    both(
      withoutEvents('creation', (e) => e.kind === 'Namespace'),
      inPart('service', (service) => {
        service.journal = [];
      }),
    ),
  ],
  'service-creates-quota': [
    events('creation', (e) => (e.kind === 'ResourceQuota' ? { ...e, type: 'MODIFIED' } : e)),
  ],
  'outside-worker': [
    inPart('service', (service) => {
      service.outsideWorkers = [{ pid: 4711, command: 'bash ./reconcile.sh' }];
    }),
    both(
      inPart('service', (service) => {
        service.outsideWorkers = [{ pid: 4711, command: 'bash ./reconcile.sh' }];
      }),
      unit({ LoadState: 'not-found' }),
    ),
  ],
  'drift-uids-differ': [keys('drift.json', { restored_uid: '55ebeaea-dc26-45cb-9724-dfe9a5b50712' })],
  'drift-restored-uid': [
    keys('drift.json', { restored_uid: UID }),
    quotas((all) => {
      all.length = 0;
    }),
  ],
  'drift-restore-seconds': [keys('drift.json', { restore_seconds: 121 })],
  'drift-edited-to': [keys('drift.json', { edited_to: 98 })],
  'drift-reverted-to': [keys('drift.json', { reverted_to: 99 })],
  'probe-quota-restored': [withoutEvents('drift', (e) => e.probe === PROBES.plain && e.type !== 'DELETED')],
  'probe-pods-reverted': [
    everyQuota('drift', { pods: '99', 'requests.cpu': '1' }),
    withoutEvents('drift', (e) => e.probe === HELD),
  ],
  'probe-cpu-reverted': [
    everyQuota('drift', { pods: '2' }),
    inPart('drift', (drift) => {
      for (const probe of drift.probes) probe.cpu = null;
    }),
  ],
  'alpha-finalizer': [
    alpha((o) => {
      delete o.metadata.finalizers;
    }),
  ],
  'cleanup-uid': [keys('cleanup.json', { uid: UID })],
  'archive-name': [keys(BETA, { name: 'alpha' })],
  'archive-pods': [keys(BETA, { pods: 3 })],
  'beta-gone': [betaLives],
  'beta-namespace-gone': [betaNamespace({ phase: 'Active' }), betaNamespace({})],
  'cleanup-blocked-seen': [keys('cleanup.json', { blocked_seen: false })],
  'cleanup-namespace-gone': [
    keys('cleanup.json', { namespace_gone: false }),
    both(keys('cleanup.json', { namespace_gone: false }), betaNamespace({ phase: 'Terminating' })),
  ],
  'probe-finalizer-added': [
    finalizersOfHeld((list) => list.filter((name) => name !== 'platform.labhub.io/cleanup')),
    events('creation', (e) => {
      delete e.object.metadata.finalizers;
      return e;
    }),
    withoutEvents('creation', (e) => e.kind === 'TeamSpace'),
    withoutEvents('deletion', (e) => e.kind === 'TeamSpace'),
  ],
  'probe-foreign-finalizer-kept': [
    finalizersOfHeld((list) => list.filter((name) => name !== 'cnpa-op-grader/hold')),
    events('deletion', (e) => {
      if (e.probe === HELD && e.object.metadata.deletionTimestamp) delete e.object.metadata.finalizers;
      return e;
    }),
  ],
  'probe-archive-written': [archivesOfProbes({ file: { kind: 'missing' } })],
  'probe-archive-content': [
    archivesOfProbes({
      file: {
        kind: 'file',
        encoding: 'utf8',
        content: textOfFile(BETA),
        mode: 0o644,
        mtimeMs: 1,
        size: 1,
        sha256: '',
      },
    }),
    archivesOfProbes({ file: { kind: 'directory' } }),
  ],
  'probe-archive-in-time': [archivesOfProbes({ lateByMs: 40 })],
  'probe-finalizer-removed': [
    inPart('deletion', (deletion) => {
      deletion.archives = [];
    }),
  ],
  'probe-namespace-ends': [endsOfProbes({ terminatingMs: null, goneMs: null })],
  'probe-namespace-stays-away': [endsOfProbes({ cameBack: true })],
  'cluster-trouble': [
    both(
      endsOfProbes({ terminatingMs: null, goneMs: null }),
      inPart('deletion', (deletion) => {
        deletion.clusterTrouble = ['v1beta1.metrics.k8s.io'];
      }),
    ),
    betaNamespace({
      conditions: [
        { type: 'NamespaceDeletionDiscoveryFailure', status: 'True', message: 'v1beta1.metrics.k8s.io' },
      ],
    }),
    betaNamespace({ conditions: [{ type: 'NamespaceDeletionDiscoveryFailure', status: 'True' }] }),
  ],
  'catchup-behind': [keys('catchup.json', { observed_while_stopped: 3 })],
  'catchup-pods-while-stopped': [keys('catchup.json', { quota_pods_while_stopped: '8' })],
  'catchup-observed-after-start': [keys('catchup.json', { observed_after_start: 2 })],
  'catchup-pods-after-start': [keys('catchup.json', { quota_pods_after_start: '6' })],
  'catchup-generation-live': [
    keys('catchup.json', { generation: 4, observed_after_start: 4 }),
    alpha((o) => {
      delete o.metadata.generation;
    }),
  ],
  'alpha-pods-step-7': [
    alpha((o) => {
      o.spec = { cpu: '1' };
    }),
    alpha((o) => {
      delete o.spec;
    }),
  ],
  'alpha-quota-pods': [
    alphaQuota((o) => {
      o.spec = {};
    }),
    alphaQuota((o) => {
      delete o.spec;
    }),
    quotas((all) => {
      all.length = 0;
    }),
  ],
  'alpha-observed-generation': [
    alpha((o) => {
      delete o.status;
    }),
  ],
  'probe-converges': [
    everyQuota('convergence', { pods: '7', 'requests.cpu': '300m' }),
    withoutEvents('convergence', (e) => e.kind === 'TeamSpace'),
  ],
  'report-crd-alone': [keys('report.json', { crd_alone_created_namespace: true })],
  'report-status-bumps': [keys('report.json', { status_bumps_generation: true })],
  'report-restore-seconds': [keys('report.json', { restore_seconds: 3 })],
  'report-finalizer': [keys('report.json', { finalizer: 'cleanup' })],
  'report-archived': [keys('report.json', { archived: UID })],
  'report-generations-behind': [
    keys('report.json', { generations_behind_while_stopped: 2 }),
    keys('catchup.json', { generation: 'three' }),
    keys('catchup.json', { observed_while_stopped: 'two' }),
  ],
  'report-trigger': [
    keys('report.json', { trigger: ' edge ' }),
    keys('report.json', { trigger: 'the edge' }),
  ],
  'status-bumps-live': [
    noStatusAddress,
    trial('status-right', { code: 200, object: { status: {}, generation: 4 } }),
  ],
};

/** What the steps tell under this change. A check makes no finding that it does not list. */
function findingsUnder(change: Change) {
  const findings = judged(change).steps.flatMap((step) =>
    step.findings.map((finding) => ({ step: step.step, ...finding })),
  );
  for (const { step, id } of findings)
    expect(checks.find((check) => check.step === step)?.findings).toContain(id);
  return findings;
}
/** Of that, what did not pass. */
const told = (change: Change) => findingsUnder(change).filter(({ outcome }) => outcome !== 'passed');

test('what the honest lab is told', () => {
  expect(judged().steps.map(({ id, status }) => ({ id, status }))).toMatchSnapshot();
  expect(findingsUnder(() => undefined)).toMatchSnapshot();
});

describe.each(Object.entries(faults).filter(([, changes]) => changes.length > 0))('%s', (id, changes) => {
  test.each(changes.map((change, i) => [i + 1, change] as const))('is told: %i', (_, change) => {
    const findings = told(change);
    expect(findings.map((finding) => finding.id)).toContain(id);
    expect(findings).toMatchSnapshot();
  });
});

describe.each(JSON_FILES)('%s', (file) => {
  test.each(Object.keys(JSON.parse(textOfFile(file))))(
    '%s is told once when it is missing, and as that',
    (key) => {
      const about = findingsUnder(keys(file, { [key]: undefined })).filter(
        ({ subject }) => 'file' in subject && subject.file === file && subject.pointer === `/${key}`,
      );
      expect(about.map(({ id, subject }) => ({ id, subject }))).toEqual([
        { id: 'json-key', subject: { file, pointer: `/${key}` } },
      ]);
    },
  );
});
