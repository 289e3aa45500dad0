#!/usr/bin/env node
/*
 * cnpa-op check | grade ──▶ grade.ts (gather ▶ judge) ──▶ reports/ ──▶ stdout; progress ──▶ stderr
 * cnpa-op class         ──▶ roster/ (each learner as above) ──▶ stdout
 * cnpa-op sandbox …     ──▶ sandbox/
 */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { classSummary } from '../reports/class.ts';
import { json } from '../reports/json.ts';
import { en } from '../reports/messages/en.ts';
import { printable, text } from '../reports/messages/text.ts';
import { terminal } from '../reports/terminal.ts';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { demo } from './demo.ts';
import { grade, UsageError } from './grade.ts';
import { exitCodeOf } from './judge.ts';
import { DEFAULTS, STEPS, type StepNumber } from './lab.ts';
import { lockHolder } from './lock-holder.ts';
import { type Machine, MachineError } from './machine/machine.ts';
import { MACHINE_FORMS, openMachine, parseMachine } from './machines.ts';
import { AGAIN, exitCodeOfClass, gradeClass } from './roster/class.ts';
import { loadRoster } from './roster/roster.ts';
import { renderSamples, runSamples } from './samples/index.ts';
import {
  installPrerequisites,
  listSandboxes,
  SandboxError,
  sandboxDown,
  sandboxExec,
  sandboxUp,
} from './sandbox/index.ts';

import { writeAtomically } from './write-atomically.ts';

const FORMATS = ['terminal', 'json'] as const;
const EXIT = { usage: 2, notJudged: 3 } as const;

interface GradeFlags {
  dir: string;
  kubeconfig?: string;
  machine: string;
  unit: string;
  format: (typeof FORMATS)[number];
  quiet?: boolean;
  out?: string;
}

interface ClassFlags extends Pick<GradeFlags, 'dir' | 'unit' | 'format' | 'quiet'> {
  out: string;
  jobs: number;
  only?: string;
  again?: (typeof AGAIN)[number];
}

interface SamplesFlags {
  jobs: number;
  repeat: number;
  format: (typeof FORMATS)[number];
}

const interrupt = new AbortController();
const tell = (line: string): void => {
  process.stderr.write(`${line.split('\n').map(printable).join('\n')}\n`);
};
/** The grader's own TeamSpaces that are in the cluster now. */
let probes: readonly string[] = [];

function onSignal(signal: NodeJS.Signals): void {
  if (interrupt.signal.aborted) {
    const left =
      probes.length === 0 ? '' : `; TeamSpaces ${probes.join(', ')} may be left, the next run removes them`;
    tell(`cnpa-op: left at once${left}`);
    process.exit(EXIT.notJudged);
  }
  tell(`cnpa-op: ${signal}, clearing up (once more to leave at once)`);
  interrupt.abort(new DOMException(signal, 'AbortError'));
}

/** A bug outside of everything that is awaited: the probes are still removed before the end. */
function onStray(error: unknown): void {
  // The interruption itself, which nobody is waiting to hear any more.
  if (error === interrupt.signal.reason) return;
  tell(bug(error));
  interrupt.abort(new DOMException('bug', 'AbortError'));
}

const bug = (error: unknown): string =>
  `cnpa-op: a bug of the grader, please report it: ${error instanceof Error ? error.stack : String(error)}`;

function step(value: string, before: StepNumber[] | undefined): StepNumber[] {
  const found = STEPS.find((number) => String(number) === value);
  if (found === undefined) throw new InvalidArgumentError('The steps are the numbers 1 to 8.');
  return [...(before ?? []), found];
}

function count(value: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value)) throw new InvalidArgumentError('It is a whole number from 1.');
  return Number(value);
}

const labFolder = (path: string): string => path.replace(/(?<=.)\/+$/, '');

async function runGrade(steps: StepNumber[] | undefined, flags: GradeFlags): Promise<void> {
  const spec = parseMachine(flags.machine);
  if (spec === null) throw new UsageError(`unknown machine ${text(flags.machine)}: it is ${MACHINE_FORMS}`);
  const { machine, foreign } = await openMachine(spec, { env: process.env, signal: interrupt.signal });
  try {
    await gradeMachine(machine, foreign, steps, flags);
  } finally {
    await machine.close();
  }
}

