#!/usr/bin/env node
/*
 * cnpa-op check | grade ──▶ grade.ts (gather ▶ judge) ──▶ reports/ ──▶ stdout; progress ──▶ stderr
 * cnpa-op class         ──▶ roster/ (each learner as above) ──▶ stdout
 * cnpa-op collect       ──▶ grade.ts, submission/ ──▶ one archive
 * cnpa-op merge         ──▶ roster/ (the shards of a class) ──▶ stdout
 * cnpa-op regrade       ──▶ roster/ (stored evidence ▶ judge) ──▶ stdout
 * cnpa-op check --watch ──▶ watch/ (grade.ts again and again) ──▶ stdout
 * cnpa-op sandbox …     ──▶ sandbox/
 *
 * What a command needs is loaded when it runs, so that help and explanations are there at once.
 */
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { languageOf, languages } from '../reports/messages/index.ts';
import { type Messages, printable, text } from '../reports/messages/text.ts';
import type { ClassSummary } from '../schemas/types/class.schema.d.ts';
import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { build } from './build-info.ts';
import {
  type Actions,
  type CheckFlags,
  type ClassFlags,
  type CollectFlags,
  type Format,
  type GradeFlags,
  type MergeFlags,
  program,
  type RegradeFlags,
  type SamplesFlags,
  type SandboxFlags,
} from './command-line/program.ts';
import { languageFlag } from './command-line/values.ts';
import { exitCodeOf } from './exit-code.ts';
import type { GradeOptions } from './grade.ts';
import type { StepNumber } from './lab.ts';
import { liveLines } from './live-lines.ts';
import { lockHolder } from './lock-holder.ts';
import { type Machine, MachineError } from './machine/machine.ts';
import { progressDisplay } from './progress-display.ts';
import type { Rubric } from './rubric.ts';
import { SandboxError } from './sandbox/error.ts';
import { StoredEvidenceError } from './stored-evidence-error.ts';
import { UsageError } from './usage-error.ts';
import type { Screen } from './watch/screen.ts';
import { writeAtomically } from './write-atomically.ts';

const EXIT = { usage: 2, notJudged: 3 } as const;

const interrupt = new AbortController();
/** The language of the person, as soon as the command line has said it. */
let messages: Messages = languages.en;
const live = liveLines(process.stderr);
const progress = progressDisplay(live, () => messages);
let screen: Screen | undefined;
const tell = (line: string): void => (screen ?? live).line(line.split('\n').map(printable).join('\n'));
const tellProgress = (line: string): void => tell(`… ${line}`);
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
  flags: CollectFlags,
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

/** Grades, with its progress on stderr. */
async function gradeShown(options: GradeOptions, { quiet }: { quiet?: boolean }) {
  const { grade } = await import('./grade.ts');
  return await grade({ ...options, ...(!quiet && { progress: progress.on }) }).finally(progress.end);
}

async function gradeMachine(
  machine: Machine,
  foreign: boolean,
  steps: StepNumber[] | undefined,
  flags: GradeFlags,
): Promise<void> {
  const options = await gradeOptionsOf(machine, foreign, steps, flags);
  if (flags.out !== undefined) await makeFolder(flags.out);
  for (const { file } of flags.report ?? []) await makeFolder(dirname(file));
  const { evidence, report } = await gradeShown(options, flags);
  const { renderers } = await import('../reports/index.ts');
  const { out, report: others = [] } = flags;
  const kept: { file: string; content: () => string }[] = [
    { file: 'report.json', content: () => renderers.json(report, messages) },
    { file: 'report.html', content: () => renderers.html(report, messages) },
    { file: 'evidence.json', content: () => `${JSON.stringify(evidence, null, 2)}\n` },
  ];
  await writeFiles([
    ...(out === undefined ? [] : kept.map(({ file, content }) => ({ file: join(out, file), content }))),
    ...others.map(({ format, file }) => ({ file, content: () => renderers[format](report, messages) })),
  ]);
  await show(report, flags.format);
}

