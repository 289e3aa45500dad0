#!/usr/bin/env node
/*
 * cnpa-op check | grade ──▶ grade.ts (gather ▶ judge) ──▶ reports/ ──▶ stdout; progress ──▶ stderr
 * cnpa-op class         ──▶ roster/ (each learner as above) ──▶ stdout
 * cnpa-op regrade       ──▶ roster/ (stored evidence ▶ judge) ──▶ stdout
 * cnpa-op check --watch ──▶ watch/ (grade.ts again and again) ──▶ stdout
 * cnpa-op sandbox …     ──▶ sandbox/
 *
 * What a command needs is loaded when it runs, so that help and explanations are there at once.
 */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, CommanderError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { classSummary } from '../reports/class.ts';
import { explain } from '../reports/explain.ts';
import { type ReportFormat, renderers } from '../reports/index.ts';
import { json } from '../reports/json.ts';
import { languageOf, languages } from '../reports/messages/index.ts';
import { type Messages, printable, text, type Usage } from '../reports/messages/text.ts';
import { regradeSummary } from '../reports/regrade.ts';
import { terminal } from '../reports/terminal.ts';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { SpeakingCommand } from './command-line/speaking-command.ts';
import { languageFlag, type ReportFile, valueParsers } from './command-line/values.ts';
import { exitCodeOf } from './exit-code.ts';
import { DEFAULTS, type StepNumber } from './lab.ts';
import { lockHolder } from './lock-holder.ts';
import { type Machine, MachineError } from './machine/machine.ts';
import { progressDisplay } from './progress-display.ts';
import { AGAIN, type Again } from './roster/again.ts';
import type { Rubric } from './rubric.ts';
import { SandboxError } from './sandbox/error.ts';

import { UsageError } from './usage-error.ts';
import type { Screen } from './watch/screen.ts';
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
  report?: ReportFile[];
  rubric?: string;
}

interface ClassFlags extends Pick<GradeFlags, 'dir' | 'unit' | 'format' | 'quiet' | 'rubric'> {
  out: string;
  jobs: number;
  only?: string;
  again?: Again;
}

interface CheckFlags extends GradeFlags {
  watch?: boolean;
  probe?: boolean;
}

interface SamplesFlags {
  jobs: number;
  repeat: number;
  format: (typeof FORMATS)[number];
}

const interrupt = new AbortController();
/** The language of the person, as soon as the command line has said it. */
let messages: Messages = languages.en;
const progress = progressDisplay(process.stderr, () => messages);
let screen: Screen | undefined;
const tell = (line: string): void => (screen ?? progress).line(line.split('\n').map(printable).join('\n'));
/** The grader's own TeamSpaces that are in the cluster now. */
let probes: readonly string[] = [];
const onProbes = (names: readonly string[]): void => {
  probes = names;
};

function onSignal(signal: NodeJS.Signals): void {
  if (!interrupt.signal.aborted) tell(`cnpa-op: ${messages.usage.interrupted(signal)}`);
  leave();
}

/** Ends what is under way and clears up, or, the second time, leaves at once. */
function leave(): void {
  if (interrupt.signal.aborted) {
    tell(`cnpa-op: ${messages.usage.leftAtOnce(probes)}`);
    process.exit(EXIT.notJudged);
  }
  interrupt.abort(new DOMException('asked to end', 'AbortError'));
}

/** A bug outside of everything that is awaited: the probes are still removed before the end. */
function onStray(error: unknown): void {
  // The interruption itself, which nobody is waiting to hear any more.
  if (error === interrupt.signal.reason) return;
  tell(bug(error));
  interrupt.abort(new DOMException('bug', 'AbortError'));
}

/** Whoever was reading has gone: the probes are still removed, and the verdict is in the exit status and the files. */
function onLostReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

const bug = (error: unknown): string =>
  `cnpa-op: ${messages.usage.graderBug(error instanceof Error ? (error.stack ?? error.message) : String(error))}`;

const labFolder = (path: string): string => path.replace(/(?<=.)\/+$/, '');

async function runGrade(steps: StepNumber[] | undefined, flags: GradeFlags): Promise<void> {
  const { machine, foreign } = await machineOf(flags.machine);
  try {
    await gradeMachine(machine, foreign, steps, flags);
  } finally {
    await machine.close();
  }
}

