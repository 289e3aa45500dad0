import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditLogOf } from '../../src/sandbox/index.ts';

/** One request of the grader, as the API server's audit log tells it. */
interface AuditEvent {
  auditID: string;
  verb: string;
  userAgent?: string;
  objectRef?: { resource?: string };
}

const USER_AGENT = 'cnpa-op-grader';
const POLL_MS = 100;

/** How the API server counts the grader's requests. */
export interface Requests {
  all: number;
  /** What neither grows with what is in a list, nor with time as the renewals of the lock do. */
  besides: number;
}

/** Notes the end of the audit log; what it answers waits for the end of a grade and counts what that has asked. */
export async function countRequests(sandbox: string): Promise<() => Promise<Requests>> {
  const log = auditLogOf(sandbox);
  const { size } = await stat(log);
  return async () => {
    for (;;) {
      const events = (await eventsFrom(log, size)).filter(({ userAgent }) =>
        userAgent?.startsWith(USER_AGENT),
      );
      // A grade ends by giving the lock back.
      const isOfLock = ({ objectRef }: AuditEvent) => objectRef?.resource === 'leases';
      if (events.some((event) => event.verb === 'delete' && isOfLock(event))) {
        const requests = [...new Map(events.map((event) => [event.auditID, event])).values()];
        const besides = requests.filter((r) => r.verb !== 'list' && !(r.verb === 'update' && isOfLock(r)));
        return { all: requests.length, besides: besides.length };
      }
      await sleep(POLL_MS);
    }
  };
}

async function eventsFrom(log: string, start: number): Promise<AuditEvent[]> {
  const file = await open(log);
  try {
    const events: AuditEvent[] = [];
    for await (const line of file.readLines({ start })) if (line.endsWith('}')) events.push(JSON.parse(line));
    return events;
  } finally {
    await file.close();
  }
}
