import { text, type Usage } from '../text.ts';

export const usage: Usage = {
  help: {
    usage: 'Usage:',
    arguments: 'Arguments:',
    options: 'Options:',
    commands: 'Commands:',
    showHelp: 'show this help',
    showVersion: 'show the version',
    helpCommand: 'show the help of a command',
    afterError: '(cnpa-op --help shows what there is)',
    didYouMean: (name) => `Did you mean ${name}?`,
    defaultIs: (value) => `default: ${value}`,
    choicesAre: (values) => `choices: ${values.join(', ')}`,
    exitStatus:
      'Exit status: 0 all passed, 1 some failed or were skipped, 2 wrong usage, 3 something could not be judged.',
  },
  summaries: {
    program:
      'Grades the TeamSpace controller lab: eight steps, from your files, the live cluster and systemd.',
    check: 'check your own work on this machine: all steps, or some',
    grade: 'grade a machine: all eight steps',
    class: 'grade the machines of a class, some at once; done ones are not graded again',
    explain: 'tell what a step asks and what the grader looks at',
    demo: 'from nothing to a graded lab: a sandbox, the honest sample walked in it, its report',
    samples: 'grade sample submissions in sandboxes and compare each verdict with the expected one',
    sandbox: "throwaway clusters, each with a learner's machine",
  },
  options: {
    steps: 'step numbers, 1 to 8',
    step: 'step number, 1 to 8',
    dir: 'lab folder on the graded machine',
    kubeconfig: (fallback) => `kubeconfig on this computer (default: $KUBECONFIG, else ${fallback})`,
    machine: 'what to grade: local, sandbox:NAME or ssh://[USER@]HOST[:PORT]',
    unit: 'systemd unit of the controller',
    format: 'output on stdout',
    lang: 'language (default: that of the environment)',
    quiet: 'no progress on stderr',
    out: 'also write report.json and evidence.json there',
    report: (formats) => `also write a report; formats: ${formats.join(', ')} (may be repeated)`,
    rubric: 'what each step is worth, and the pass mark (YAML)',
    watch: 'stay, and judge again whenever a file or an object changes; keys: p probes, q quits',
    probe: 'with --watch: make probes at once, not only on the key p',
  },
  refusals: {
    'commander.unknownOption': (what) => `There is no option ${text(what)}.`,
    'commander.unknownCommand': (what) => `There is no command ${text(what)}.`,
    'commander.missingArgument': (what) => `The argument ${text(what)} is missing.`,
    'commander.optionMissingArgument': (what) => `The option ${text(what)} needs a value.`,
    'commander.invalidArgument': (what, value, why) =>
      `${text(value)} cannot be used for ${text(what)}. ${text(why)}`.trimEnd(),
    'commander.excessArguments': (expected, found) =>
      `Too many arguments: at most ${expected}, not ${found}.`,
  },
  allowedAre: (values) => `Allowed choices are ${values.join(', ')}.`,
  reportIs: (formats) => `It is FORMAT=FILE, with one of the formats ${formats.join(', ')}.`,
  cannotReadRubric: (why) => `The rubric cannot be used: ${text(why)}`,
  probeNeedsWatch: '--probe belongs to --watch',
  watchIsAList: '--watch shows a list: it has no other format',
  stepsAre1to8: 'The steps are the numbers 1 to 8.',
  wholeNumberFrom1: 'It is a whole number from 1.',
  unknownMachine: (name) =>
    `unknown machine ${text(name)}: it is local, sandbox:NAME or ssh://[USER@]HOST[:PORT]`,
  noLabFolder: (folder, machine) =>
    `there is no lab folder ${text(folder)} on ${text(machine)}: name it with --dir`,
  noKubeconfig: (path, code) =>
    `the kubeconfig ${text(path)} ${code === undefined ? 'is not there' : `cannot be read (${text(code)})`}: name another with --kubeconfig`,
  cannotWrite: (path, why) => `cannot write into ${text(path)}: ${text(why)}`,
  interrupted: (signal) => `${text(signal)}, clearing up (once more to leave at once)`,
  leftAtOnce: (names) =>
    `left at once${names.length === 0 ? '' : `; TeamSpaces ${names.join(', ')} may be left, the next run removes them`}`,
  graderBug: (detail) => `a bug of the grader, please report it: ${detail}`,
};