async function gradeMachine(
  machine: Machine,
  foreign: boolean,
  steps: StepNumber[] | undefined,
  flags: GradeFlags,
): Promise<void> {
  // An instructor's own KUBECONFIG must not make another machine's files be judged against another cluster.
  const kubeconfig = flags.kubeconfig ?? (foreign ? undefined : process.env.KUBECONFIG || undefined);
  if (flags.out !== undefined) await makeFolder(flags.out);
  const { evidence, report } = await grade({
    machine,
    foreign,
    ...(steps && { steps }),
    folder: labFolder(flags.dir),
    kubeconfig,
    unit: flags.unit,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    signal: interrupt.signal,
    onProbes: (names) => {
      probes = names;
    },
    ...(!flags.quiet && { progress: (line) => tell(`… ${line}`) }),
  });
  if (flags.out !== undefined) {
    await writeAtomically(join(flags.out, 'report.json'), json(report, en));
    await writeAtomically(join(flags.out, 'evidence.json'), `${JSON.stringify(evidence, null, 2)}\n`);
  }
  show(report, flags.format);
}

async function runClass(roster: string, flags: ClassFlags): Promise<void> {
  const { out, dir, unit, format, quiet, ...which } = flags;
  const learners = await loadRoster(roster);
  await makeFolder(out);
  const summary = await gradeClass({
    ...which,
    learners,
    out,
    folder: labFolder(dir),
    unit,
    env: process.env,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    render: (report) => json(report, en),
    progress: (line) => quiet || tell(`… ${text(line)}`),
    signal: interrupt.signal,
  });
  process.stdout.write(format === 'json' ? `${JSON.stringify(summary, null, 2)}\n` : classSummary(summary));
  process.exitCode = exitCodeOfClass(summary);
}

function show(report: GradeReport, format: GradeFlags['format']): void {
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const rendered =
    format === 'json' ? json(report, en) : terminal(report, en, { color, columns: process.stdout.columns });
  process.stdout.write(rendered);
  process.exitCode = exitCodeOf(report);
}

