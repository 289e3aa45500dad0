import { type DocumentNode, type ElementNode, type ObjectNode, parse } from '@humanwhocodes/momoa';

export type JsonFault =
  | 'empty'
  | 'not-utf8'
  | 'two-documents'
  | 'not-a-number'
  | 'duplicate-key'
  | 'nested-too-deeply'
  | 'syntax';

export type JsonText =
  | { value: unknown }
  | { fault: JsonFault; line?: number; column?: number; near?: string };

const MAX_DEPTH = 100;

/**
 * Reads a text that must be exactly one JSON document (RFC 8259), as a strict reader would. A byte-order mark is
 * stripped. Duplicate keys, NaN and a second document are faults of their own, with line and column from 1.
 */
export function readJsonText(text: string): JsonText {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json.trim() === '') return { fault: 'empty' };
  if (depthOf(json) > MAX_DEPTH) return { fault: 'nested-too-deeply' };
  let document: DocumentNode;
  try {
    document = parse(json, { mode: 'json' });
  } catch (error) {
    if (!isLocated(error)) throw error;
    // An end that comes too early is at fault where it is, not where the value began.
    const ended = /end of input/i.test(error.message);
    const at = ended ? placeOf(json, json.trimEnd().length) : { line: error.line, column: error.column };
    const rest = ended ? '' : json.slice(error.offset);
    if (/^[-+]?(NaN|Infinity)/.test(rest)) return { fault: 'not-a-number', ...at, near: nearOf(rest) };
    if (!/^(,|\/\/|\/\*|#)/.test(rest) && isWholeDocument(json.slice(0, error.offset)))
      return { fault: 'two-documents', ...at, near: nearOf(rest) };
    return { fault: 'syntax', ...at, near: nearOf(rest) };
  }
  const duplicate = duplicateKey(document.body);
  if (duplicate) return { fault: 'duplicate-key', ...duplicate };
  const value = parseOrUndefined(json);
  if (value !== undefined) return { value };
  // What the stricter reader refuses is a control character inside a text.
  const inText = [...json.matchAll(/"(?:[^"\\]|\\.)*"/gs)].find(([text]) => CONTROL.test(text));
  const offset = inText === undefined ? 0 : inText.index + inText[0].search(CONTROL);
  return { fault: 'syntax', ...placeOf(json, offset) };
}

const isLocated = (error: unknown): error is Error & { line: number; column: number; offset: number } =>
  error instanceof Error && 'offset' in error && 'line' in error && 'column' in error;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f]/;

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|[\r\n]/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

const nearOf = (rest: string): string => (/^\S+/.exec(rest)?.[0] ?? '').slice(0, 20);

const isWholeDocument = (text: string): boolean => text.trim() !== '' && parseOrUndefined(text) !== undefined;

/** JSON has no `undefined`, so it can stand for "not JSON": a refusal is an answer here, not an error. */
function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Deepest nesting of brackets outside strings; counted before parsing because parsers recurse. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{]|[\]}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}

function duplicateKey(
  node: ElementNode | ObjectNode['members'][number]['value'],
): { line: number; column: number; near: string } | null {
  if (node.type === 'Array') {
    for (const element of node.elements) {
      const found = duplicateKey(element.value);
      if (found) return found;
    }
  }
  if (node.type !== 'Object') return null;
  const seen = new Set<string>();
  for (const { name, value } of node.members) {
    const key = name.type === 'String' ? name.value : name.name;
    if (seen.has(key)) return { line: name.loc.start.line, column: name.loc.start.column, near: key };
    seen.add(key);
    const found = duplicateKey(value);
    if (found) return found;
  }
  return null;
}
