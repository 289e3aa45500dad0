import { SERVICE_PROPERTIES, type ServiceEvidence, type ServiceProperty } from '../evidence.ts';
import { SCRIPT } from '../lab.ts';
import { type Machine, MachineError } from '../machine/machine.ts';
import type { GatherContext } from './context.ts';
import { redact } from './redact.ts';

const JOURNAL_LINES = 20;

/** Reads the unit as systemd has loaded it, its journal, and who else runs the script: one command. */
export async function readService(
  ctx: Pick<GatherContext, 'machine' | 'lab' | 'signal' | 'clock'>,
): Promise<ServiceEvidence> {
  const { machine, lab, signal, clock } = ctx;
  const { unit } = lab;
  const script = `
    command -v systemctl >/dev/null || exit 97
    systemctl show "$1" --property="$2" || exit 98
    echo; journalctl --unit="$1" --lines=${JOURNAL_LINES} --output=cat --no-pager --quiet 2>/dev/null
    echo; ps -ww -e -o pid=,unit:256=,args=`;
  const { exitCode, stdout, stderr } = await machine.run(
    ['sh', '-c', script, 'sh', unit, SERVICE_PROPERTIES.join(',')],
    { signal },
  );
  if (exitCode === 97)
    throw new MachineError(`there is no systemctl on ${machine.name}`, { reason: 'systemctl-missing' });
  if (exitCode !== 0)
    throw new MachineError(`systemctl on ${machine.name}: ${stderr.trim().split('\n')[0]}`, {
      reason: 'systemd-error',
    });
  const [shown = '', ...rest] = stdout.split('\n\n');
  const processes = rest.pop() ?? '';
  const properties = parseProperties(shown);
  return {
    unit,
    properties,
    samples: [sampleOf(properties, clock())],
    // A private key stands on several lines.
    journal: redact(rest.join('\n'))
      .split('\n')
      .filter((line) => line !== ''),
    outsideWorkers: outsideWorkers(processes, unit, `${lab.folder}/${SCRIPT}`),
  };
}

function parseProperties(shown: string): Record<ServiceProperty, string> {
  const pairs = shown
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const found = Object.fromEntries(pairs) as Partial<Record<ServiceProperty, string>>;
  return Object.fromEntries(SERVICE_PROPERTIES.map((name) => [name, found[name] ?? ''])) as Record<
    ServiceProperty,
    string
  >;
}

const sampleOf = (
  properties: Record<ServiceProperty, string>,
  atMs: number,
): ServiceEvidence['samples'][number] => ({
  atMs,
  activeState: properties.ActiveState,
  subState: properties.SubState,
  restarts: Number(properties.NRestarts) || 0,
});

function outsideWorkers(processes: string, unit: string, script: string): ServiceEvidence['outsideWorkers'] {
  return processes.split('\n').flatMap((line) => {
    const [, pid, ofUnit, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || ofUnit === undefined || command === undefined) return [];
    const outside = command.includes(script) && ofUnit !== unit;
    return outside ? [{ pid: Number(pid), command: command.slice(0, 200) }] : [];
  });
}

/** Looks at the unit's state once more; a crash loop shows only in several looks. */
export async function sampleService(
  machine: Machine,
  service: ServiceEvidence,
  clock: () => number,
): Promise<void> {
  const { stdout } = await machine.run([
    'systemctl',
    'show',
    service.unit,
    '--property=ActiveState,SubState,NRestarts',
  ]);
  service.samples.push(sampleOf(parseProperties(stdout), clock()));
}