/** Writes every file that can be written; what goes wrong with one keeps neither the others nor the verdict back. */
async function writeFiles(
  files: readonly { file: string; content: () => string | Uint8Array }[],
): Promise<void> {
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
  const { out, dir, unit, format, quiet, rubric: _, deadline, gradebook, assignment, ...which } = flags;
  const rubric = await rubricOf(flags);
  const { gradeClass } = await import('./roster/class.ts');
  const { loadRoster } = await import('./roster/roster.ts');
  const { classDisplay } = await import('./class-display.ts');
  const { classFiles } = await import('../reports/class/index.ts');
  const { learnerFiles } = await import('../reports/learner-files.ts');
  const learners = await loadRoster(roster);
  await makeFolder(out);
  const summary = await gradeClass({
    ...which,
    learners,
    out,
    folder: labFolder(dir),
    unit,
    rubric,
    deadlineMs: deadline * 1000,
    env: process.env,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    render: (report) => learnerFiles(report, messages),
    files: classFiles(messages, gradebook, assignment),
    ...(!quiet && { onLearner: classDisplay(live, messages, flags.jobs) }),
    progress: (line) => quiet || tellProgress(text(line)),
    signal: interrupt.signal,
  }).finally(live.end);
  await showClass(summary, format);
}

async function runMerge(
  folders: string[],
  { out, gradebook, assignment, format }: MergeFlags,
): Promise<void> {
  const { merge } = await import('./roster/merge.ts');
  const { classFiles } = await import('../reports/class/index.ts');
  await makeFolder(out);
  const files = classFiles(messages, gradebook, assignment);
  await showClass(await merge(folders, { out, files, progress: (line) => tellProgress(text(line)) }), format);
}

async function showClass(summary: ClassSummary, format: Format): Promise<void> {
  const { classSummary } = await import('../reports/class/index.ts');
  const { serialize } = await import('../reports/serialize.ts');
  const { exitCodeOfClass } = await import('./roster/summary.ts');
  process.stdout.write(format === 'json' ? serialize(summary) : classSummary(summary, messages));
  process.exitCode = exitCodeOfClass(summary);
}

async function runRegrade(path: string, flags: RegradeFlags): Promise<void> {
  const { archivesIn } = await import('./roster/archives.ts');
  const { ARCHIVE_SUFFIX } = await import('./submission/archive.ts');
  if (path.endsWith(ARCHIVE_SUFFIX)) return await regradeArchive(path, flags);
  const archives = await archivesIn(path);
  if (archives.length > 0) return await regradeArchives(archives, flags);
  if (flags.out !== undefined) throw new UsageError(messages.usage.outOnlyForArchives);
  const { regrade } = await import('./roster/regrade.ts');
  const { regradeJson, regradeSummary } = await import('../reports/class/regrade.ts');
  const result = await regrade(path, { ...(await regradeOptionsOf(flags)), dryRun: flags.dryRun });
  for (const why of result.refused) tell(`cnpa-op: ${why}`);
  process.stdout.write(flags.format === 'json' ? regradeJson(result) : regradeSummary(result, messages));
  process.exitCode = result.refused.length > 0 ? EXIT.notJudged : 0;
}

/** What every way to judge stored evidence has in common. */
async function regradeOptionsOf(flags: RegradeFlags) {
  const { classFiles } = await import('../reports/class/index.ts');
  const { learnerFiles } = await import('../reports/learner-files.ts');
  return {
    rubric: await rubricOf(flags),
    graderVersion: packageJson.version,
    render: (report: GradeReport) => learnerFiles(report, messages),
    files: classFiles(messages, flags.gradebook, flags.assignment),
    progress: (line: string) => tellProgress(text(line)),
  };
}

async function regradeArchive(path: string, flags: RegradeFlags): Promise<void> {
  const { judgeArchive } = await import('./roster/archives.ts');
  const { manifest, report } = await judgeArchive(path, {
    rubric: await rubricOf(flags),
    graderVersion: packageJson.version,
  });
  const { rubricDigest } = report.grader;
  if (manifest.rubricDigest !== rubricDigest)
    tell(`cnpa-op: ${messages.usage.otherRubric(manifest.rubricDigest, rubricDigest)}`);
  tell(messages.usage.sealLimits);
  await show(report, flags.format);
}

async function regradeArchives(paths: string[], flags: RegradeFlags): Promise<void> {
  const { out, format } = flags;
  if (out === undefined) throw new UsageError(messages.usage.outForArchives);
  const { gradeArchives } = await import('./roster/archives.ts');
  await makeFolder(out);
  const summary = await gradeArchives(paths, { ...(await regradeOptionsOf(flags)), out });
  tell(messages.usage.sealLimits);
  await showClass(summary, format);
}

