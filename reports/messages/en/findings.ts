import type { FindingId } from '../../../checks/index.ts';
import {
  changedFields,
  type FileKindNames,
  type FindingText,
  folderOf,
  lastLine,
  list,
  lookAt,
  minimumIn,
  nameOf,
  pathOf,
  TRIALS,
  type TrialNames,
  text,
  wholeSeconds,
} from '../text.ts';

const KINDS: FileKindNames = {
  link: 'a symbolic link',
  directory: 'a folder',
  special: 'a pipe, a socket or a device',
  outside: 'a way out of the lab folder: a folder on the path is a symbolic link',
};

const TRIAL_NAMES: TrialNames = {
  ...TRIALS,
  'pods-text': 'pods: "4" (text)',
  'cpu-number': 'cpu: 2 (a number)',
  'pods-missing': 'no pods',
  'spec-missing': 'no spec',
  'status-right': 'a right status',
};
const trial = (id: unknown): string => nameOf(TRIAL_NAMES, id);

const sources = ({ params }: { params: Record<string, unknown> }): string =>
  params.sourceReadable
    ? `report.json and ${text(params.source)} say different things.`
    : `The value cannot be compared: ${text(params.source)} does not hold it.`;

const journal = (lines: unknown): string =>
  lastLine(lines) === '' ? '' : ` Last journal line: ${lastLine(lines)}`;

const service = '`systemctl status cnpa-op` shows its state and the last lines that it wrote.';
const byHand = 'Run `/root/cnpa-op/reconcile.sh` by hand and read what it says about this object.';
const oldUid =
  'The file holds another uid than alpha has now: alpha was made again after the file was written.';
const nowUid =
  '`kubectl get teamspace alpha -o json` shows the present one. Every file that names alpha has to be measured again on it.';

