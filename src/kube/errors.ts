import type { UnavailableReason } from '../evidence.ts';

/** A question to the API server that could not be answered. Never the learner's failure (verdict rule 2). */
export class KubeError extends Error {
  override name = 'KubeError';
  readonly reason: UnavailableReason;
  /** HTTP status code, when the server answered at all. */
  readonly code: number | undefined;

  constructor(reason: UnavailableReason, message: string, code?: number, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.code = code;
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|SSL_/;

/**
 * Wraps what undici throws: the cause carries the code, the outer message is only "fetch failed". What is wrong with
 * the connection is told of the server, not of the single request.
 */
export function transportError(error: unknown, server: string): KubeError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  // Node appends advice about itself after a semicolon.
  const [message] = (cause instanceof Error ? cause.message || code : String(cause)).split(';');
  return new KubeError(
    CERTIFICATE.test(code) ? 'api-certificate' : 'api-unreachable',
    `${server}: ${message}`,
  );
}

/** What the server says in a refusal, if it says anything; at most 500 characters. */
export function messageOf(body: unknown): string | undefined {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message.slice(0, 500) : undefined;
}

/** The error for an answer that nobody asked for. */
export function statusError(code: number, body: unknown, what: string): KubeError {
  const message = messageOf(body);
  const said = `HTTP ${code}${message === undefined ? '' : `: ${message}`}`;
  if (code === 401) return new KubeError('api-unauthorized', said, code);
  if (code === 403) return new KubeError('api-forbidden', said, code);
  return new KubeError('api-error', `${what}: ${said}`, code);
}
