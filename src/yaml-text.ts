import { type Document, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';

/** Larger texts are not read: a parser of YAML can be made to work for minutes on little more. */
export const MAX_YAML_CHARACTERS = 256 * 1024;
const MAX_DEPTH = 100;
const MAX_ALIASES = 100;

/** Why a text is no YAML; the parser's own code where it has one. Line and column count from 1. */
export interface YamlFault {
  fault: string;
  line?: number;
  column?: number;
}

/**
 * Reads all documents of a YAML text that may have been written to harm the reader: in time that grows only with its
 * length. A key that stands twice in a map is a fault, as with kubectl.
 */
export function readYamlText(text: string): { documents: unknown[] } | YamlFault {
  if (text.length > MAX_YAML_CHARACTERS || flowDepthOf(text) > MAX_DEPTH)
    return { fault: 'RESOURCE_EXHAUSTION' };
  const lineCounter = new LineCounter();
  // The parser's own search for keys that stand twice takes the square of their number.
  const parsed = parseAllDocuments(text, { logLevel: 'silent', lineCounter, uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  const [error] = documents.flatMap((document) => document.errors);
  if (error !== undefined) {
    const at = error.linePos?.[0];
    return { fault: error.code, ...(at && { line: at.line, column: at.col }) };
  }
  const [duplicate] = documents.flatMap((document) => duplicateKeyOffset(document) ?? []);
  if (duplicate !== undefined) {
    const { line, col } = lineCounter.linePos(duplicate);
    return { fault: 'DUPLICATE_KEY', line, column: col };
  }
  try {
    return { documents: documents.map((document) => document.toJS({ maxAliasCount: MAX_ALIASES })) };
  } catch (error) {
    // An alias of nothing, or a bomb of aliases, shows only now.
    if (!(error instanceof ReferenceError)) throw error;
    return { fault: 'BAD_ALIAS' };
  }
}

/** Deepest nesting of brackets, whatever they stand for: the parser takes the square of it. */
function flowDepthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function duplicateKeyOffset(document: Document): number | undefined {
  let offset: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          offset = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return offset;
}
