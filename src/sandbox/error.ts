/** Why there is no sandbox, or not the one asked for. The message is one sentence for people. */
export class SandboxError extends Error {
  override name = 'SandboxError';
}
