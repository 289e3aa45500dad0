import { evidenceWith } from './evidence.ts';

/** The honest evidence as text. */
export const evidenceText = (): string => JSON.stringify(evidenceWith());

/** The same text with a uid of its own wherever there is one, made of the first four letters of an id. */
export function withOwnUids(text: string, id: string): string {
  const seed = Number.parseInt(Buffer.from(id).toString('hex').padEnd(8, '0').slice(0, 8), 16);
  const uid = /\b([0-9a-f]{8})(-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\b/g;
  return text.replace(
    uid,
    (_, head: string, rest: string) =>
      `${((Number.parseInt(head, 16) ^ seed) >>> 0).toString(16).padStart(8, '0')}${rest}`,
  );
}
