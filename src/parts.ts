import type { Part } from './evidence.ts';

/** The value of a part that was gathered; `undefined` when it was not asked for or could not be had. */
export function gathered<T>(part: Part<T> | undefined): T | undefined {
  return part !== undefined && 'value' in part ? part.value : undefined;
}
