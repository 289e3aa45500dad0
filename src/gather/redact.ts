const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Any PEM block in base64, as kubeconfigs hold keys.
  /\bLS0tLS1CRUdJTi[\w+/=]{8,}/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /\bK10[0-9a-f]{10,}(::[\w.:-]+)?/g,
  /(?<=\b[Bb]earer\s+)[\w.~+/=-]{8,}/g,
  /(?<=\b(?:token|password|client-key-data|client-certificate-data)["']?\s*[:=]\s*["']?)[\w.~+/=-]{8,}/gi,
];
const REDACTED = '[redacted]';

/**
 * Takes private keys, tokens and passwords out of a text that goes into evidence or a report.
 *
 * @param known secrets that are known word for word
 */
export const redact = (text: string, known: readonly string[] = []): string =>
  SECRETS.reduce(
    (kept, secret) => kept.replace(secret, REDACTED),
    known.reduce((kept, secret) => kept.replaceAll(secret, REDACTED), text),
  );

/** {@link redact} for every text in a value of plain JSON, however deep; keys stay. */
export function redactAll<T>(value: T, known: readonly string[]): T {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return redact(part, known);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, of]) => [key, walk(of)]));
  };
  return walk(value) as T;
}
