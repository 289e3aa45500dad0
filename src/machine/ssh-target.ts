/** Where ssh is to go. What is not given comes from the person's ssh configuration. */
export interface SshTarget {
  host: string;
  user?: string;
  port?: number;
}

/** No word of them begins with `-`, so that none can be taken for an option of ssh. */
const PATTERN =
  /^ssh:\/\/(?:(?<user>\w[\w.+-]*)@)?(?:\[(?<ipv6>[\da-fA-F:.]+(?:%\w[\w.-]*)?)\]|(?<host>\w[\w.-]*))(?::(?<port>[1-9]\d{0,4}))?\/?$/;

/** Parses `ssh://[user@]host[:port]`; the host may be an alias of the ssh configuration. `null` when it is none. */
export function parseSshTarget(text: string): SshTarget | null {
  const { user, ipv6, host = ipv6, port } = PATTERN.exec(text)?.groups ?? {};
  if (host === undefined || Number(port ?? 1) > 65_535) return null;
  return { host, ...(user !== undefined && { user }), ...(port !== undefined && { port: Number(port) }) };
}

/** The URL of a target, for people. */
export function sshUrl({ host, user, port }: SshTarget): string {
  const place = host.includes(':') ? `[${host}]` : host;
  return `ssh://${user === undefined ? '' : `${user}@`}${place}${port === undefined ? '' : `:${port}`}`;
}
