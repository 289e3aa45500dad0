// A throwaway Kubernetes control plane and a learner's machine on this host.
//
//   up.ts ── control-plane.ts, machine-root.ts     the parts, made once (cache.ts, lock.ts, host-command.ts)
//     │   └─ certificates.ts, free-port.ts
//     ├───── supervisor.ts → supervisor.sh         PID 1 of one sandbox; everything dies with it
//     ├───── ready.ts                              all the waiting
//     └───── state.ts                              /run/cnpa-op/NAME: who is alive, what is to be removed
//   session.ts, sandbox-machine.ts → enter.ts      commands inside
export { auditLogOf } from './audit.ts';
export { SandboxError } from './error.ts';
export type { Env, Progress } from './host-command.ts';
export { listSandboxes, type SandboxInfo, sandboxDown } from './info.ts';
export {
  installPrerequisites,
  missingPrerequisites,
  type Prerequisite,
  prerequisitesMessage,
} from './prerequisites.ts';
export { sandboxMachine } from './sandbox-machine.ts';
export { sandboxExec } from './session.ts';
export { isSandboxName } from './state.ts';
export { type SandboxUpOptions, sandboxUp } from './up.ts';