async function machineOf(name: string): Promise<{ machine: Machine; foreign: boolean }> {
  const { openMachine, parseMachine } = await import('./machines.ts');
  const spec = parseMachine(name);
  if (spec === null)
    throw new UsageError(messages.usage.unknownMachine(name), { sentence: 'unknownMachine', args: [name] });
  return await openMachine(spec, { env: process.env, signal: interrupt.signal });
}

/** What a grade and a watch have in common. */
async function gradeOptionsOf(
  machine: Machine,
  foreign: boolean,
  steps: StepNumber[] | undefined,
  flags: GradeFlags,
) {
  // An instructor's own KUBECONFIG must not make another machine's files be judged against another cluster.
  const kubeconfig = flags.kubeconfig ?? (foreign ? undefined : process.env.KUBECONFIG || undefined);
  const rubric = await rubricOf(flags);
  return {
    machine,
    foreign,
    ...(steps && { steps }),
    folder: labFolder(flags.dir),
    kubeconfig,
    unit: flags.unit,
    rubric,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    signal: interrupt.signal,
    onProbes,
  };
}

async function gradeMachine(
  machine: Machine,
  foreign: boolean,
  steps: StepNumber[] | undefined,
  flags: GradeFlags,
): Promise<void> {
  const { grade } = await import('./grade.ts');
  const options = await gradeOptionsOf(machine, foreign, steps, flags);
  if (flags.out !== undefined) await makeFolder(flags.out);
  for (const { file } of flags.report ?? []) await makeFolder(dirname(file));
  const { evidence, report } = await grade({
    ...options,
    ...(!flags.quiet && { progress: progress.on }),
  }).finally(progress.end);
  await writeFiles([
    ...(flags.out === undefined
      ? []
      : [
          { file: join(flags.out, 'report.json'), content: () => json(report, messages) },
          { file: join(flags.out, 'evidence.json'), content: () => `${JSON.stringify(evidence, null, 2)}\n` },
        ]),
    ...(flags.report ?? []).map(({ format, file }) => ({
      file,
      content: () => renderers[format](report, messages),
    })),
  ]);
  show(report, flags.format);
}

/** Writes every file that can be written; what goes wrong with one keeps neither the others nor the verdict back. */
async function writeFiles(files: readonly { file: string; content: () => string }[]): Promise<void> {
  const written = await Promise.allSettled(
    files.map(async ({ file, content }) => writeAtomically(file, content())),
  );
  for (const [index, result] of written.entries()) {
    if (result.status === 'fulfilled') continue;
    const { message } = result.reason as Error;
    tell(`cnpa-op: ${messages.usage.cannotWrite(files[index]?.file ?? '', message)}`);
    process.exitCode = EXIT.notJudged;
  }
}

/** The rubric that was asked for, if one was. @throws RubricError */
async function rubricOf({ rubric }: { rubric?: string }): Promise<Rubric | undefined> {
  return rubric === undefined ? undefined : await (await import('./rubric.ts')).loadRubric(rubric);
}

async function runClass(roster: string, flags: ClassFlags): Promise<void> {
  const { out, dir, unit, format, quiet, rubric: _, ...which } = flags;
  const rubric = await rubricOf(flags);
  const { gradeClass } = await import('./roster/class.ts');
  const { exitCodeOfClass } = await import('./roster/summary.ts');
  const { loadRoster } = await import('./roster/roster.ts');
  const learners = await loadRoster(roster);
  await makeFolder(out);
  const summary = await gradeClass({
    ...which,
    learners,
    out,
    folder: labFolder(dir),
    unit,
    rubric,
    env: process.env,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    render: (report) => json(report, messages),
    progress: (line) => quiet || tell(`… ${text(line)}`),
    signal: interrupt.signal,
  });
  process.stdout.write(format === 'json' ? `${JSON.stringify(summary, null, 2)}\n` : classSummary(summary));
  process.exitCode = exitCodeOfClass(summary);
}

async function runRegrade(folder: string, flags: { rubric?: string; dryRun?: boolean }): Promise<void> {
  const { regrade } = await import('./roster/regrade.ts');
  const result = await regrade(folder, {
    rubric: await rubricOf(flags),
    dryRun: flags.dryRun,
    graderVersion: packageJson.version,
    render: (report) => json(report, messages),
    progress: (line) => tell(`… ${text(line)}`),
  });
  for (const why of result.refused) tell(`cnpa-op: ${why}`);
  process.stdout.write(regradeSummary(result));
  process.exitCode = result.refused.length > 0 ? EXIT.notJudged : 0;
}