/** Made before anything is graded, so that a report is not lost at the end for want of a place. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (error) {
    throw new UsageError(`cannot write into ${path}: ${(error as Error).message}`);
  }
}

function gradeOptions(command: Command): Command {
  return command
    .option('--dir <folder>', 'lab folder on the graded machine', DEFAULTS.folder)
    .option(
      '--kubeconfig <file>',
      `kubeconfig on this computer (default: $KUBECONFIG, else ${DEFAULTS.kubeconfig})`,
    )
    .option('--machine <machine>', `what to grade: ${MACHINE_FORMS}`, 'local')
    .option('--unit <name>', 'systemd unit of the controller', DEFAULTS.unit)
    .addOption(new Option('--format <format>', 'output on stdout').choices(FORMATS).default('terminal'))
    .option('-q, --quiet', 'no progress on stderr');
}

function program(): Command {
  const cli = new Command('cnpa-op')
    .description(
      'Grades the TeamSpace controller lab: eight steps, from your files, the live cluster and systemd.',
    )
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('(cnpa-op --help shows what there is)')
    .addHelpText(
      'after',
      '\nExit status: 0 all passed, 1 some failed or were skipped, 2 wrong usage, 3 something could not be judged.',
    );

  gradeOptions(cli.command('check').description('check your own work on this machine: all steps, or some'))
    .argument('[step...]', 'step numbers, 1 to 8 (default: all)', step)
    .action(async (steps: StepNumber[] | undefined, flags: GradeFlags) => runGrade(steps, flags));

  gradeOptions(cli.command('grade').description('grade a machine: all eight steps'))
    .option('--out <folder>', 'also write report.json and evidence.json there')
    .action(async (flags: GradeFlags) => runGrade(undefined, flags));

  cli
    .command('class')
    .description('grade the machines of a class, some at once; done ones are not graded again')
    .argument('<roster>', 'YAML or CSV: id, name, machine, and optionally kubeconfig and cloneOf')
    .requiredOption('--out <folder>', 'where a folder for each learner and class.json are written')
    .option('--jobs <count>', 'machines at once', count, 16)
    .option('--only <glob>', 'only learners whose id matches')
    .addOption(new Option('--again <which>', 'grade also those whose report says so').choices(AGAIN))
    .option('--dir <folder>', 'lab folder on the graded machines', DEFAULTS.folder)
    .option('--unit <name>', 'systemd unit of the controller', DEFAULTS.unit)
    .addOption(new Option('--format <format>', 'output on stdout').choices(FORMATS).default('terminal'))
    .option('-q, --quiet', 'no progress on stderr')
    .action(runClass);

  const progress = (line: string) => tell(`… ${line}`);
  cli
    .command('demo')
    .description('from nothing to a graded lab: a sandbox, the honest sample walked in it, its report')
    .action(async () => {
      const options = {
        env: process.env,
        graderVersion: packageJson.version,
        lock: lockHolder(process.pid),
        progress,
      };
      show(await demo({ ...options, name: `demo-${process.pid}`, signal: interrupt.signal }), 'terminal');
    });

  cli
    .command('samples')
    .description('grade sample submissions in sandboxes and compare each verdict with the expected one')
    .argument('[name...]', 'which samples (default: all)')
    .option('--jobs <count>', 'machines at once', count, 3)
    .option('--repeat <count>', 'how often each sample is graded', count, 1)
    .addOption(new Option('--format <format>', 'output on stdout').choices(FORMATS).default('terminal'))
    .action(async (names: string[], flags: SamplesFlags) => {
      const { format, ...limits } = flags;
      const options = { ...limits, env: process.env, graderVersion: packageJson.version };
      const held = { lock: lockHolder(process.pid), signal: interrupt.signal, progress };
      const result = await runSamples({ ...options, ...held, names });
      process.stdout.write(renderSamples(result, format));
      process.exitCode = result.agrees ? 0 : 1;
    });

  const sandbox = cli.command('sandbox').description("throwaway clusters, each with a learner's machine");
  sandbox
    .command('up')
    .description('make a sandbox')
    .option('--name <name>', 'its name', 'default')
    .option('--install', 'install missing Debian packages first')
    .action(async ({ name, install }: { name: string; install?: boolean }) => {
      if (install) await installPrerequisites(progress);
      const { apiServer } = await sandboxUp({ name, progress, signal: interrupt.signal, env: process.env });
      tell(`sandbox ${name} is up, its API server at ${apiServer}`);
    });
  sandbox
    .command('down')
    .description('remove a sandbox')
    .option('--name <name>', 'its name', 'default')
    .action(async ({ name }: { name: string }) => sandboxDown(name));
  sandbox
    .command('list')
    .description('list the sandboxes that run')
    .action(async () => {
      for (const { name, apiServer, createdAt } of await listSandboxes())
        process.stdout.write(`${name}\t${apiServer}\t${createdAt}\n`);
    });
  sandbox
    .command('exec')
    .description("run a command in a sandbox's machine")
    .option('--name <name>', 'its name', 'default')
    .argument('<command...>', 'after --, the command and its arguments')
    .action(async (argv: [string, ...string[]], { name }: { name: string }) => {
      process.exitCode = await sandboxExec(name, argv);
    });
  return cli;
}

/** The one error boundary: everything that reaches it becomes one sentence and an exit status. */
async function main(): Promise<void> {
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('unhandledRejection', onStray);
  try {
    await program().parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    } else if (error instanceof UsageError) {
      tell(`cnpa-op: ${error.message}`);
      process.exitCode = EXIT.usage;
    } else if (error instanceof SandboxError || error instanceof MachineError) {
      tell(`cnpa-op: ${error.message}`);
      process.exitCode = EXIT.notJudged;
    } else if (interrupt.signal.aborted) {
      process.exitCode = EXIT.notJudged;
    } else {
      tell(bug(error));
      process.exitCode = EXIT.notJudged;
    }
  }
}

await main();
