import { type Command, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { ASSIGNMENT, GRADEBOOKS, type Gradebook } from '../../reports/class/gradebooks.ts';
import { REPORT_FORMATS } from '../../reports/formats.ts';
import { languages } from '../../reports/messages/index.ts';
import type { Usage } from '../../reports/messages/text.ts';
import { versionText } from '../build-info.ts';
import { DEFAULTS, type StepNumber } from '../lab.ts';
import { AGAIN, type Again } from '../roster/again.ts';
import type { Shard } from '../roster/shard.ts';
import { UsageError } from '../usage-error.ts';
import { SpeakingCommand } from './speaking-command.ts';
import { type ReportFile, valueParsers } from './values.ts';

const FORMATS = ['terminal', 'json'] as const;
/** What `--format` can print. */
export type Format = (typeof FORMATS)[number];

export interface GradeFlags {
  dir: string;
  kubeconfig?: string;
  machine: string;
  unit: string;
  format: Format;
  quiet?: boolean;
  out?: string;
  report?: ReportFile[];
  rubric?: string;
}

type MachineFlag = 'dir' | 'kubeconfig' | 'machine' | 'unit';

export interface ClassFlags extends Pick<GradeFlags, 'dir' | 'unit' | 'format' | 'quiet' | 'rubric'> {
  out: string;
  jobs: number;
  only?: string;
  again?: Again;
  shard?: Shard;
  /** Seconds. */
  deadline: number;
  gradebook?: Gradebook[];
  assignment: string;
}

export interface MergeFlags {
  out: string;
  gradebook?: Gradebook[];
  assignment: string;
  format: Format;
}

export interface CheckFlags extends GradeFlags {
  watch?: boolean;
  probe?: boolean;
}

export interface RegradeFlags {
  rubric?: string;
  dryRun?: boolean;
  out?: string;
  gradebook?: Gradebook[];
  assignment: string;
  format: Format;
}

export interface CollectFlags extends Pick<GradeFlags, MachineFlag | 'quiet' | 'rubric'> {
  out?: string;
}

export interface SamplesFlags {
  jobs: number;
  repeat: number;
  format: Format;
}

export interface SandboxFlags {
  name: string;
}

type Action<Args extends unknown[]> = (...args: Args) => void | Promise<void>;

/** What each command does. */
export interface Actions {
  check: Action<[steps: StepNumber[] | undefined, flags: CheckFlags]>;
  watch: Action<[steps: StepNumber[] | undefined, flags: CheckFlags]>;
  grade: Action<[flags: GradeFlags]>;
  explain: Action<[step: StepNumber]>;
  class: Action<[roster: string, flags: ClassFlags]>;
  collect: Action<[flags: CollectFlags]>;
  merge: Action<[folders: string[], flags: MergeFlags]>;
  regrade: Action<[folder: string, flags: RegradeFlags]>;
  demo: Action<[]>;
  samples: Action<[names: string[], flags: SamplesFlags]>;
  sandboxUp: Action<[flags: SandboxFlags & { install?: boolean }]>;
  sandboxDown: Action<[flags: SandboxFlags]>;
  sandboxList: Action<[]>;
  sandboxExec: Action<[argv: [string, ...string[]], flags: SandboxFlags]>;
}

/** The commands with their arguments and options, in the words of `usage`. */
export function program(usage: Usage, actions: Actions): Command {
  const { summaries, options } = usage;
  const parse = valueParsers(usage);
  const cli = new SpeakingCommand(usage, 'cnpa-op')
    .description(summaries.program)
    .version(versionText(packageJson.version), '-V, --version', usage.help.showVersion)
    .addOption(new Option('--lang <language>', options.lang).choices(Object.keys(languages)))
    .helpCommand('help [command]', usage.help.helpCommand)
    .addHelpText('after', `\n${usage.help.exitStatus}`);

  gradeOptions(cli.command('check').description(summaries.check), usage, parse)
    .argument('[step...]', options.steps, parse.steps)
    .option('-w, --watch', options.watch)
    .option('--probe', options.probe)
    .action((steps: StepNumber[] | undefined, flags: CheckFlags) => {
      if (flags.probe && !flags.watch) throw new UsageError(usage.probeNeedsWatch);
      return flags.watch ? actions.watch(steps, flags) : actions.check(steps, flags);
    });

  gradeOptions(cli.command('grade').description(summaries.grade), usage, parse)
    .option('--out <folder>', options.out)
    .action((flags: GradeFlags) => actions.grade(flags));

  cli
    .command('explain')
    .description(summaries.explain)
    .argument('<step>', options.step, parse.step)
    .action((step: StepNumber) => actions.explain(step));

  classCommand(cli.command('class').description(summaries.class), usage, parse).action(
    (roster: string, flags: ClassFlags) => actions.class(roster, flags),
  );

  machineOptions(cli.command('collect').description(summaries.collect), usage)
    .option('--out <file>', options.archive)
    .option('--rubric <file>', options.rubric)
    .option('-q, --quiet', options.quiet)
    .action((flags: CollectFlags) => actions.collect(flags));

  const merge = cli
    .command('merge')
    .description(summaries.merge)
    .argument('<folder...>', options.shards)
    .requiredOption('--out <folder>', options.merged);
  gradebookOptions(merge, usage, parse)
    .addOption(formatOption(options.format, parse))
    .action((folders: string[], flags: MergeFlags) => actions.merge(folders, flags));

  const regrade = cli
    .command('regrade')
    .description(summaries.regrade)
    .argument('<folder>', options.stored)
    .option('--rubric <file>', options.rubric)
    .option('--dry-run', options.dryRun)
    .option('--out <folder>', options.archivesOut);
  gradebookOptions(regrade, usage, parse)
    .addOption(formatOption(options.format, parse))
    .action((folder: string, flags: RegradeFlags) => actions.regrade(folder, flags));

  cli
    .command('demo')
    .description(summaries.demo)
    .action(() => actions.demo());

  cli
    .command('samples')
    .description(summaries.samples)
    .argument('[name...]', options.samples)
    .option('--jobs <count>', options.jobs, parse.count('--jobs'), 3)
    .option('--repeat <count>', options.repeat, parse.count('--repeat'), 1)
    .addOption(formatOption(options.format, parse))
    .action((names: string[], flags: SamplesFlags) => actions.samples(names, flags));

  sandboxCommands(cli.command('sandbox').description(summaries.sandbox), usage, actions);
  return cli;
}

function classCommand(command: Command, usage: Usage, parse: ReturnType<typeof valueParsers>): Command {
  const { options } = usage;
  command
    .argument('<roster>', options.roster)
    .requiredOption('--out <folder>', options.results)
    .option('--jobs <count>', options.jobs, parse.count('--jobs'), 16)
    .option('--only <glob>', options.only)
    .addOption(
      new Option('--again <which>', options.again).choices(AGAIN).argParser(parse.oneOf('--again', AGAIN)),
    )
    .option('--shard <i/n>', options.shard, parse.shard)
    .option('--deadline <seconds>', options.deadline, parse.count('--deadline'), 900);
  return gradebookOptions(command, usage, parse)
    .option('--dir <folder>', options.dir, DEFAULTS.folder)
    .option('--unit <name>', options.unit, DEFAULTS.unit)
    .option('--rubric <file>', options.rubric)
    .addOption(formatOption(options.format, parse))
    .option('-q, --quiet', options.quiet);
}

function sandboxCommands(sandbox: Command, { summaries, options }: Usage, actions: Actions): void {
  sandbox
    .command('up')
    .description(summaries.sandboxUp)
    .option('--name <name>', options.sandboxName, 'default')
    .option('--install', options.install)
    .action((flags: SandboxFlags & { install?: boolean }) => actions.sandboxUp(flags));
  sandbox
    .command('down')
    .description(summaries.sandboxDown)
    .option('--name <name>', options.sandboxName, 'default')
    .action((flags: SandboxFlags) => actions.sandboxDown(flags));
  sandbox
    .command('list')
    .description(summaries.sandboxList)
    .action(() => actions.sandboxList());
  sandbox
    .command('exec')
    .description(summaries.sandboxExec)
    .option('--name <name>', options.sandboxName, 'default')
    .argument('<command...>', options.command)
    .action((argv: [string, ...string[]], flags: SandboxFlags) => actions.sandboxExec(argv, flags));
}

function machineOptions(command: Command, { options }: Usage): Command {
  return command
    .option('--dir <folder>', options.dir, DEFAULTS.folder)
    .option('--kubeconfig <file>', options.kubeconfig(DEFAULTS.kubeconfig))
    .option('--machine <machine>', options.machine, 'local')
    .option('--unit <name>', options.unit, DEFAULTS.unit);
}

function gradeOptions(command: Command, usage: Usage, parse: ReturnType<typeof valueParsers>): Command {
  const { options } = usage;
  return machineOptions(command, usage)
    .addOption(formatOption(options.format, parse))
    .addOption(
      new Option('--report <format=file>', options.report([...REPORT_FORMATS])).argParser(parse.report),
    )
    .option('--rubric <file>', options.rubric)
    .option('-q, --quiet', options.quiet);
}

function gradebookOptions(
  command: Command,
  { options }: Usage,
  parse: ReturnType<typeof valueParsers>,
): Command {
  return command
    .addOption(
      new Option('--gradebook <platform>', options.gradebook)
        .choices(GRADEBOOKS)
        .argParser(parse.several('--gradebook', GRADEBOOKS)),
    )
    .option('--assignment <name>', options.assignment, ASSIGNMENT);
}

function formatOption(description: string, parse: ReturnType<typeof valueParsers>): Option {
  return new Option('--format <format>', description)
    .choices(FORMATS)
    .argParser(parse.oneOf('--format', FORMATS))
    .default('terminal');
}
