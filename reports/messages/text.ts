import type { FindingId } from '../../checks/index.ts';
import type { Reaction, ReportedFinding } from '../../schemas/types/grade-report.schema.d.ts';
import type { AdmissionTrialId, UnavailableReason } from '../../src/evidence.ts';
import { DEFAULTS, type StepNumber } from '../../src/lab.ts';

export type Language = 'en' | 'ko' | 'zh';

import type { Stage } from '../../src/progress.ts';

type Sentence = string | ((finding: ReportedFinding) => string);

/**
 * The prose of one finding: its title, what is wrong, and one next step. Commands stand in backticks. The next step
 * says where to look and the idea behind it; it never gives the answer to copy.
 */
export interface FindingText {
  title: string;
  wrong: Sentence;
  hint: Sentence;
}

/** What a step asks, and what the grader looks at, for a learner who has not begun it yet. */
export interface Explanation {
  asks: string;
  looksAt: string[];
}

/** Values that a check makes itself, as words instead of data. */
export type EvidenceWord = 'present' | 'absent' | 'accepted' | 'refused' | 'uid';

/** All that the program says in one language. A missing sentence does not compile. */
export interface Messages {
  language: Language;
  findings: Record<FindingId, FindingText>;
  steps: Record<StepNumber, string>;
  reasons: Record<UnavailableReason, string>;
  explain: Record<StepNumber, Explanation>;
  usage: Usage;
  words: {
    expected: string;
    found: string;
    where: string;
    todo: string;
    read: string;
    advice: string;
    reactions: string;
    asks: string;
    looksAt: string;
    blockedBy: (step: number) => string;
    seeStep: (step: number) => string;
    /** Takes what `stepNames` gives. */
    notJudged: (which: string) => string;
    step: string;
    stepNames: (steps: number[]) => string;
    colon: string;
    place: (line: number, column: number | undefined) => string;
    score: (earned: number, possible: number) => string;
    points: (earned: number, possible: number) => string;
    /** `passed` is undefined as long as it is open. */
    passMark: (percent: number, passed: boolean | undefined) => string;
    total: (seconds: string) => string;
    seconds: (seconds: string) => string;
    leftOver: string;
    reaped: string;
    more: (count: number) => string;
    cut: string;
    values: Record<EvidenceWord, string>;
    causes: Record<Reaction['cause'], string>;
    effects: Record<Reaction['effect'], string>;
    /** What is under way, as "… SENTENCE"; one line. */
    progress: Record<Stage, string | ((detail: string) => string)>;
    atMost: (seconds: number) => string;
    elapsed: (seconds: number, atMost: number | undefined) => string;
    watch: {
      next: string;
      looking: string;
      /** Said after the reason why something could not be judged. */
      goesOn: string;
      /** How long ago the probes were that the list counts. */
      probes: (minutes: number) => string;
      stale: (minutes: number) => string;
      probeKey: string;
      quitKey: string;
      ending: string;
    };
  };
}

/** What the command line says besides reports: help, progress, and why it does not begin. */
export interface Usage {
  /** Heads of the parts of a help page, and what stands in it for every command. */
  help: {
    usage: string;
    arguments: string;
    options: string;
    commands: string;
    showHelp: string;
    showVersion: string;
    helpCommand: string;
    afterError: string;
    /** With the name of a command or option that was probably meant. */
    didYouMean: (name: string) => string;
    defaultIs: (value: string) => string;
    choicesAre: (values: string[]) => string;
    exitStatus: string;
  };
  summaries: Record<
    | 'program'
    | 'check'
    | 'grade'
    | 'class'
    | 'collect'
    | 'merge'
    | 'regrade'
    | 'explain'
    | 'demo'
    | 'samples'
    | 'sandbox'
    | 'sandboxUp'
    | 'sandboxDown'
    | 'sandboxList'
    | 'sandboxExec',
    string
  >;
  options: {
    steps: string;
    step: string;
    dir: string;
    kubeconfig: (fallback: string) => string;
    machine: string;
    unit: string;
    format: string;
    lang: string;
    quiet: string;
    out: string;
    report: (formats: string[]) => string;
    rubric: string;
    watch: string;
    probe: string;
    roster: string;
    results: string;
    jobs: string;
    only: string;
    again: string;
    shard: string;
    deadline: string;
    gradebook: string;
    assignment: string;
    archive: string;
    archivesOut: string;
    shards: string;
    merged: string;
    stored: string;
    dryRun: string;
    samples: string;
    repeat: string;
    sandboxName: string;
    install: string;
    command: string;
  };
  /** By the codes of commander's errors. `what` is the option, argument or command as it was typed or declared. */
  refusals: {
    'commander.unknownOption': (what: string) => string;
    'commander.unknownCommand': (what: string) => string;
    'commander.missingArgument': (what: string) => string;
    'commander.optionMissingArgument': (what: string) => string;
    'commander.invalidArgument': (what: string, value: string, why: string) => string;
    'commander.excessArguments': (expected: number, found: number) => string;
  };
  allowedAre: (values: string[]) => string;
  /** What `--report` takes. */
  reportIs: (formats: string[]) => string;
  cannotReadRubric: (why: string) => string;
  probeNeedsWatch: string;
  watchIsAList: string;
  stepsAre1to8: string;
  wholeNumberFrom1: string;
  shardIs: string;
  outForArchives: string;
  outOnlyForArchives: string;
  repositoryOnly: string;
  /** Where an archive is, and what is to be done with it. */
  collected: (file: string, kilobytes: number) => string;
  /** What a seal cannot show. */
  sealLimits: string;
  otherRubric: (sealed: string, now: string) => string;
  cannotReadRoster: (why: string) => string;
  nobodyMatches: (glob: string) => string;
  /** What is wrong with a line of a roster; `key` is undefined for the roster as a whole. */
  roster: {
    missing: (key: string) => string;
    unknownKey: (key: string) => string;
    wrongType: (key: string | undefined, type: string) => string;
    wontDo: (key: string | undefined, value: unknown, rule: string) => string;
    /** What may stand there, for `wontDo`. */
    rules: Record<'id' | 'name', string>;
    idTaken: (id: string, line: number) => string;
    columnTwice: (column: string) => string;
    moreFaults: (count: number) => string;
  };
  unknownMachine: (name: string) => string;
  noLabFolder: (folder: string, machine: string) => string;
  noKubeconfig: (path: string, code: string | undefined) => string;
  cannotWrite: (path: string, why: string) => string;
  interrupted: (signal: string) => string;
  /** With the names of the TeamSpaces that may be left. */
  leftAtOnce: (names: readonly string[]) => string;
  graderBug: (detail: string) => string;
}

