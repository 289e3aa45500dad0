import { JSON_FINDINGS, readArtifact } from '../src/artifact.ts';
import { defineCheck, verdict } from '../src/check.ts';
import { archiveFileOf, BETA, CRD, FINALIZER, namespaceOf } from '../src/lab.ts';
import { sameQuantity } from '../src/quantity.ts';
import { alphaField, alphaOf, byName, eventsOf, namespaceFor, serviceRunning } from './live.ts';

const BETA_FILE = archiveFileOf(BETA.name);
const at = (key: string) => ({ file: 'cleanup.json', pointer: `/${key}` });
const inBeta = (key: string) => ({ file: BETA_FILE, pointer: `/${key}` });
const FINALIZERS = 'metadata.finalizers';

/** Step 6: work to do before deletion. */
export default defineCheck({
  step: 6,
  id: 'cleanup',
  findings: [
    ...JSON_FINDINGS,
    'service-running',
    'alpha-finalizer',
    'cleanup-uid',
    'archive-name',
    'archive-pods',
    'beta-gone',
    'beta-namespace-gone',
    'cleanup-blocked-seen',
    'cleanup-namespace-gone',
    'probe-finalizer-added',
    'probe-foreign-finalizer-kept',
    'probe-archive-written',
    'probe-archive-content',
    'probe-archive-in-time',
    'probe-finalizer-removed',
    'probe-namespace-ends',
    'probe-namespace-stays-away',
    'cluster-trouble',
  ],
  rules: (rule) => [
    rule(['service'], ({ service }) => [serviceRunning(service)]),
    rule(['teamSpaces'], ({ teamSpaces }) => {
      const finalizers = alphaOf(teamSpaces).metadata.finalizers ?? [];
      return [
        verdict(finalizers.includes(FINALIZER), 'alpha-finalizer', alphaField(FINALIZERS), {
          expected: FINALIZER,
          actual: finalizers,
        }),
      ];
    }),
    rule(['files'], ({ files }) => {
      const cleanup = readArtifact(files, 'cleanup');
      const archive = readArtifact(files, 'archive', BETA_FILE);
      const { name, uid, pods } = archive.fields;
      return [
        ...cleanup.findings,
        ...archive.findings,
        cleanup.fields.uid !== undefined &&
          uid !== undefined &&
          verdict(cleanup.fields.uid === uid, 'cleanup-uid', at('uid'), {
            actual: { 'cleanup.json': cleanup.fields.uid, [BETA_FILE]: uid },
          }),
        name !== undefined &&
          verdict(name === BETA.name, 'archive-name', inBeta('name'), { expected: BETA.name, actual: name }),
        pods !== undefined &&
          verdict(sameQuantity(pods, BETA.pods), 'archive-pods', inBeta('pods'), {
            expected: BETA.pods,
            actual: pods,
          }),
        cleanup.fields.blocked_seen !== undefined &&
          verdict(cleanup.fields.blocked_seen, 'cleanup-blocked-seen', at('blocked_seen'), {
            actual: cleanup.fields.blocked_seen,
          }),
      ];
    }),
    rule(['files', 'teamSpaces', 'namespaces'], ({ files, teamSpaces, namespaces }) => {
      const gone = readArtifact(files, 'cleanup').fields.namespace_gone;
      const beta = byName(teamSpaces, BETA.name);
      const namespace = namespaceFor(namespaces, BETA.name);
      const deletion = beta?.metadata.deletionTimestamp ?? null;
      const trouble = namespace?.status?.conditions?.find(
        ({ type, status }) => type === 'NamespaceDeletionDiscoveryFailure' && status === 'True',
      );
      const subject = { kind: 'Namespace', name: namespaceOf(BETA.name) };
      if (trouble !== undefined) {
        // An aggregated API that is down keeps every namespace from ending: nobody's fault here.
        const reasons = [trouble.message ?? ''];
        return [{ id: 'cluster-trouble', outcome: 'unknown', subject, params: { reasons } }];
      }
      return [
        verdict(
          beta === undefined,
          'beta-gone',
          { kind: CRD.kind, name: BETA.name },
          {
            expected: 'absent',
            actual: beta === undefined ? 'absent' : 'present',
            params: { deletion, finalizers: beta?.metadata.finalizers ?? [] },
          },
        ),
        verdict(namespace === undefined, 'beta-namespace-gone', subject, {
          expected: 'absent',
          actual: namespace === undefined ? 'absent' : (namespace.status?.phase ?? 'present'),
        }),
        gone !== undefined &&
          verdict(gone, 'cleanup-namespace-gone', at('namespace_gone'), {
            actual: gone,
            params: { early: namespace === undefined },
          }),
      ];
    }),
    // The probe without a list of finalizers is not deleted here, but it must get the finalizer as well.
    rule(['creation', 'deletion'], ({ creation, deletion }) => {
      const deleted = deletion.probes.map(({ name }) => name);
      return creation.probes
        .filter(({ name }) => !deleted.includes(name))
        .map(({ name }) => {
          const last = eventsOf(creation, name, 'TeamSpace').at(-1)?.object.metadata.finalizers ?? [];
          return verdict(
            last.includes(FINALIZER),
            'probe-finalizer-added',
            { kind: CRD.kind, name, field: FINALIZERS },
            {
              expected: FINALIZER,
              actual: last,
              params: { probe: name, seconds: creation.deadlineMs / 1000 },
            },
          );
        });
    }),
    rule(['deletion'], ({ deletion }) => {
      const seconds = deletion.deadlineMs / 1000;
      return deletion.probes.flatMap((probe) => {
        const subject = { kind: CRD.kind, name: probe.name, field: FINALIZERS };
        const params = { probe: probe.name, seconds };
        const lives = eventsOf(deletion, probe.name, 'TeamSpace');
        const added = lives.some((e) => e.object.metadata.finalizers?.includes(FINALIZER));
        const last = lives.at(-1)?.object.metadata.finalizers ?? [];
        const released =
          deletion.actions.find((a) => a.probe === probe.name && a.action === 'release')?.atMs ??
          Number.POSITIVE_INFINITY;
        const keeps = (foreign: string) => {
          const lost = lives.find(
            (e) =>
              e.atMs <= released &&
              (e.type === 'DELETED' || !e.object.metadata.finalizers?.includes(foreign)),
          );
          return verdict(lost === undefined, 'probe-foreign-finalizer-kept', subject, {
            expected: foreign,
            actual: lost ? (lost.object.metadata.finalizers ?? []) : last,
            params: { ...params, during: lost?.object.metadata.deletionTimestamp ? 'deletion' : 'life' },
          });
        };
        const keepsForeign = probe.foreignFinalizer !== null && keeps(probe.foreignFinalizer);
        const adds = verdict(added, 'probe-finalizer-added', subject, {
          expected: FINALIZER,
          actual: last,
          params,
        });
        if (!added) return [adds, keepsForeign];
        const archive = deletion.archives.find((a) => a.probe === probe.name);
        const removes = verdict(archive !== undefined, 'probe-finalizer-removed', subject, {
          actual: last,
          params,
        });
        if (archive === undefined) return [adds, keepsForeign, removes];
        const file = archiveFileOf(probe.name);
        const { fields } = readArtifact({ [file]: archive.file }, 'archive', file);
        const ends = deletion.namespaces.filter((n) => n.probe === probe.name);
        const namespace = { kind: 'Namespace', name: namespaceOf(probe.name) };
        const written = archive.file.kind !== 'missing';
        const right =
          fields.name === probe.name && fields.uid === probe.uid && sameQuantity(fields.pods, probe.pods);
        return [
          adds,
          keepsForeign,
          removes,
          verdict(written, 'probe-archive-written', { file }, { params }),
          written &&
            verdict(
              right,
              'probe-archive-content',
              { file },
              {
                expected: { name: probe.name, uid: probe.uid, pods: probe.pods },
                actual: { name: fields.name ?? null, uid: fields.uid ?? null, pods: fields.pods ?? null },
                params,
              },
            ),
          written &&
            verdict(
              archive.lateByMs === null,
              'probe-archive-in-time',
              { file },
              { params: { ...params, lateByMs: archive.lateByMs } },
            ),
          ...ends.map(({ terminatingMs }) =>
            terminatingMs === null && deletion.clusterTrouble.length > 0
              ? {
                  id: 'cluster-trouble' as const,
                  outcome: 'unknown' as const,
                  subject: namespace,
                  params: { reasons: deletion.clusterTrouble },
                }
              : verdict(terminatingMs !== null, 'probe-namespace-ends', namespace, { params }),
          ),
          ...ends.map(
            ({ terminatingMs, cameBack }) =>
              terminatingMs !== null &&
              verdict(!cameBack, 'probe-namespace-stays-away', namespace, { params }),
          ),
        ];
      });
    }),
  ],
});
