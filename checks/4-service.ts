import { advice, defineCheck, verdict } from '../src/check.ts';
import { CRD, unitPathOf } from '../src/lab.ts';
import { eventsOf, serviceRunning } from './live.ts';

/** Step 4: not once, but for ever. */
export default defineCheck({
  step: 4,
  id: 'service',
  findings: [
    'unit-loaded',
    'unit-path',
    'unit-enabled',
    'unit-restart',
    'unit-daemon-reload',
    'service-running',
    'service-creates-namespace',
    'service-creates-quota',
    'outside-worker',
  ],
  rules: (rule) => [
    rule(['service'], ({ service }) => {
      const { unit, properties, outsideWorkers } = service;
      const property = (name: keyof typeof properties) => ({ unit, property: name });
      const loaded = verdict(properties.LoadState === 'loaded', 'unit-loaded', property('LoadState'), {
        expected: 'loaded',
        actual: properties.LoadState,
        params: { detail: properties.LoadError },
      });
      const workers = outsideWorkers.map(({ pid, command }) =>
        advice('outside-worker', { unit, property: 'ControlGroup' }, { pid, command }),
      );
      if (loaded.outcome === 'failed') return [loaded, ...workers];
      return [
        loaded,
        verdict(properties.FragmentPath === unitPathOf(unit), 'unit-path', property('FragmentPath'), {
          expected: unitPathOf(unit),
          actual: properties.FragmentPath,
        }),
        verdict(properties.UnitFileState === 'enabled', 'unit-enabled', property('UnitFileState'), {
          expected: 'enabled',
          actual: properties.UnitFileState,
        }),
        verdict(properties.Restart === 'always', 'unit-restart', property('Restart'), {
          expected: 'always',
          actual: properties.Restart,
        }),
        verdict(properties.NeedDaemonReload === 'no', 'unit-daemon-reload', property('NeedDaemonReload'), {
          expected: 'no',
          actual: properties.NeedDaemonReload,
        }),
        serviceRunning(service),
        ...workers,
      ];
    }),
    rule(['service', 'creation'], ({ service, creation }) => {
      const journal = service.journal.at(-1) ?? '';
      const seconds = creation.deadlineMs / 1000;
      return creation.probes.flatMap((probe) => {
        const params = { probe: probe.name, seconds, restarts: service.properties.NRestarts, journal };
        const namespace = eventsOf(creation, probe.name, 'Namespace').some((event) => event.type === 'ADDED');
        const quota = eventsOf(creation, probe.name, 'ResourceQuota').some((event) => event.type === 'ADDED');
        const subject = { kind: CRD.kind, name: probe.name };
        return [
          verdict(namespace, 'service-creates-namespace', subject, { params }),
          namespace && verdict(quota, 'service-creates-quota', subject, { params }),
        ];
      });
    }),
  ],
});