export const findings: Record<FindingId, FindingText> = {
  'file-present': {
    title: 'the file is there',
    wrong: 'The file does not exist.',
    hint: (finding) => `Compare the name, letter by letter, with what \`ls -l ${folderOf(finding)}\` shows.`,
  },
  'file-readable': {
    title: 'the file can be read',
    wrong: ({ params }) =>
      params.why === 'too-large'
        ? `The file has ${text(params.size)} bytes; at most ${text(params.limit)} are read.`
        : params.why === 'unreadable'
          ? `The file cannot be read: ${text(params.detail)}.`
          : `In the file's place there is ${nameOf(KINDS, params.why)}.`,
    hint: (finding) =>
      `\`ls -l ${folderOf(finding)}\` shows what lies there; a regular file of sensible size is read.`,
  },
  'json-document': {
    title: 'the file is one JSON document',
    wrong: ({ params }) => {
      const near = params.near ? ` near ${text(params.near)}` : '';
      switch (params.fault) {
        case 'empty':
          return 'The file is empty.';
        case 'not-utf8':
          return 'The file is not UTF-8 text.';
        case 'two-documents':
          return `A second document begins here${near}; the file must hold just one.`;
        case 'not-a-number':
          return `${text(params.near)} is not a JSON value.`;
        case 'duplicate-key':
          return `The key ${text(params.near)} stands in the file twice.`;
        case 'nested-too-deeply':
          return 'The document is nested too deeply.';
        default:
          return `This is not valid JSON${near}.`;
      }
    },
    hint: (finding) =>
      `Look at it with \`cat -A ${pathOf(finding)}\`: often a shell variable was empty, or the file was added to instead of written anew.`,
  },
  'json-key': {
    title: 'every key is there',
    wrong: ({ params }) =>
      `The key ${text(params.key)} is missing.${params.didYouMean ? ` Is it meant by ${text(params.didYouMean)}?` : ''}`,
    hint: (finding) =>
      `\`jq keys ${pathOf(finding)}\` lists the keys. A missing key is not the same as one whose value is null or false.`,
  },
  'json-type': {
    title: 'every value has the right JSON type',
    wrong: ({ params }) => `The value is of type ${text(params.actualType)}.`,
    hint: (finding) =>
      finding.params.actualType === 'string' && finding.expected !== 'string'
        ? 'What stands in quotes is text. `jq --arg` always makes text; look in the manual for the option that takes a JSON value.'
        : `\`jq 'map_values(type)' ${pathOf(finding)}\` shows the type of every value; compare it with the type that the step names.`,
  },
  'json-value': {
    title: 'every value has the right form',
    wrong: ({ params, expected }) => {
      if (params.unfilled) return 'The text is a shell expression that the shell did not fill in.';
      if (expected === 'uid') return 'This is not a uid as Kubernetes gives it.';
      const minimum = minimumIn(expected);
      return minimum === undefined
        ? `The value does not have the form that is asked for (${text(expected)}).`
        : `The value is smaller than ${minimum}, the least that it can be.`;
    },
    hint: ({ params }) =>
      params.unfilled
        ? 'Try the same quotes with `echo`: between single quotes the shell fills in nothing.'
        : 'Read it from the object itself: `kubectl get` with `-o json` shows all its fields.',
  },
  'yaml-document': {
    title: 'the file is valid YAML',
    wrong: ({ params }) =>
      params.fault === 'empty'
        ? 'The file holds no object.'
        : `The YAML cannot be read (${text(params.fault)}).`,
    hint: (finding) =>
      `\`kubectl apply --dry-run=client -f ${pathOf(finding)}\` names the place; mostly it is the indentation.`,
  },
  'crd-exists': {
    title: 'the CRD is registered',
    wrong: 'The cluster does not have the CRD.',
    hint: '`kubectl get crd` lists the types that the cluster knows. A file alone registers nothing: it has to reach the API server.',
  },
  'crd-established': {
    title: 'the CRD is established',
    wrong: 'The API server does not serve the type yet: its condition Established is not True.',
    hint: '`kubectl describe crd teamspaces.platform.labhub.io` gives the reason under Conditions.',
  },
  'crd-field': {
    title: 'group, scope and names of the CRD',
    wrong: 'The field differs from what the step asks for.',
    hint: 'Compare the step with `kubectl get crd teamspaces.platform.labhub.io -o yaml`. Some fields, scope among them, cannot change in a type that exists.',
  },
  'crd-version': {
    title: 'v1alpha1 is served and stored',
    wrong: 'There is no version v1alpha1 that is both served and stored.',
    hint: '`kubectl explain crd.spec.versions` tells what the fields of a version mean.',
  },
  'crd-status-subresource': {
    title: 'v1alpha1 has the status subresource',
    wrong:
      'Version v1alpha1 has no status subresource: status is written together with spec, and steps 2, 3 and 7 measure wrongly.',
    hint: '`kubectl explain crd.spec.versions.subresources` shows where it belongs. At another depth it is ignored without a word.',
  },
  'schema-refuses': {
    title: 'the schema refuses what is wrong',
    wrong: ({ params }) => `The server accepted a TeamSpace with ${trial(params.trial)}.`,
    hint: '`kubectl get crd teamspaces.platform.labhub.io -o yaml` shows the schema that the server uses now; find the field there that lets this through.',
  },
  'schema-accepts': {
    title: 'the schema accepts what is right',
    wrong: ({ params }) =>
      `The server refused a TeamSpace with ${trial(params.trial)}${params.message ? `: ${text(params.message)}` : '.'}`,
    hint: 'Its message names the field. Compare the limits that the step gives with `kubectl get crd teamspaces.platform.labhub.io -o yaml`.',
  },
  'schema-cpu-default': {
    title: 'cpu is filled in',
    wrong: 'A TeamSpace made without cpu did not get the default, or not as text.',
    hint: 'Look at spec.cpu in `kubectl get crd teamspaces.platform.labhub.io -o yaml`: it is the schema that fills in, and the default must have the type of the field.',
  },
  'schema-keeps-status': {
    title: 'the schema keeps the status',
    wrong: 'The server drops or refuses what a controller writes into status.',
    hint: '`kubectl explain teamspace.status` shows what the schema knows of status; what it does not know is pruned.',
  },
  'schema-spec-optional': {
    title: 'a TeamSpace without spec is accepted',
    wrong: 'A TeamSpace with no spec at all is accepted.',
    hint: 'The step does not ask for more. To see why, look in `kubectl get crd teamspaces.platform.labhub.io -o yaml` at which level something is required.',
  },
  'schema-trial': {
    title: 'the schema can be tried',
    wrong: ({ params, actual }) =>
      `The dry run with ${trial(params.trial)} was answered with HTTP ${text(actual)}${params.message ? `: ${text(params.message)}` : '.'}`,
    hint: 'This is not about your work: try again, or ask who runs the cluster.',
  },
  'crd-file-holds-crd': {
    title: 'crd.yaml holds the CRD',
    wrong: 'The file does not hold the CRD of this name.',
    hint: 'Compare kind and metadata.name in the file with what `kubectl get crd` lists.',
  },
  'crd-file-matches': {
    title: 'crd.yaml is what the cluster has',
    wrong:
      'The file and the CRD in the cluster differ in this field (expected: the cluster, found: the file).',
    hint: '`kubectl diff -f /root/cnpa-op/crd.yaml` shows every difference. The file is only a wish until it is applied.',
  },
  'alpha-exists': {
    title: 'TeamSpace alpha exists',
    wrong: 'There is no TeamSpace alpha.',
    hint: '`kubectl get teamspaces` lists those that there are. An object sent before its type was established is refused.',
  },
  'before-uid': { title: 'before.json names alpha', wrong: oldUid, hint: nowUid },
  'before-namespace-exists': {
    title: 'no namespace by the type alone',
    wrong: 'The file says that team-alpha was there when only the type was registered.',
    hint: 'Think of who could have made it at that time. `kubectl get ns team-alpha` tells by its exit status what it found; with --ignore-not-found that status is always 0.',
  },
  'generation-uid': { title: 'generation.json names alpha', wrong: oldUid, hint: nowUid },
  'generation-after-label': {
    title: 'a label leaves generation',
    wrong: ({ params }) =>
      params.resourceVersion
        ? 'These numbers look like resourceVersion, which moves with every write.'
        : 'The two values differ, though only a label was added between them.',
    hint: 'In `kubectl get teamspace alpha -o json` generation and resourceVersion stand side by side: watch both while you change a label and nothing else.',
  },
  'generation-after-spec': {
    title: 'a spec change raises generation by one',
    wrong: ({ params }) =>
      params.statusCounted
        ? 'generation went up by two: the status patch was counted, so the status subresource was off when you measured.'
        : 'Between the two values there is more, or less, than one change of spec.',
    hint: ({ params }) =>
      params.statusCounted
        ? 'This can be measured only when step 1 is right; `kubectl get crd teamspaces.platform.labhub.io -o yaml` shows what the type has now.'
        : 'Read metadata.generation in `kubectl get teamspace alpha -o json` right before and right after one single change of spec.',
  },
  'generation-live': {
    title: 'generation never goes back',
    wrong: 'The file holds a higher generation than alpha has now, so it was measured on another object.',
    hint: nowUid,
  },
  'status-via-main': {
    title: 'the main address does not take status',
    wrong: ({ params }) =>
      params.stored
        ? 'The server kept your status patch: either the status subresource was off, or ② went to the status address.'
        : "This is not what alpha's .status was right after ②.",
    hint: '`kubectl get teamspace alpha -o json` right after ② shows .status as it is then; what is not there at all is null in JSON. Read also what kubectl prints when it sends ②.',
  },
  'alpha-label': {
    title: 'alpha carries the label',
    wrong: 'alpha does not carry the label of ①.',
    hint: '`kubectl get teamspace alpha --show-labels` shows the labels that it has.',
  },
  'alpha-pods-step-2': {
    title: 'alpha has the pods of step 2',
    wrong: 'spec.pods of alpha is not what ③ sets it to.',
    hint: '`kubectl get teamspace alpha -o yaml` shows what arrived. Custom types do not know every type of patch: read what kubectl said.',
  },
  'script-executable': {
    title: 'reconcile.sh is executable',
    wrong: ({ actual }) => `The file has mode ${text(actual)}: nobody may execute it.`,
    hint: '`ls -l /root/cnpa-op/reconcile.sh` shows the rights; three of the letters are about executing.',
  },
  'script-first-line': {
    title: 'reconcile.sh names its interpreter',
    wrong: ({ params }) =>
      params.carriageReturn
        ? 'Line 1 ends with a Windows line break, so the kernel looks for an interpreter whose name ends with one.'
        : params.byteOrderMark
          ? 'A byte-order mark, which no editor shows, stands before #!.'
          : 'Line 1 does not begin with #!, so the kernel does not know what to run the file with.',
    hint: '`head -n 1 /root/cnpa-op/reconcile.sh | cat -A` shows every byte of the line; the first two must be #!, and an end that Linux knows is shown as a lone $.',
  },
  'script-starts': {
    title: 'reconcile.sh can be started',
    wrong: ({ params }) =>
      `It did not start (status ${text(params.exitCode)})${params.stderr ? `: ${text(params.stderr)}` : '.'}`,
    hint: 'Start it as the grader does, by its path alone: `/root/cnpa-op/reconcile.sh`. The shell says which part it cannot find.',
  },
  'script-finishes': {
    title: 'one run is one pass',
    wrong: ({ params }) => `reconcile.sh did not finish in ${wholeSeconds(params.durationMs)} s.`,
    hint: '`time /root/cnpa-op/reconcile.sh` shows whether it ends. One run is one pass over all TeamSpaces; repeating it is the work of the service.',
  },
  'script-exit-status': {
    title: 'exit status of reconcile.sh',
    wrong: ({ params }) =>
      `A run ended with status ${text(params.exitCode)}${params.stderr ? `: ${text(params.stderr)}` : '.'}`,
    hint: 'Only the cluster counts, but a status other than 0 can hide real trouble: `bash -x /root/cnpa-op/reconcile.sh` shows the last command.',
  },
  'script-serves': {
    title: 'one run serves every TeamSpace',
    wrong: ({ params }) =>
      `The grader made TeamSpace ${text(params.probe)} and ran the script once: it was not served as it should be${params.stderr ? `. The script said: ${text(params.stderr)}` : '.'}`,
    hint: 'Make a TeamSpace with another name and other values and follow `bash -x /root/cnpa-op/reconcile.sh`: no name, uid or value may be that of alpha.',
  },
  'script-writes-nothing': {
    title: 'a run with nothing to do writes nothing',
    wrong: ({ params }) =>
      `A run with nothing to do wrote this object (${text(params.type)}): ${changedFields(params.changes) || 'the whole object'}${list(params.managers, ', by ')}`,
    hint: (finding) =>
      `Compare ${lookAt(finding)} before and after a run. The object stays as it is when a write is sent only where something differs, and holds no time or counter.`,
  },
  'state-namespace': {
    title: 'every TeamSpace has its namespace',
    wrong: 'After a run of reconcile.sh the namespace is not there.',
    hint: byHand,
  },
  'state-label': {
    title: 'the namespace carries the label',
    wrong: 'After a run of reconcile.sh the label is not what the step asks for.',
    hint: (finding) =>
      `${lookAt(finding, '--show-labels')} shows the labels; compare key and value with the step.`,
  },
  'state-owner': {
    title: 'the namespace belongs to its TeamSpace',
    wrong: 'No ownerReference of the namespace points at its TeamSpace.',
    hint: (finding) =>
      `Compare the ownerReferences in ${lookAt(finding)} with the TeamSpace, field by field. An object is known by its uid: a name alone, or the uid of another one, points nowhere.`,
  },
  'state-quota': {
    title: 'every TeamSpace has its quota',
    wrong: 'After a run of reconcile.sh the quota is not there.',
    hint: byHand,
  },
  'state-pods': {
    title: 'the quota follows spec.pods',
    wrong: 'pods of the quota differs from spec.pods of the TeamSpace.',
    hint: (finding) =>
      `${lookAt(finding)} beside \`kubectl get teamspaces -o yaml\` shows both sides. Where does the script take the number from?`,
  },
  'state-cpu': {
    title: 'the quota follows spec.cpu',
    wrong: 'requests.cpu of the quota differs from spec.cpu of the TeamSpace.',
    hint: (finding) =>
      `${lookAt(finding)} beside \`kubectl get teamspaces -o yaml\` shows both sides. Where does the script take the number from?`,
  },
  'state-observed-generation': {
    title: 'status says which generation was seen',
    wrong: 'status.observedGeneration is not the present generation.',
    hint: (finding) =>
      `${lookAt(finding)} shows both numbers. Read what kubectl prints when the script writes status: step 2 has shown which address drops it silently.`,
  },
  'state-status-namespace': {
    title: 'status names the namespace',
    wrong: "status.namespace is not the TeamSpace's namespace.",
    hint: (finding) =>
      `${lookAt(finding)} shows the status. Read what kubectl prints when the script writes it: step 2 has shown which address drops it silently.`,
  },
  'state-complete': {
    title: 'every TeamSpace has all it should',
    wrong: 'After a run of reconcile.sh something is missing.',
    hint: byHand,
  },
  'reconcile-quota-uid': {
    title: 'reconcile.json names the quota',
    wrong:
      'This is neither the uid of team-quota in team-alpha nor the one that drift.json says was deleted.',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -o json` shows the quota as it is now.',
  },
  'reconcile-owner-uid': {
    title: 'reconcile.json names the owner',
    wrong: 'The uid in the file is not that of alpha.',
    hint: 'Look at metadata.ownerReferences in `kubectl get ns team-alpha -o json`: whose uid stands there?',
  },
  'reconcile-second-pass': {
    title: 'the second pass wrote nothing',
    wrong: 'The file says that one more run changed the quota.',
    hint: 'Who wrote? `kubectl -n team-alpha get resourcequota team-quota -o yaml --show-managed-fields` tells. The cluster itself fills in the status of a quota soon after each change of it; let that settle before you measure.',
  },
  'unit-loaded': {
    title: 'systemd knows the unit',
    wrong: ({ actual, params }) =>
      `systemd reports ${text(actual)}${params.detail ? `: ${text(params.detail)}` : ''}.`,
    hint: '`systemctl status cnpa-op` names the line that it does not accept. ExecStart is not read by a shell, and systemd reads a unit anew only when it is told to.',
  },
  'unit-path': {
    title: 'the unit lies where the step says',
    wrong: 'systemd loaded the unit from another place.',
    hint: '`systemctl cat cnpa-op` shows from which path systemd took it.',
  },
  'unit-enabled': {
    title: 'the service starts at boot',
    wrong: ({ actual }) =>
      actual === 'static'
        ? 'The unit does not say into which target it belongs (no [Install] section), so it cannot be enabled.'
        : `The unit is not enabled: systemd says ${text(actual)}.`,
    hint: '`systemctl is-enabled cnpa-op` shows the state. Started means now, enabled means at every boot: they are two things.',
  },
  'unit-restart': {
    title: 'the service is always restarted',
    wrong: 'systemd would not start the service again after every kind of end.',
    hint: '`systemctl show cnpa-op -p Restart` shows the setting in force; the manual of systemd.service has a table of which setting covers which end.',
  },
  'unit-daemon-reload': {
    title: 'systemd uses the unit as it is now',
    wrong: 'The unit file was changed, but systemd still uses what it read before.',
    hint: '`systemctl status cnpa-op` gives a warning with the command that makes systemd read it; a process that runs keeps the old settings until it is started again.',
  },
  'service-running': {
    title: 'cnpa-op.service is running',
    wrong: ({ actual, params }) => {
      if (params.type === 'oneshot')
        return 'The service is not running: as a oneshot it never finishes starting.';
      const why =
        params.result === 'start-limit-hit'
          ? ' systemd gave up: the command ended too often in a short time.'
          : '';
      return `The service is not running: it is ${text(actual)}.${why}${journal(params.journal)}`;
    },
    hint: ({ params }) =>
      params.result === 'start-limit-hit'
        ? '`journalctl -u cnpa-op -n 20` shows why the command ends. After mending it, the counter of failed starts has to be reset before systemd tries again.'
        : `${service} Steps 4 to 7 need the controller at work while they are graded.`,
  },
  'service-creates-namespace': {
    title: 'a new TeamSpace gets its namespace by itself',
    wrong: ({ params }) =>
      `The service is running, but TeamSpace ${text(params.probe)} had no namespace after ${text(params.seconds)} s.${journal([params.journal])}`,
    hint: '`journalctl -u cnpa-op -n 20` shows what a pass says inside the service. There the variables of your shell (KUBECONFIG, PATH) are not set, and $ and % in ExecStart are read by systemd first.',
  },
  'service-creates-quota': {
    title: 'a new TeamSpace gets its quota by itself',
    wrong: ({ params }) =>
      `The namespace of TeamSpace ${text(params.probe)} came, but no team-quota in ${text(params.seconds)} s.${journal([params.journal])}`,
    hint: '`journalctl -u cnpa-op -n 20` shows what a pass says when it comes to the quota.',
  },
  'outside-worker': {
    title: 'only the service reconciles',
    wrong: ({ params }) =>
      `Process ${text(params.pid)} runs reconcile.sh outside the service: ${text(params.command)}`,
    hint: 'A loop left in a terminal hides whether the service works; `ps -ef` shows which one it is.',
  },
  'drift-uids-differ': {
    title: 'the quota came back as a new object',
    wrong: 'restored_uid is the uid of the object that was deleted.',
    hint: 'Watch `kubectl -n team-alpha get resourcequota team-quota -o yaml` across the delete: same name, but is it the same object?',
  },
  'drift-restored-uid': {
    title: 'drift.json names the present quota',
    wrong: ({ params }) =>
      params.quotaExists
        ? 'The quota was replaced again since the file was written.'
        : 'team-alpha has no team-quota now.',
    hint: 'Compare the file with `kubectl -n team-alpha get resourcequota team-quota -o json`; step 5 has to be measured with the controller at work.',
  },
  'drift-restore-seconds': {
    title: 'the time until the quota was back',
    wrong: 'The time cannot be right.',
    hint: 'It counts whole seconds from the delete until a quota with another uid is there; `date +%s` before and after gives both ends.',
  },
  'drift-edited-to': {
    title: 'what pods was edited to',
    wrong: 'The step patches another value.',
    hint: 'Compare with the number in the step, and with what `kubectl -n team-alpha get resourcequota team-quota -o yaml` showed right after the patch.',
  },
  'drift-reverted-to': {
    title: 'what pods went back to',
    wrong: ({ params }) =>
      params.early
        ? "You read the value before the controller's next pass."
        : 'The controller does not set the quota to this value.',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -w` shows each change as it comes. Which field of alpha does the controller take the number from?',
  },
  'probe-quota-restored': {
    title: 'a deleted quota comes back',
    wrong: ({ params }) =>
      `The grader deleted the quota of its TeamSpace ${text(params.probe)} while nothing else changed; ${text(params.seconds)} s later it was not back.`,
    hint: 'Do it yourself and watch `journalctl -u cnpa-op -f`: does a pass look at what is there now, or only at TeamSpaces that have changed?',
  },
  'probe-pods-reverted': {
    title: 'edited pods go back',
    wrong: ({ params }) =>
      `The grader edited pods in the quota of its TeamSpace ${text(params.probe)}; ${text(params.seconds)} s later the edit still stood.`,
    hint: 'Edit a quota yourself and follow `bash -x /root/cnpa-op/reconcile.sh`: what does it do when the quota is there but holds another value?',
  },
  'probe-cpu-reverted': {
    title: 'an edited cpu goes back',
    wrong: ({ params }) =>
      `The grader edited requests.cpu in the quota of its TeamSpace ${text(params.probe)}; ${text(params.seconds)} s later the edit still stood.`,
    hint: 'Edit a quota yourself and follow `bash -x /root/cnpa-op/reconcile.sh`: does it compare every value that it is responsible for?',
  },
  'alpha-finalizer': {
    title: 'alpha carries the finalizer',
    wrong: 'alpha does not carry the finalizer.',
    hint: '`kubectl get teamspace alpha -o yaml` shows its finalizers. One that existed before step 6 needs it just as a new one does.',
  },
  'cleanup-uid': {
    title: 'cleanup.json and the archive name the same beta',
    wrong: 'The two files name different objects: beta was made twice.',
    hint: 'Compare cleanup.json with `jq . /root/cnpa-op/archive/beta.json`: both are to tell of the same beta.',
  },
  'archive-name': {
    title: 'the archive names beta',
    wrong: "The name in the archive is not the TeamSpace's.",
    hint: 'Follow `bash -x /root/cnpa-op/reconcile.sh` on a deletion: from which object does it take the name?',
  },
  'archive-pods': {
    title: "the archive holds beta's pods",
    wrong: "pods in the archive is not beta's spec.pods.",
    hint: 'Follow `bash -x /root/cnpa-op/reconcile.sh` on a deletion: from which object does it take pods?',
  },
  'beta-gone': {
    title: 'beta is gone',
    wrong: ({ params }) =>
      params.deletion
        ? `beta has been waiting since ${text(params.deletion)} for these finalizers:${list(params.finalizers, ' ')}.`
        : 'beta still exists and is not being deleted.',
    hint: ({ params }) =>
      params.deletion
        ? '`journalctl -u cnpa-op -n 20` shows whether a pass deals with beta and what keeps it from finishing.'
        : '`kubectl get teamspace beta -o yaml` shows it; the step ends with a beta that was deleted.',
  },
  'beta-namespace-gone': {
    title: 'team-beta is gone',
    wrong: 'The namespace still exists.',
    hint: '`kubectl get ns team-beta -o yaml` shows whose it is: the garbage collector ends it once its owner is gone, some seconds later, after a new CRD up to a minute.',
  },
  'cleanup-blocked-seen': {
    title: 'beta was seen waiting',
    wrong: 'The file says that beta was not seen with a deletionTimestamp.',
    hint: 'A plain delete returns only when the object has gone. `kubectl delete --help` has an option that does not wait, so that you can look at once; it takes a new beta.',
  },
  'cleanup-namespace-gone': {
    title: 'the namespace was seen gone',
    wrong: ({ params }) =>
      params.early
        ? 'The file says that team-beta had not gone: you looked too early.'
        : 'team-beta has not gone.',
    hint: '`kubectl get ns team-beta -w` shows how it ends; that takes longer than the end of beta itself.',
  },
  'probe-finalizer-added': {
    title: 'a new TeamSpace gets the finalizer',
    wrong: ({ params }) => `The grader's TeamSpace ${text(params.probe)} did not get the finalizer.`,
    hint: 'Try two TeamSpaces, one without finalizers and one that has some, and follow `bash -x /root/cnpa-op/reconcile.sh`: adding to a list is different when there is no list yet.',
  },
  'probe-foreign-finalizer-kept': {
    title: 'other finalizers stay',
    wrong: ({ params }) =>
      params.during === 'deletion'
        ? `On deletion the finalizer of another controller was taken off TeamSpace ${text(params.probe)}.`
        : `The finalizer of another controller has gone from TeamSpace ${text(params.probe)}.`,
    hint: 'Look at the list before and after a pass with `kubectl get teamspace -o yaml`. A merge patch replaces a list as a whole, so what the new list holds is up to you.',
  },
  'probe-archive-written': {
    title: 'the archive file is written',
    wrong: ({ params }) =>
      `The finalizer of TeamSpace ${text(params.probe)} was taken off, but there is no archive file.`,
    hint: 'Follow `bash -x /root/cnpa-op/reconcile.sh` on a deletion and compare the path that it writes to with the step.',
  },
  'probe-archive-content': {
    title: 'the archive holds name, uid and pods',
    wrong: 'The archive file does not hold the name, uid and pods of the TeamSpace that was deleted.',
    hint: 'Compare `jq . /root/cnpa-op/archive/beta.json` with the TeamSpace as it was: every value must come from the object that carries the deletionTimestamp.',
  },
  'probe-archive-in-time': {
    title: 'archive first, finalizer second',
    wrong: ({ params }) =>
      `The archive file was complete only ${text(params.lateByMs)} ms after the finalizer had gone.`,
    hint: 'Follow the order in `bash -x /root/cnpa-op/reconcile.sh`: once the last finalizer is off, the object can vanish at any moment, and with it what is to be archived.',
  },
  'probe-finalizer-removed': {
    title: 'the finalizer is taken off',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} was deleted, but its finalizer was still there after ${text(params.seconds)} s.`,
    hint: 'Delete one yourself and watch `journalctl -u cnpa-op -f`: what does a pass do with a TeamSpace that carries a deletionTimestamp, also when other finalizers stand beside yours?',
  },
  'probe-namespace-ends': {
    title: 'the namespace goes with its TeamSpace',
    wrong: ({ params }) => `TeamSpace ${text(params.probe)} is gone, but its namespace does not end.`,
    hint: 'The garbage collector follows the ownerReference: compare it in `kubectl get ns -o yaml` with the TeamSpace, field by field.',
  },
  'probe-namespace-stays-away': {
    title: 'the namespace does not come back',
    wrong: ({ params }) =>
      `The namespace of TeamSpace ${text(params.probe)} came back after its TeamSpace was gone.`,
    hint: 'Follow `bash -x /root/cnpa-op/reconcile.sh` while a TeamSpace is being deleted: what does it still make for one that has a deletionTimestamp?',
  },
  'cluster-trouble': {
    title: 'the cluster can end namespaces',
    wrong: ({ params }) => `The cluster cannot finish deleting namespaces:${list(params.reasons, ' ')}.`,
    hint: 'This is not about your work: ask who runs the cluster.',
  },
  'catchup-behind': {
    title: 'the controller was behind while stopped',
    wrong:
      'Nothing was behind while the service was stopped: either the values were read at another moment, or something else kept reconciling.',
    hint: 'While it is stopped, `ps -ef` shows whether another loop still runs reconcile.sh. Then mind the order: stop, change, wait, read, and only then start.',
  },
  'catchup-pods-while-stopped': {
    title: 'the quota while stopped',
    wrong: 'This is not what the quota shows while nobody follows the change.',
    hint: 'Read `kubectl -n team-alpha get resourcequota team-quota -o json` after the 8 seconds and before the start, and keep the value as the API serves it.',
  },
  'catchup-pods-after-start': {
    title: 'the quota after the start',
    wrong: 'This is not what the quota shows once the controller has caught up.',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -w` shows when it follows; keep the value as the API serves it.',
  },
  'catchup-observed-after-start': {
    title: 'observed catches up with generation',
    wrong: 'observed_after_start differs from generation.',
    hint: 'After the start the controller needs a pass: `kubectl get teamspace alpha -o yaml -w` shows when status has caught up.',
  },
  'catchup-generation-live': {
    title: 'generation never goes back',
    wrong: 'The file holds a higher generation than alpha has now, so it was measured on another object.',
    hint: nowUid,
  },
  'alpha-pods-step-7': {
    title: 'alpha has the pods of step 7',
    wrong: 'spec.pods of alpha is not what step 7 sets it to.',
    hint: '`kubectl get teamspace alpha -o yaml` shows what it is now; read what kubectl said to the change.',
  },
  'alpha-quota-pods': {
    title: "alpha's quota has followed",
    wrong: "The quota in team-alpha does not show alpha's pods of step 7.",
    hint: `Is the controller at work? ${service}`,
  },
  'alpha-observed-generation': {
    title: "alpha's status is up to date",
    wrong: 'status.observedGeneration of alpha is not its generation.',
    hint: `Is the controller at work? ${service}`,
  },
  'probe-converges': {
    title: 'two quick changes end at the last one',
    wrong: ({ params }) =>
      `The grader changed TeamSpace ${text(params.probe)} twice in a row; after ${text(params.seconds)} s this was not what the last change asks for.`,
    hint: 'Follow `bash -x /root/cnpa-op/reconcile.sh`: how often does one pass read the TeamSpace? What it writes must all come from one reading.',
  },
  'report-crd-alone': {
    title: 'the type alone makes nothing',
    wrong: 'The file says that a type alone makes a namespace.',
    hint: 'Look at what step 1 measured: `jq . /root/cnpa-op/before.json`.',
  },
  'report-status-bumps': {
    title: 'status and generation',
    wrong: 'The file says that writing status raises generation.',
    hint: 'Watch `kubectl get teamspace alpha -o yaml -w` while the controller writes status: which of the numbers in metadata move?',
  },
  'report-restore-seconds': {
    title: 'restore_seconds as in step 5',
    wrong: sources,
    hint: 'Look at what the step measured: `jq . /root/cnpa-op/drift.json`.',
  },
  'report-finalizer': {
    title: 'the name of the finalizer',
    wrong: 'This is not the finalizer of step 6.',
    hint: '`kubectl get teamspace alpha -o yaml` shows the name in full, as it stands in metadata.finalizers.',
  },
  'report-archived': {
    title: 'archived is the uid in the archive',
    wrong: sources,
    hint: 'Look at what the controller left: `jq . /root/cnpa-op/archive/beta.json`. The value asked for is one of those, not a yes and not a path.',
  },
  'report-generations-behind': {
    title: 'how far behind it was',
    wrong: sources,
    hint: 'It is the difference of two numbers of step 7: `jq . /root/cnpa-op/catchup.json`.',
  },
  'report-trigger': {
    title: 'what the controller follows',
    wrong: ({ params }) =>
      params.oneWord
        ? 'This controller does not follow that.'
        : 'The value must be one of the two words that the step gives.',
    hint: 'Does this controller react to each event, or does it read the whole present state on every pass? Think of what step 7 showed.',
  },
  'status-bumps-live': {
    title: 'a status write leaves generation',
    wrong: 'On this cluster a status write raises generation.',
    hint: 'That is so when the type has no status subresource: see step 1 and `kubectl get crd teamspaces.platform.labhub.io -o yaml`.',
  },
};
