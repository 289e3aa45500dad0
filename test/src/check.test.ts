import { expect, test } from 'vitest';
import { checks } from '../../checks/index.ts';
import { advice, type Check, defineCheck, needsOf, verdict } from '../../src/check.ts';
import { STEPS } from '../../src/lab.ts';

test('there is one check a step, in the order of the lab', () => {
  expect(checks.map(({ step }) => step)).toEqual(STEPS);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(STEPS.length);
});

test('no check names a finding twice', () => {
  for (const { findings } of checks as readonly Check[]) expect(new Set(findings).size).toBe(findings.length);
});

test('a check needs what its rules need', () => {
  const check = defineCheck({
    step: 1,
    id: 'one',
    findings: ['a', 'b'],
    rules: (rule) => [
      rule(['files', 'crd'], () => []),
      rule(['files'], () => [false, verdict(true, 'a', { file: 'x' }), advice('b', { file: 'y' })]),
    ],
  });
  expect([...needsOf(check)].sort()).toEqual(['crd', 'files']);
  // What does not apply is left out.
  expect(check.rules[1]?.judge({ files: {} }).map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
    'a passed',
    'b advice',
  ]);
});

test('steps that need no probes make none', () => {
  const needs = (step: number) => [...needsOf(checks.find((c) => c.step === step) as Check)];
  for (const step of [1, 2, 8]) {
    for (const part of ['creation', 'scriptRuns', 'drift', 'convergence', 'deletion'] as const)
      expect(needs(step)).not.toContain(part);
  }
});

test('outcome and ids', () => {
  expect(verdict(false, 'x', { file: 'f' }, { expected: 1, actual: 2 })).toEqual({
    id: 'x',
    outcome: 'failed',
    subject: { file: 'f' },
    expected: 1,
    actual: 2,
    params: {},
  });
});