/** What each dry run tries, as the TeamSpace that was sent; those that are a value only are the same everywhere. */
export type TrialNames = Record<AdmissionTrialId, string>;
export const TRIALS = {
  'pods-0': 'pods: 0',
  'pods-51': 'pods: 51',
  'pods-minus-1': 'pods: -1',
  'pods-text': 'pods: "4"',
  'pods-fraction': 'pods: 4.5',
  'pods-1': 'pods: 1',
  'pods-50': 'pods: 50',
  'cpu-number': 'cpu: 2',
  'status-generation-text': 'status.observedGeneration: "x"',
  'status-namespace-number': 'status.namespace: 5',
} as const satisfies Partial<TrialNames>;

/** What lies in the place of a file that cannot be read. */
export type FileKindNames = Record<'link' | 'directory' | 'special' | 'outside', string>;

/** The name of something by its id, or the id itself when this version does not know it. */
export const nameOf = (names: Record<string, string>, id: unknown): string =>
  (typeof id === 'string' && Object.hasOwn(names, id) ? names[id] : undefined) ?? text(id);

const MAX_LENGTH = 300;

/** A text without anything that could move the cursor, colour the terminal or turn the direction of writing. */
export const printable = (value: string): string =>
  value.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu,
    (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`,
  );

/** A value of the learner's, made safe to print: no control characters, bounded length. */
export function text(value: unknown): string {
  const safe = printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH).toWellFormed()}…` : safe;
}

/** A value as it is written in JSON, made safe to print. */
export const quoted = (value: unknown): string => text(JSON.stringify(value) ?? '');

/** Several values after a prefix; nothing when there are none. */
export const list = (values: unknown, prefix: string): string =>
  Array.isArray(values) && values.length > 0 ? prefix + values.map(text).join(', ') : '';

/** The last line of a journal that says something; nothing when there is none. */
export const lastLine = (lines: unknown): string =>
  Array.isArray(lines) ? text(lines.filter(Boolean).at(-1) ?? '') : '';

/** The fields of a write, at most five; nothing when the whole object came or went. */
export const changedFields = (changes: unknown): string =>
  ((changes as { field: string }[] | undefined) ?? [])
    .slice(0, 5)
    .map(({ field }) => text(field))
    .join(', ');

/** Milliseconds as whole seconds. */
export const wholeSeconds = (ms: unknown): string =>
  typeof ms === 'number' ? String(Math.round(ms / 1000)) : text(ms);

/** The smallest number that a value may be, when that is what the schema's own message says. */
export const minimumIn = (message: unknown): string | undefined =>
  typeof message === 'string' ? /^must be >= (\d+)$/.exec(message)?.[1] : undefined;

/** A text that stands in a command, which stands in backticks. */
const inCommand = (shown: string): string => shown.replaceAll('`', "'");

/** The path of the file that a finding is about. */
export const pathOf = ({ subject }: ReportedFinding): string =>
  `${DEFAULTS.folder}/${inCommand(text(subject.file ?? ''))}`;

/** The folder of the file that a finding is about. */
export const folderOf = (finding: ReportedFinding): string => pathOf(finding).replace(/\/[^/]*$/, '');

/** The command that shows the object that a finding is about; with how to print it, as YAML by default. */
export function lookAt({ subject }: ReportedFinding, output = '-o yaml'): string {
  const { kind, namespace, name } = subject;
  const words = [
    'kubectl',
    ...(namespace === undefined ? [] : ['-n', text(namespace)]),
    'get',
    text(kind ?? '').toLowerCase(),
    text(name ?? ''),
    output,
  ];
  return `\`${inCommand(words.filter(Boolean).join(' '))}\``;
}

/** The sentence for one finding. */
export const say = (sentence: Sentence, finding: ReportedFinding): string =>
  typeof sentence === 'string' ? sentence : sentence(finding);