async function runWatch(steps: StepNumber[] | undefined, flags: CheckFlags): Promise<void> {
  if (flags.format !== 'terminal') throw new UsageError(messages.usage.watchIsAList);
  const { machine, foreign } = await machineOf(flags.machine);
  const { Watch, listenToKeys, watchScreen } = await import('./watch/index.ts');
  const keys = process.stdin.isTTY === true && process.stdout.isTTY === true;
  try {
    const options = await gradeOptionsOf(machine, foreign, steps, flags);
    const shown = watchScreen(process.stdout, messages, { color: hasColor(), keys });
    const watch = new Watch({ ...options, show: shown.show });
    const handlers = { p: () => watch.probe(), q: leave, 'ctrl-c': leave };
    const stopListening = keys ? listenToKeys(process.stdin, handlers) : undefined;
    screen = shown;
    if (flags.probe) watch.probe();
    try {
      const report = await watch.run();
      process.exitCode = report === undefined ? EXIT.notJudged : exitCodeOf(report);
    } finally {
      stopListening?.();
      shown.end();
      screen = undefined;
    }
  } finally {
    await machine.close();
  }
}

const hasColor = (): boolean => process.stdout.isTTY === true && !process.env.NO_COLOR;

function show(report: GradeReport, format: GradeFlags['format']): void {
  const options = { color: hasColor(), columns: process.stdout.columns };
  const rendered = format === 'json' ? json(report, messages) : terminal(report, messages, options);
  process.stdout.write(rendered);
  process.exitCode ??= exitCodeOf(report);
}

