import type { GradeReport, ReportedFinding, StepResult } from '../schemas/types/grade-report.schema.d.ts';
import { type Messages, text } from './messages/text.ts';
import { identityOf, linesOf, notJudged, stepName, tell, withoutVerdict } from './told.ts';

/**
 * The report as JUnit XML, as GitLab and Jenkins read it: a suite for each step, a case for each finding. What could
 * not be judged is an error and never a failure. Times are seconds; a finding has no time of its own.
 */
export function junit(report: GradeReport, messages: Messages): string {
  const suites = report.steps.map((step) => ({ step, cases: casesOf(step, messages) }));
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'cnpa-op', ...counts(all), time: seconds(report.durationMs) })}>`,
    ...suites.flatMap(({ step, cases }) => [
      `  <testsuite${attributes({
        name: stepName(messages, step.step),
        ...counts(cases),
        time: seconds(step.durationMs),
        timestamp: text(report.startedAt),
      })}>`,
      '    <properties>',
      ...Object.entries(identityOf(report)).map(
        ([name, value]) => `      <property${attributes({ name, value: text(value) })}/>`,
      ),
      '    </properties>',
      ...cases.flatMap((testCase) => lines(step, testCase)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

interface TestCase {
  name: string;
  file?: string;
  /** What is said of it, if there is anything to say. */
  said?: { element: 'failure' | 'error' | 'skipped' | 'system-out'; type: string; lines: string[] };
}

function casesOf(step: StepResult, messages: Messages): TestCase[] {
  const unique = uniqueNames();
  const cases = step.findings.map((finding): TestCase => {
    const told = tell(finding, messages);
    const element = elementOf(finding);
    return {
      name: unique(`${text(finding.id)} ${told.where}`),
      ...(finding.subject.file !== undefined && { file: text(finding.subject.file) }),
      ...(element && { said: { element, type: text(finding.id), lines: linesOf(told, messages) } }),
    };
  });
  const said = saidOfStep(step, messages);
  return said ? [...cases, { name: unique(text(step.id)), said }] : cases;
}

function elementOf({ outcome }: ReportedFinding): NonNullable<TestCase['said']>['element'] | undefined {
  return ({ passed: undefined, failed: 'failure', unknown: 'error', advice: 'system-out' } as const)[outcome];
}

/** What there is to say of a step as a whole; a finding that could not be judged says it itself. */
function saidOfStep(step: StepResult, messages: Messages): TestCase['said'] {
  const { cause, findings, status } = step;
  if (status === 'skipped')
    return { element: 'skipped', type: 'skipped', lines: [withoutVerdict(step, messages) ?? ''] };
  const toldByFinding = findings.some(({ outcome, id }) => outcome === 'unknown' && id === cause?.part);
  if (toldByFinding || (cause === undefined && status !== 'error')) return undefined;
  return { element: 'error', type: text(cause?.reason ?? status), lines: [notJudged(step, messages)] };
}

/** GitLab drops the second of two cases of one name. */
function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let unique = name;
    for (let i = 2; taken.has(unique); i++) unique = `${name} (${i})`;
    taken.add(unique);
    return unique;
  };
}

function counts(cases: TestCase[]): Record<string, string> {
  const of = (element: string) => String(cases.filter(({ said }) => said?.element === element).length);
  return {
    tests: String(cases.length),
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  };
}

function lines({ step, id }: StepResult, { name, file, said }: TestCase): string[] {
  const opening = `    <testcase${attributes({ classname: `cnpa-op.${step}-${text(id)}`, name, ...(file && { file }) })}`;
  if (said === undefined) return [`${opening}/>`];
  const [message = ''] = said.lines;
  const own = {
    failure: { message, type: said.type },
    error: { message, type: said.type },
    skipped: { message },
    'system-out': {},
  }[said.element];
  const body = xml(said.lines.join('\n'));
  return [
    `${opening}>`,
    `      <${said.element}${attributes(own)}>${body}</${said.element}>`,
    '    </testcase>',
  ];
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(value)}"`)
    .join('');

const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for content and attributes. What XML 1.0 forbids even as a reference is text by its number. */
const xml = (value: string): string =>
  value
    .replaceAll(
      /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu,
      (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .replaceAll(/[&<>"']/g, (character) => REFERENCES[character] ?? '');
