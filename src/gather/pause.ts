import { setTimeout as sleep } from 'node:timers/promises';

/** Waits so long, or until `signal`; never throws. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