async function runCollect(flags: CollectFlags): Promise<void> {
  const { machine, foreign } = await machineOf(flags.machine);
  try {
    const { packSubmission } = await import('./submission/archive.ts');
    if (flags.out !== undefined) await makeFolder(dirname(flags.out));
    const options = await gradeOptionsOf(machine, foreign, undefined, flags);
    const { evidence, report } = await gradeShown(options, flags);
    if (interrupt.signal.aborted) throw interrupt.signal.reason;
    const file = flags.out ?? `cnpa-op-${report.cluster?.uid.slice(0, 8) ?? 'no-cluster'}.tar.gz`;
    const archive = await packSubmission(evidence, report);
    await writeFiles([{ file, content: () => archive }]);
    if (process.exitCode === undefined)
      tell(messages.usage.collected(file, Math.ceil(archive.length / 1000)));
    tell(messages.usage.sealLimits);
    // The verdict is not for the learner's machine to give; only what could not be looked at counts.
    if (exitCodeOf(report) === EXIT.notJudged) process.exitCode = EXIT.notJudged;
  } finally {
    await machine.close();
  }
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

async function show(report: GradeReport, format: Format): Promise<void> {
  const { json } = await import('../reports/json.ts');
  const { terminal } = await import('../reports/terminal.ts');
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

async function runDemo(): Promise<void> {
  const { demo } = await import('./demo.ts');
  const made = demo({
    name: `demo-${process.pid}`,
    env: process.env,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    progress: tellProgress,
    onGrade: progress.on,
    signal: interrupt.signal,
  });
  await show(await made.finally(progress.end), 'terminal');
}

async function runSamples(names: string[], { format, ...limits }: SamplesFlags): Promise<void> {
  const samples = await import('./samples/index.ts');
  const result = await samples.runSamples({
    ...limits,
    names,
    env: process.env,
    graderVersion: packageJson.version,
    lock: lockHolder(process.pid),
    signal: interrupt.signal,
    progress: tellProgress,
  });
  process.stdout.write(samples.renderSamples(result, format));
  process.exitCode = result.agrees ? 0 : 1;
}

async function runSandboxUp({ name, install }: SandboxFlags & { install?: boolean }): Promise<void> {
  const { installPrerequisites, sandboxUp } = await import('./sandbox/index.ts');
  if (install) await installPrerequisites(tellProgress);
  const options = { name, progress: tellProgress, signal: interrupt.signal, env: process.env };
  const { apiServer } = await sandboxUp(options);
  tell(`sandbox ${name} is up, its API server at ${apiServer}`);
}

/** For commands that use what only the repository has: the control plane's module, the samples. */
function repositoryOnly<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    if (build !== null) throw new UsageError(messages.usage.repositoryOnly);
    await run(...args);
  };
}

const actions: Actions = {
  check: (steps, flags) => runGrade(steps, flags),
  watch: (steps, flags) => runWatch(steps, flags),
  grade: (flags) => runGrade(undefined, flags),
  explain: async (step) => {
    const { explain } = await import('../reports/explain.ts');
    process.stdout.write(explain(step, messages, process.stdout.columns ?? 80));
  },
  class: runClass,
  collect: runCollect,
  merge: runMerge,
  regrade: runRegrade,
  demo: repositoryOnly(runDemo),
  samples: repositoryOnly(runSamples),
  sandboxUp: repositoryOnly(runSandboxUp),
  sandboxDown: async ({ name }) => (await import('./sandbox/index.ts')).sandboxDown(name),
  sandboxList: async () => {
    const { listSandboxes } = await import('./sandbox/index.ts');
    for (const { name, apiServer, createdAt } of await listSandboxes())
      process.stdout.write(`${name}\t${apiServer}\t${createdAt}\n`);
  },
  sandboxExec: async (argv, { name }) => {
    process.exitCode = await (await import('./sandbox/index.ts')).sandboxExec(name, argv);
  },
};

/** What is the machine's, a sandbox's or a stored file's fault, with a sentence that says so. */
const isTrouble = (error: unknown): error is Error =>
  [SandboxError, MachineError, StoredEvidenceError].some((type) => error instanceof type);

/** The one error boundary: everything that reaches it becomes one sentence and an exit status. */
async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  process.on('unhandledRejection', onStray);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onLostReader);
  try {
    messages = languages[languageOf(undefined, process.env)];
    messages = languages[languageOf(languageFlag(process.argv.slice(2)), process.env)];
    const cli = program(messages.usage, actions);
    if (process.argv[2] === 'complete') (await import('@bomb.sh/tab/commander')).default(cli);
    await cli.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
    } else if (error instanceof UsageError) {
      tell(`cnpa-op: ${error.in(messages.usage)}`);
      process.exitCode = EXIT.usage;
    } else if (isTrouble(error)) {
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

// Not awaited: nothing comes after it, and an executable is a script without a top-level await.
void main();
