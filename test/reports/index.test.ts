import { describe, expect, test, vi } from 'vitest';
import { REPORT_FORMATS } from '../../reports/formats.ts';
import { renderers } from '../../reports/index.ts';
import { languages } from '../../reports/messages/index.ts';
import { keys, unavailable } from '../support/evidence.ts';
import { PAYLOADS, reportSaying } from '../support/payloads.ts';
import { judged } from '../support/verdict.ts';

vi.setConfig({ testTimeout: 60_000 });

const REPORTS = [
  judged(),
  judged(keys('drift.json', { reverted_to: 99 }), unavailable('service-not-running', 'convergence')),
  judged(unavailable('api-unreachable', 'crd', 'teamSpaces', 'cluster')),
  { ...judged(), steps: [], timeline: [] },
  ...PAYLOADS.filter((_, i) => i % 8 === 0).map(([, payload]) => reportSaying(payload)),
];

describe.each(Object.entries(languages))('in %s', (_, messages) => {
  test.each(REPORT_FORMATS)('%s: the same report gives the same bytes, and is left as it was', (format) => {
    for (const report of REPORTS) {
      const before = structuredClone(report);
      const output = renderers[format](report, messages);
      expect(report).toEqual(before);
      expect(renderers[format](before, messages)).toBe(output);
    }
  });

  test.each(REPORT_FORMATS)(
    '%s: the output is a text file: whole characters, a line break at its end',
    (format) => {
      for (const report of REPORTS) {
        const output = renderers[format](report, messages);
        expect(output.isWellFormed()).toBe(true);
        expect(output).toMatch(/[^\n]\n$/);
      }
    },
  );
});
