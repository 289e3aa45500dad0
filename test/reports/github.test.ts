import { describe, expect, test, vi } from 'vitest';
import { github } from '../../reports/github.ts';
import { en } from '../../reports/messages/en.ts';
import { text } from '../../reports/messages/text.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { keys, looks, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying } from '../support/payloads.ts';
import { finding, reportWith } from '../support/report.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Command {
  name: string;
  properties: Record<string, string>;
  data: string;
}

/** Reads one line of output as the runner of GitHub Actions does; `undefined` for a line that is no command. */
function commandOf(line: string): Command | undefined {
  const message = line.trimStart();
  if (!message.startsWith('::')) return undefined;
  const end = message.indexOf('::', 2);
  if (end < 0) return undefined;
  const info = message.slice(2, end);
  const space = info.indexOf(' ');
  const pairs =
    space < 0
      ? []
      : info
          .slice(space + 1)
          .trim()
          .split(',')
          .filter(Boolean);
  const properties = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), unescaped(pair.slice(equals + 1), PROPERTY)] as const;
  });
  return {
    name: space < 0 ? info : info.slice(0, space),
    properties: Object.fromEntries(properties),
    data: unescaped(message.slice(end + 2), DATA),
  };
}

// The order is the runner's: the percent sign comes last.
const DATA = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%25', '%'],
] as const;
const PROPERTY = [
  ['%0D', '\r'],
  ['%0A', '\n'],
  ['%3A', ':'],
  ['%2C', ','],
  ['%25', '%'],
] as const;
const unescaped = (value: string, mappings: readonly (readonly [string, string])[]): string =>
  mappings.reduce((result, [from, to]) => result.replaceAll(from, to), value);

/** All commands of the output; every line must be one, whatever a reader takes for the end of a line. */
function commands(report: GradeReport): Command[] {
  const lines = github(report, en).split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    const command = commandOf(line);
    if (command === undefined) throw new Error(`not a command: ${line}`);
    return command;
  });
}
const named = (name: string, report: GradeReport) =>
  commands(report).filter((command) => command.name === name);

test('the first is the notice from which GitHub Classroom takes the points', () => {
  for (const [report, totalPoints] of [
    [judged(), 8],
    [judged(keys('report.json', { trigger: 'edge' })), 7],
  ] as const) {
    const [notice] = commands(report);
    expect(notice?.name).toBe('notice');
    expect(notice?.properties).toEqual({ title: 'Autograding report' });
    expect(JSON.parse(notice?.data ?? '')).toEqual({ totalPoints, maxPoints: 8 });
  }
});

test('when all passed the notice is all', () => {
  expect(github(judged(), en)).toBe('::notice title=Autograding report::{"totalPoints":8,"maxPoints":8}\n');
});

test('a failure is an error with its place, what is wrong and what to do', () => {
  const report = judged(keys('generation.json', { gen_after_spec: 3 }));
  const [error, ...more] = named('error', report);
  expect(more).toEqual([]);
  expect(error?.properties).toEqual({
    file: 'generation.json',
    title: `step 2: What raises generation: ${en.findings['generation-after-spec'].title}`,
  });
  expect(error?.data).toMatch(/status patch was counted[^\n]*\nwhere: .*\nfound: .*\ndo: .*step 1/);
  expect(named('warning', report)).toEqual([]);
});

test('a failure with line and column has them', () => {
  const subject = { file: 'before.json', line: 3, column: 7 };
  const [error] = named('error', reportWith({ 1: [finding('json-document', { subject })] }));
  expect(error?.properties).toMatchObject({ file: 'before.json', line: '3', col: '7' });
});

test('a failure without a file has none', () => {
  const [error] = named('error', judged(looks('failed/failed')));
  expect(Object.keys(error?.properties ?? {})).toEqual(['title']);
});

test('what could not be judged is a warning, never an error', () => {
  const report = judged(unavailable('api-unreachable', 'crd'));
  expect(named('error', report)).toEqual([]);
  const [warning, ...more] = named('warning', report);
  expect(more).toEqual([]);
  expect(warning?.properties).toEqual({ title: 'step 1: Registering the type alone does nothing' });
  expect(warning?.data).toMatch(/costs nothing: the API server cannot be reached: no crd$/);
});

test('a skipped step has no command of its own', () => {
  const report = judged(unavailable('service-not-running', 'drift'));
  expect(report.steps[4]?.status).toBe('skipped');
  expect(commands(report)).toHaveLength(1);
});

describe('there are at most ten', () => {
  const failures = (step: number, count: number) => ({
    [step]: Array.from({ length: count }, () => finding('before-uid')),
  });

  test('nine failures are all shown', () => {
    expect(commands(reportWith(failures(1, 9)))).toHaveLength(10);
    expect(github(reportWith(failures(1, 9)), en)).not.toContain('more');
  });

  test('what is left of more is counted in the last one, step by step', () => {
    const report = reportWith({ ...failures(1, 9), ...failures(5, 30) });
    expect(commands(report)).toHaveLength(10);
    expect(named('error', report).at(-1)).toEqual({
      name: 'error',
      properties: { title: 'and 31 more' },
      data: 'step 1: Registering the type alone does nothing: 1\nstep 5: The deleted quota came back: 30',
    });
  });

  test('the last one is a warning when only warnings are left', () => {
    const report = reportWith(failures(1, 8));
    const cause = { part: 'crd', reason: 'api-error', detail: '' };
    const steps = report.steps.map((step) =>
      step.step > 4 ? { ...step, status: 'error' as const, cause } : step,
    );
    expect(commands({ ...report, steps }).at(-1)).toMatchObject({
      name: 'warning',
      properties: { title: 'and 4 more' },
    });
  });
});

describe('text of learners', () => {
  test.each(PAYLOADS)('stays inside of the messages: %s', (_, payload) => {
    const all = commands(reportSaying(payload));
    expect(all.map(({ name }) => name)).toEqual(['notice', ...Array(9).fill('error')]);
    for (const { properties } of all)
      for (const name of Object.keys(properties)) expect(['file', 'line', 'col', 'title']).toContain(name);
    const [, first] = all;
    if (payload !== '') expect(first?.properties.file).toBe(text(payload).toWellFormed());
    expect(first?.data.split('\n').slice(1, 4)).toEqual([
      `where: ${[payload, payload].filter(Boolean).map(text).join(' ').toWellFormed()}`,
      `expected: ${text(payload).toWellFormed()}`,
      `found: ${text(payload).toWellFormed()}`,
    ]);
  });
});
