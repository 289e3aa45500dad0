import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxFolder } from './state.ts';

/** Who asked for what, without bodies. A watch is told twice with one auditID: when it begins and when it ends. */
const policy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
};

/** Makes the API server of a sandbox that has yet to start write its audit log; the file is where supervisor.sh looks. */
export async function askForAuditLog(folder: string): Promise<void> {
  await writeFile(join(folder, 'audit-policy.yaml'), JSON.stringify(policy));
}

/** The audit log of a sandbox that was brought up with one: a JSON object (audit.k8s.io/v1 Event) a line. */
export const auditLogOf = (name: string): string => join(sandboxFolder(name), 'logs', 'audit.log');
