import { type Command, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { type ReportFormat, renderers } from '../../reports/index.ts';
import { languages } from '../../reports/messages/index.ts';
import type { Usage } from '../../reports/messages/text.ts';
import { DEFAULTS, type StepNumber } from '../lab.ts';
import { AGAIN, type Again } from '../roster/again.ts';
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

export interface ClassFlags extends Pick<GradeFlags, 'dir' | 'unit' | 'format' | 'quiet' | 'rubric'> {
  out: string;
  jobs: number;
  only?: string;
  again?: Again;
}

export interface CheckFlags extends GradeFlags {
  watch?: boolean;
  probe?: boolean;
}

export interface RegradeFlags {
  rubric?: string;
  dryRun?: boolean;
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
    .version(packageJson.version, '-V, --version', usage.help.showVersion)
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

  cli
    .command('regrade')
    .description('judge stored evidence again with the rules of today; no machine is needed')
    .argument('<folder>', 'results of a class, or what grade --out wrote')
    .option('--rubric <file>', options.rubric)
    .option('--dry-run', 'only say what would change')
    .action((folder: string, flags: RegradeFlags) => actions.regrade(folder, flags));

  cli
    .command('demo')
    .description(summaries.demo)
    .action(() => actions.demo());

  cli
    .command('samples')
    .description(summaries.samples)
    .argument('[name...]', 'which samples (default: all)')
    .option('--jobs <count>', 'machines at once', parse.count('--jobs'), 3)
    .option('--repeat <count>', 'how often each sample is graded', parse.count('--repeat'), 1)
    .addOption(formatOption(options.format, parse))
    .action((names: string[], flags: SamplesFlags) => actions.samples(names, flags));

  sandboxCommands(cli.command('sandbox').description(summaries.sandbox), actions);
  return cli;
}

function classCommand(command: Command, { options }: Usage, parse: ReturnType<typeof valueParsers>): Command {
  return command
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
    .option('-q, --quiet', 'no progress on stderr');
}

function sandboxCommands(sandbox: Command, actions: Actions): void {
  sandbox
    .command('up')
    .description('make a sandbox')
    .option('--name <name>', 'its name', 'default')
    .option('--install', 'install missing Debian packages first')
    .action((flags: SandboxFlags & { install?: boolean }) => actions.sandboxUp(flags));
  sandbox
    .command('down')
    .description('remove a sandbox')
    .option('--name <name>', 'its name', 'default')
    .action((flags: SandboxFlags) => actions.sandboxDown(flags));
  sandbox
    .command('list')
    .description('list the sandboxes that run')
    .action(() => actions.sandboxList());
  sandbox
    .command('exec')
    .description("run a command in a sandbox's machine")
    .option('--name <name>', 'its name', 'default')
    .argument('<command...>', 'after --, the command and its arguments')
    .action((argv: [string, ...string[]], flags: SandboxFlags) => actions.sandboxExec(argv, flags));
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