/** Made before anything is graded, so that a report is not lost at the end for want of a place. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(messages.usage.cannotWrite(path, message));
  }
}

function gradeOptions(command: Command, { options }: Usage, parse: ReturnType<typeof valueParsers>): Command {
  const formats = Object.keys(renderers) as ReportFormat[];
  return command
    .option('--dir <folder>', options.dir, DEFAULTS.folder)
    .option('--kubeconfig <file>', options.kubeconfig(DEFAULTS.kubeconfig))
    .option('--machine <machine>', options.machine, 'local')
    .option('--unit <name>', options.unit, DEFAULTS.unit)
    .addOption(formatOption(options.format, parse))
    .addOption(new Option('--report <format=file>', options.report(formats)).argParser(parse.report))
    .option('--rubric <file>', options.rubric)
    .option('-q, --quiet', options.quiet);
}

function formatOption(description: string, parse: ReturnType<typeof valueParsers>): Option {
  return new Option('--format <format>', description)
    .choices(FORMATS)
    .argParser(parse.oneOf('--format', FORMATS))
    .default('terminal');
}

function program(): Command {
  const { usage } = messages;
  const { summaries, options } = usage;
  const parse = valueParsers(usage);
  const cli = new SpeakingCommand(usage, 'cnpa-op')
    .description(summaries.program)
    .version(packageJson.version, '-V, --version', usage.help.showVersion)
    .addOption(new Option('--lang <language>', options.lang).choices(Object.keys(languages)))
    .helpCommand('help [command]', usage.help.helpCommand)
    .addHelpText('after', `\n${usage.help.exitStatus}`);

  gradeOptions(cli.command('check').description(summaries.check), usage, parse)
    .argument('[step...]', options.steps, parse.steps)
    .option('-w, --watch', options.watch)
    .option('--probe', options.probe)
    .action(async (steps: StepNumber[] | undefined, flags: CheckFlags) => {
      if (flags.probe && !flags.watch) throw new UsageError(usage.probeNeedsWatch);
      await (flags.watch ? runWatch(steps, flags) : runGrade(steps, flags));
    });

  gradeOptions(cli.command('grade').description(summaries.grade), usage, parse)
    .option('--out <folder>', options.out)
    .action(async (flags: GradeFlags) => runGrade(undefined, flags));

  cli
    .command('explain')
    .description(summaries.explain)
    .argument('<step>', options.step, parse.step)
    .action((step: StepNumber) => {
      process.stdout.write(explain(step, messages, process.stdout.columns ?? 80));
    });

  cli
    .command('class')
    .description(summaries.class)
    .argument('<roster>', 'YAML or CSV: id, name, machine, and optionally kubeconfig and cloneOf')
    .requiredOption('--out <folder>', 'where a folder for each learner and class.json are written')
    .option('--jobs <count>', 'machines at once', parse.count('--jobs'), 16)
    .option('--only <glob>', 'only learners whose id matches')
    .addOption(
      new Option('--again <which>', 'grade also those whose report says so')
        .choices(AGAIN)
        .argParser(parse.oneOf('--again', AGAIN)),
    )
    .option('--dir <folder>', 'lab folder on the graded machines', DEFAULTS.folder)
    .option('--unit <name>', 'systemd unit of the controller', DEFAULTS.unit)
    .option('--rubric <file>', options.rubric)
    .addOption(formatOption(options.format, parse))
    .option('-q, --quiet', 'no progress on stderr')
    .action(runClass);

  cli
    .command('regrade')
    .description('judge stored evidence again with the rules of today; no machine is needed')
    .argument('<folder>', 'results of a class, or what grade --out wrote')
    .option('--rubric <file>', options.rubric)
    .option('--dry-run', 'only say what would change')
    .action(runRegrade);

  const tellProgress = (line: string) => tell(`… ${line}`);
  cli
    .command('demo')
    .description(summaries.demo)
    .action(async () => {
      const options = {
        env: process.env,
        graderVersion: packageJson.version,
        lock: lockHolder(process.pid),
        progress: tellProgress,
        onGrade: progress.on,
      };
      const { demo } = await import('./demo.ts');
      const made = demo({ ...options, name: `demo-${process.pid}`, signal: interrupt.signal });
      show(await made.finally(progress.end), 'terminal');
    });

  cli
    .command('samples')
    .description(summaries.samples)
    .argument('[name...]', 'which samples (default: all)')
    .option('--jobs <count>', 'machines at once', parse.count('--jobs'), 3)
    .option('--repeat <count>', 'how often each sample is graded', parse.count('--repeat'), 1)
    .addOption(formatOption(options.format, parse))
    .action(async (names: string[], flags: SamplesFlags) => {
      const { format, ...limits } = flags;
      const options = { ...limits, env: process.env, graderVersion: packageJson.version };
      const held = { lock: lockHolder(process.pid), signal: interrupt.signal, progress: tellProgress };
      const { renderSamples, runSamples } = await import('./samples/index.ts');
      const result = await runSamples({ ...options, ...held, names });
      process.stdout.write(renderSamples(result, format));
      process.exitCode = result.agrees ? 0 : 1;
    });

  const sandbox = cli.command('sandbox').description(summaries.sandbox);
  sandbox
    .command('up')
    .description('make a sandbox')
    .option('--name <name>', 'its name', 'default')
    .option('--install', 'install missing Debian packages first')
    .action(async ({ name, install }: { name: string; install?: boolean }) => {
      const { installPrerequisites, sandboxUp } = await import('./sandbox/index.ts');
      if (install) await installPrerequisites(tellProgress);
      const { apiServer } = await sandboxUp({
        name,
        progress: tellProgress,
        signal: interrupt.signal,
        env: process.env,
      });
      tell(`sandbox ${name} is up, its API server at ${apiServer}`);
    });
  sandbox
    .command('down')
    .description('remove a sandbox')
    .option('--name <name>', 'its name', 'default')
    .action(async ({ name }: { name: string }) => (await import('./sandbox/index.ts')).sandboxDown(name));
  sandbox
    .command('list')
    .description('list the sandboxes that run')
    .action(async () => {
      const { listSandboxes } = await import('./sandbox/index.ts');
      for (const { name, apiServer, createdAt } of await listSandboxes())
        process.stdout.write(`${name}\t${apiServer}\t${createdAt}\n`);
    });
  sandbox
    .command('exec')
    .description("run a command in a sandbox's machine")
    .option('--name <name>', 'its name', 'default')
    .argument('<command...>', 'after --, the command and its arguments')
    .action(async (argv: [string, ...string[]], { name }: { name: string }) => {
      const { sandboxExec } = await import('./sandbox/index.ts');
      process.exitCode = await sandboxExec(name, argv);
    });
  return cli;
}

/** The one error boundary: everything that reaches it becomes one sentence and an exit status. */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('unhandledRejection', onStray);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onLostReader);
  try {
    messages = languages[languageOf(undefined, process.env)];
    messages = languages[languageOf(languageFlag(process.argv.slice(2)), process.env)];
    const cli = program();
    if (process.argv[2] === 'complete') (await import('@bomb.sh/tab/commander')).default(cli);
    await cli.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    } else if (error instanceof UsageError) {
      tell(`cnpa-op: ${error.in(messages.usage)}`);
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
