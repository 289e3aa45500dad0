import { expect, test } from 'vitest';
import { isAtWork } from '../../src/unit-state.ts';

test.each([
  ['active', 'running', 'simple', true],
  ['active', 'exited', 'oneshot', true],
  ['reloading', 'reload', 'notify', true],
  ['deactivating', 'stop-sigterm', 'simple', true],
  ['activating', 'auto-restart', 'simple', true],
  ['activating', 'auto-restart-queued', 'simple', true],
  ['activating', 'start', 'notify', true],
  ['activating', 'start-pre', 'exec', true],
  ['activating', 'start', 'oneshot', false],
  ['inactive', 'dead', 'simple', false],
  ['failed', 'failed', 'simple', false],
  ['inactive', 'auto-restart', 'simple', false],
  ['', '', '', false],
])('%s (%s) of type %s: %j', (activeState, subState, type, atWork) => {
  expect(isAtWork({ activeState, subState }, type)).toBe(atWork);
});
