const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /\bK10[0-9a-f]{10,}(::[\w.:-]+)?/g,
  /(?<=\b[Bb]earer\s+)[\w.~+/=-]{8,}/g,
  /(?<=\b(?:token|password|client-key-data|client-certificate-data)["']?\s*[:=]\s*["']?)[\w.~+/=-]{8,}/gi,
];

/** Takes private keys, tokens and passwords out of a text that goes into evidence or a report. */
export const redact = (text: string): string =>
  SECRETS.reduce((kept, secret) => kept.replace(secret, '[redacted]'), text);
