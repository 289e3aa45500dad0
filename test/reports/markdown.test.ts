import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, test, vi } from 'vitest';
import { markdown } from '../../reports/markdown.ts';
import { en } from '../../reports/messages/en.ts';
import { text } from '../../reports/messages/text.ts';
import type { GradeReport } from '../../schemas/types/grade-report.schema.d.ts';
import { inPart, keys, looks, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying, UNPRINTABLE } from '../support/payloads.ts';
import { finding, reportWith } from '../support/report.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

const MIB = 1024 * 1024;

/** The page that GitHub Flavored Markdown becomes, with everything in it that a careful reader would take out. */
const rendered = (source: string): string =>
  micromark(source, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
const page = (report: GradeReport): string => rendered(markdown(report, en));

const decoded = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const without = (html: string): string => decoded(html.replaceAll(/<[^>]*>/g, ''));
const codes = (html: string): string[] =>
  [...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = '']) => decoded(code));
/** Sections by their headings, each as its plain text. */
const section = (report: GradeReport, heading: string): string => {
  const found = page(report)
    .split(/<h[23]>/)
    .find((part) => without(part).startsWith(heading));
  return without(found ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

describe('the page', () => {
  test('begins with the score and a table of the steps', () => {
    const html = page(
      judged(
        keys('report.json', { trigger: 'edge' }),
        unavailable('service-not-running', 'drift'),
        unavailable('api-error', 'crd'),
      ),
    );
    expect(html).toMatch(/^<h2>5 of 7 steps passed<\/h2>\n<table>/);
    const rows = [...html.matchAll(/<tr>\n(.*?)<\/tr>/gs)].map(([, row = '']) =>
      without(row).trim().split('\n'),
    );
    expect(rows).toHaveLength(9);
    expect(rows.slice(1).map(([mark, step]) => `${mark} ${step}`)).toEqual([
      '⚠️ 1',
      '✅ 2',
      '✅ 3',
      '✅ 4',
      '⏭️ 5',
      '✅ 6',
      '✅ 7',
      '❌ 8',
    ]);
    expect(rows[5]?.[2]).toBe('The deleted quota came back (skipped: mend step 4 first)');
    expect(rows[5]?.[3]).toMatch(/^\d+\.\d$/);
  });

  test('has each failure with what is wrong, where, expected, found and what to do', () => {
    expect(section(judged(looks('failed/failed')), 'step 4')).toMatch(
      /^step 4: Not once, but for ever cnpa-op.service is running: The service is not running: .* where: cnpa-op.service ActiveState expected: active found: failed \(failed\) do: .*systemctl.* read: https:/,
    );
  });

  test('tells the same cause of several steps once', () => {
    const report = judged(unavailable('api-unreachable', 'teamSpaces'));
    expect(section(report, '⚠️')).toBe(
      '⚠️ Could not be judged (steps 1, 2, 3, 6, 7, 8); this costs nothing the API server cannot be reached: no teamSpaces',
    );
    expect(page(report)).not.toContain('❌');
  });

  test('tells different causes apart', () => {
    const html = page(judged(unavailable('api-forbidden', 'crd'), unavailable('systemd-error', 'service')));
    expect(html.match(/<h3>⚠️/g)).toHaveLength(2);
  });

  test('tells advice apart from failures', () => {
    const change = inPart('service', (s) => void s.outsideWorkers.push({ pid: 4711, command: 'bash x' }));
    expect(section(judged(change), 'Advice (not counted)')).toContain('4711');
    expect(page(judged(change))).not.toContain('❌');
    expect(page(judged())).not.toContain('Advice');
  });

  test('tells the times of the reactions, one kind a line', () => {
    const seconds = judged()
      .timeline.filter(({ effect }) => effect === 'quota-restored')
      .map(({ ms }) => `${(ms / 1000).toFixed(1)} s`)
      .join(', ');
    expect(section(judged(), 'Reaction times')).toContain(`quota deleted → quota back: ${seconds}`);
    expect(page({ ...judged(), timeline: [] })).not.toContain('Reaction times');
  });

  test('tells what could not be removed and what was', () => {
    const report = {
      ...judged(),
      cleanUp: { removed: ['X'], leftOver: ['TeamSpace a'], reaped: ['TeamSpace b'] },
    };
    expect(section(report, 'Could not be removed')).toBe('Could not be removed TeamSpace a');
    expect(section(report, 'Left behind')).toContain('now removed TeamSpace b');
    expect(page(judged())).not.toContain('Could not be removed');
  });

  test('ends with what identifies the grade', () => {
    const report = judged();
    const last = codes(page(report).trimEnd().split('\n').at(-1) ?? '');
    expect(last).toEqual([
      report.grader.version,
      report.grader.rubricDigest,
      report.machine,
      report.cluster?.uid,
      report.cluster?.version,
    ]);
  });
});

describe('text of learners', () => {
  /** All elements but those that show text as it is. */
  const skeleton = (html: string): string[] =>
    [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/^<\/?(code|strong)>$/.test(tag));
  const harmless = skeleton(page(reportSaying('harmless')));
  const OWN = /<\/?(h2|h3|table|thead|tbody|tr|th|td|ul|li|p|code|strong)( align="right")?>/g;

  test.each(PAYLOADS)('is shown and makes no element, link or mention: %s', (_, payload) => {
    const source = markdown(reportSaying(payload), en);
    expect(source.match(UNPRINTABLE)?.[0]).toBe(undefined);
    const html = rendered(source);
    expect(skeleton(html)).toEqual(harmless);
    expect(html.replaceAll(OWN, '').match(/[<>]/)?.[0]).toBe(undefined);
    if (payload !== '') expect(codes(html)).toContain(text(payload).toWellFormed());
    // GitHub looks for these in all text that is not code, escaped or not.
    const prose = decoded(html.replaceAll(/<code>.*?<\/code>/g, '').replaceAll(OWN, ''));
    expect(prose.match(/@|#|:\/\/|www\.|\$|`|\bgh-\d|:[\w+-]+:|[0-9a-f]{7}/i)?.[0]).toBe(undefined);
  });

  test('in a sentence leaves the rest of it readable', () => {
    const report = reportWith({ 1: [finding('json-key', { params: { key: '`@org`', didYouMean: 'uid' } })] });
    expect(markdown(report, en)).toContain('The key `` `@org` `` is missing. Is it meant by uid?');
  });

  test('in other scripts is prose, and ASCII in it is still looked at', () => {
    const report = reportWith({ 1: [finding('json-key', { params: { key: '열쇠，@org다' } })] });
    expect(markdown(report, en)).toContain('The key 열쇠，`@org`다 is missing.');
  });
});

describe('what is longer than GitHub takes', () => {
  const many = (count: number) =>
    reportWith({
      5: Array.from({ length: count }, () => finding('before-uid', { actual: '각'.repeat(300) })),
    });

  test('is cut with a note', () => {
    const output = markdown(many(2000), en);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(MIB);
    expect(Buffer.byteLength(output)).toBeGreaterThan(MIB - 2000);
    expect(output).toMatch(/\n\n\*\*The rest is left out here: the report is too long\.\*\*\n$/);
    expect(output).toMatch(/^## 7 of 8|^## 8 of 8/);
    expect(rendered(output).replaceAll(/<\/?[a-z0-9]+( align="right")?>/g, '')).not.toMatch(/[<>]/);
  });

  test('what just fits is not cut', () => {
    for (const count of [1, 500]) expect(markdown(many(count), en)).not.toContain('left out');
  });
});
