import type { FindingId } from '../../checks/index.ts';
import type { UnavailableReason } from '../../src/evidence.ts';
import type { StepNumber } from '../../src/lab.ts';
import { type FindingText, list, type Messages, text } from './text.ts';

const service = 'systemctl status cnpa-op; journalctl -u cnpa-op -n 20';

const KINDS: Record<string, string> = {
  link: 'a symbolic link',
  directory: 'a folder',
  special: 'a pipe, a socket or a device',
  outside: 'a way out of the lab folder: a folder on the path is a symbolic link',
};

const findings: Record<FindingId, FindingText> = {
  'file-present': {
    title: 'the file is there',
    wrong: 'The file does not exist.',
    hint: 'Write it as the step says, in the lab folder and under this very name.',
  },
  'file-readable': {
    title: 'the file can be read',
    wrong: ({ params }) =>
      params.why === 'too-large'
        ? `The file has ${text(params.size)} bytes; at most ${text(params.limit)} are read.`
        : params.why === 'unreadable'
          ? `The file cannot be read: ${text(params.detail)}.`
          : `In the file's place there is ${KINDS[String(params.why)] ?? text(params.why)}.`,
    hint: 'Put a regular file of sensible size there.',
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
    hint: 'Look at it with: jq . FILE. A common cause is a shell variable that was empty, or >> instead of >.',
  },
  'json-key': {
    title: 'every key is there',
    wrong: ({ params }) =>
      `The key ${text(params.key)} is missing.${params.didYouMean ? ` Did you mean it by ${text(params.didYouMean)}?` : ''}`,
    hint: 'A missing key is not the same as null or false: write the key with its value.',
  },
  'json-type': {
    title: 'every value has the right JSON type',
    wrong: ({ params }) => `The value is of type ${text(params.actualType)}.`,
    hint: ({ expected, params }) =>
      params.actualType === 'string' && expected !== 'string'
        ? 'Write it without quotes (jq: --argjson instead of --arg).'
        : 'Give the value the type that the step asks for.',
  },
  'json-value': {
    title: 'every value has the right form',
    wrong: ({ params, expected }) =>
      params.unfilled
        ? 'The text is a shell variable that the shell did not fill in.'
        : expected === 'uid'
          ? 'This is not a uid as Kubernetes gives it.'
          : `The value ${text(expected)}.`,
    hint: ({ params }) =>
      params.unfilled
        ? 'Single quotes keep the shell from filling in variables; use double quotes or jq -n --arg.'
        : 'Read it from the object itself with kubectl get … -o json.',
  },
  'yaml-document': {
    title: 'the file is valid YAML',
    wrong: ({ params }) =>
      params.fault === 'empty'
        ? 'The file holds no object.'
        : `The YAML cannot be read (${text(params.fault)}).`,
    hint: 'kubectl apply --dry-run=client -f FILE shows the place; mind the indentation.',
  },
  'crd-exists': {
    title: 'the CRD is registered',
    wrong: 'The cluster does not have the CRD.',
    hint: 'kubectl apply -f crd.yaml',
  },
  'crd-established': {
    title: 'the CRD is established',
    wrong: 'The API server does not serve the type yet (condition Established is not True).',
    hint: 'kubectl describe crd teamspaces.platform.labhub.io shows the reason under Conditions.',
  },
  'crd-field': {
    title: 'group, scope and names of the CRD',
    wrong: 'The field differs from what the step asks for.',
    hint: 'Correct crd.yaml and apply it. scope cannot be changed: delete the CRD first, and then make alpha and the files again.',
  },
  'crd-version': {
    title: 'v1alpha1 is served and stored',
    wrong: 'There is no version v1alpha1 that is both served and stored.',
    hint: 'Set served: true and storage: true on version v1alpha1.',
  },
  'crd-status-subresource': {
    title: 'v1alpha1 has the status subresource',
    wrong:
      'v1alpha1 does not have subresources.status, so status is written with the spec and steps 2, 3 and 7 measure wrongly.',
    hint: 'Add subresources: {status: {}} to the version (beside schema, not inside it) and apply.',
  },
  'schema-refuses': {
    title: 'the schema refuses what is wrong',
    wrong: ({ params }) => `The server accepted a TeamSpace with ${trial(params.trial)}.`,
    hint: 'Tighten the schema: spec.pods integer, required, 1 to 50; spec.cpu string; status as the step says. Then apply crd.yaml.',
  },
  'schema-accepts': {
    title: 'the schema accepts what is right',
    wrong: ({ params }) =>
      `The server refused a TeamSpace with ${trial(params.trial)}: ${text(params.message)}`,
    hint: 'The schema is too strict: 1 and 50 are both allowed, and cpu may be left out.',
  },
  'schema-cpu-default': {
    title: 'cpu is filled in',
    wrong: 'A TeamSpace without cpu did not get the default.',
    hint: 'Set default: "1" (with quotes: it is a string) on spec.cpu.',
  },
  'schema-keeps-status': {
    title: 'the schema keeps the status',
    wrong: 'The server drops or refuses what a controller writes into status.',
    hint: 'Describe status.observedGeneration (integer) and status.namespace (string) in the schema; unknown fields are pruned.',
  },
  'schema-spec-optional': {
    title: 'a TeamSpace without spec is accepted',
    wrong: 'A TeamSpace with no spec at all is accepted.',
    hint: 'The step does not ask for it, but required: [spec] at the top of the schema would refuse it.',
  },
  'schema-trial': {
    title: 'the schema can be tried',
    wrong: ({ params, actual }) =>
      `The dry run with ${trial(params.trial)} was answered with HTTP ${text(actual)}: ${text(params.message)}`,
    hint: 'This is not about your work; try again, or ask who runs the cluster.',
  },
  'crd-file-holds-crd': {
    title: 'crd.yaml holds the CRD',
    wrong: 'The file does not hold the CRD of this name.',
    hint: 'Write the CRD into crd.yaml and apply that file.',
  },
  'crd-file-matches': {
    title: 'crd.yaml is what the cluster has',
    wrong: 'The file and the CRD in the cluster differ in this field.',
    hint: 'Apply the file again: kubectl apply -f crd.yaml',
  },
  'alpha-exists': {
    title: 'TeamSpace alpha exists',
    wrong: 'There is no TeamSpace alpha.',
    hint: 'kubectl apply -f alpha.yaml, after the type is established.',
  },
  'before-uid': {
    title: 'before.json names alpha',
    wrong: 'The file holds another uid than alpha has: alpha was made again after the file was written.',
    hint: 'Look at alpha with kubectl get teamspace alpha -o json and write the files that name it again.',
  },
  'before-namespace-exists': {
    title: 'no namespace by the type alone',
    wrong: 'With only the type registered, nothing makes team-alpha.',
    hint: 'kubectl get ns with --ignore-not-found always ends with status 0; look at the status of a plain kubectl get ns team-alpha as it was before the controller.',
  },
  'generation-uid': {
    title: 'generation.json names alpha',
    wrong: 'The file holds another uid than alpha has: alpha was made again after the file was written.',
    hint: 'Repeat step 2 on the present alpha.',
  },
  'generation-after-label': {
    title: 'a label leaves generation',
    wrong: ({ params }) =>
      params.resourceVersion
        ? 'These numbers look like resourceVersion, which moves with every write.'
        : 'A label must not change metadata.generation; the two values differ.',
    hint: 'Read .metadata.generation, right before and right after the label, with nothing else in between.',
  },
  'generation-after-spec': {
    title: 'a spec change raises generation by one',
    wrong: ({ params }) =>
      params.statusCounted
        ? 'generation went up by two: the status patch was counted, so the status subresource was off when you measured.'
        : 'generation did not go up by exactly one.',
    hint: ({ params }) =>
      params.statusCounted
        ? 'Mend the CRD (step 1), then repeat step 2.'
        : 'Change spec.pods once and read .metadata.generation before and after.',
  },
  'generation-live': {
    title: 'generation never goes back',
    wrong: 'The file holds a higher generation than alpha has now.',
    hint: 'The numbers are of another object; repeat step 2 on the present alpha.',
  },
  'status-via-main': {
    title: 'the main address does not take status',
    wrong: ({ params }) =>
      params.stored
        ? 'The server kept your status patch: either the status subresource was off, or ② was sent with --subresource=status.'
        : "This is not what alpha's .status was right after ②.",
    hint: 'Send ② to the main address (no --subresource) with --type merge, and read .status at once; write null if there is none.',
  },
  'alpha-label': {
    title: 'alpha carries the label',
    wrong: 'The label owner=platform is not on alpha.',
    hint: 'kubectl label teamspace alpha owner=platform',
  },
  'alpha-pods-step-2': {
    title: 'alpha has the pods of step 2',
    wrong: 'spec.pods of alpha is not what ③ sets it to.',
    hint: 'A patch of a custom type needs --type merge; kubectl get teamspace alpha -o json shows the result.',
  },
  'script-executable': {
    title: 'reconcile.sh is executable',
    wrong: ({ actual }) => `The file has mode ${text(actual)}: nobody may execute it.`,
    hint: 'chmod +x reconcile.sh',
  },
  'script-first-line': {
    title: 'reconcile.sh names its interpreter',
    wrong: ({ params }) =>
      params.carriageReturn
        ? 'Line 1 ends with a Windows line break, so the kernel looks for an interpreter of that name.'
        : params.byteOrderMark
          ? 'A byte-order mark stands before #!.'
          : 'Line 1 does not begin with #!.',
    hint: ({ params }) =>
      params.carriageReturn
        ? "sed -i 's/\\r$//' reconcile.sh"
        : 'Make #!/usr/bin/env bash the very first line.',
  },
  'script-starts': {
    title: 'reconcile.sh can be started',
    wrong: ({ params }) => `It did not start (status ${text(params.exitCode)}): ${text(params.stderr)}`,
    hint: 'Start it as the grader does, by its own path: /root/cnpa-op/reconcile.sh',
  },
  'script-finishes': {
    title: 'one run is one pass',
    wrong: ({ params }) => `reconcile.sh did not finish in ${seconds(params.durationMs)}.`,
    hint: 'One run must be one pass; the endless loop belongs in the service.',
  },
  'script-exit-status': {
    title: 'exit status of reconcile.sh',
    wrong: ({ params }) =>
      `A run ended with status ${text(params.exitCode)}${params.stderr ? `: ${text(params.stderr)}` : ''}`,
    hint: 'The cluster is what counts, but a status other than 0 hides real trouble.',
  },
  'script-serves': {
    title: 'one run serves every TeamSpace',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)}, made by the grader, was not served as it should${params.stderr ? `; the script said: ${text(params.stderr)}` : '.'}`,
    hint: 'Go over all TeamSpaces (kubectl get teamspaces -o json) and take name, uid, pods and cpu from each one.',
  },
  'script-writes-nothing': {
    title: 'a run with nothing to do writes nothing',
    wrong: ({ params }) =>
      `A run with nothing to do wrote this object (${text(params.type)}): ${changes(params.changes)}${list(params.managers, ' – by ')}`,
    hint: 'Compare before you write, and keep time stamps and counters out of what you write. kubectl apply writes nothing when nothing differs.',
  },
  'state-namespace': {
    title: 'every TeamSpace has its namespace',
    wrong: 'After a run of reconcile.sh the namespace is not there.',
    hint: 'Run reconcile.sh by hand and read what it says.',
  },
  'state-label': {
    title: 'the namespace carries the label',
    wrong: 'After a run of reconcile.sh the label is not what the step asks for.',
    hint: 'kubectl get ns --show-labels; the label names the TeamSpace.',
  },
  'state-owner': {
    title: 'the namespace belongs to its TeamSpace',
    wrong: 'No ownerReference of the namespace points at its TeamSpace.',
    hint: 'The reference needs apiVersion with the group, kind, name, and the uid of this very TeamSpace.',
  },
  'state-quota': {
    title: 'every TeamSpace has its quota',
    wrong: 'After a run of reconcile.sh the quota is not there.',
    hint: 'Run reconcile.sh by hand and read what it says.',
  },
  'state-pods': {
    title: 'the quota follows spec.pods',
    wrong: 'pods of the quota differs from spec.pods.',
    hint: 'Take the value from the TeamSpace on every run.',
  },
  'state-cpu': {
    title: 'the quota follows spec.cpu',
    wrong: 'requests.cpu of the quota differs from spec.cpu.',
    hint: 'Take the value from the TeamSpace on every run.',
  },
  'state-observed-generation': {
    title: 'status says which generation was seen',
    wrong: 'status.observedGeneration is not the present generation.',
    hint: 'Write it with kubectl patch … --subresource=status; at the main address the server drops it silently.',
  },
  'state-status-namespace': {
    title: 'status names the namespace',
    wrong: "status.namespace is not the TeamSpace's namespace.",
    hint: 'Write it with kubectl patch … --subresource=status; at the main address the server drops it silently.',
  },
  'state-complete': {
    title: 'every TeamSpace has all it should',
    wrong: 'Something is missing.',
    hint: 'Run reconcile.sh by hand and read what it says.',
  },
  'reconcile-quota-uid': {
    title: 'reconcile.json names the quota',
    wrong:
      'This is neither the uid of team-quota in team-alpha nor the one that drift.json says was deleted.',
    hint: 'kubectl -n team-alpha get resourcequota team-quota -o json shows the quota as it is now.',
  },
  'reconcile-owner-uid': {
    title: 'reconcile.json names the owner',
    wrong: "The uid is not alpha's.",
    hint: 'Look at metadata.ownerReferences of namespace team-alpha.',
  },
  'reconcile-second-pass': {
    title: 'the second pass wrote nothing',
    wrong: 'The file says that one more run changed the quota.',
    hint: "The cluster itself fills in the quota's status shortly after it is made: wait a few seconds, then run and measure again.",
  },
  'unit-loaded': {
    title: 'systemd knows the unit',
    wrong: ({ actual, params }) =>
      `systemd reports ${text(actual)}${params.detail ? `: ${text(params.detail)}` : ''}.`,
    hint: "systemctl status cnpa-op names the line; ExecStart is not run by a shell, so a loop needs bash -c '…'. Then systemctl daemon-reload.",
  },
  'unit-path': {
    title: 'the unit lies where the step says',
    wrong: 'systemd loaded the unit from another place.',
    hint: 'Put it under the path that the step names, then systemctl daemon-reload.',
  },
  'unit-enabled': {
    title: 'the service starts at boot',
    wrong: ({ actual }) =>
      actual === 'static'
        ? 'The unit has no [Install] section, so it cannot be enabled.'
        : `is-enabled says ${text(actual)}.`,
    hint: ({ actual }) =>
      actual === 'static'
        ? 'Add [Install] with WantedBy=multi-user.target, then daemon-reload and enable.'
        : 'systemctl enable cnpa-op',
  },
  'unit-restart': {
    title: 'the service is always restarted',
    wrong: 'Restart is not always.',
    hint: 'Set Restart=always in [Service], then daemon-reload and restart.',
  },
  'unit-daemon-reload': {
    title: 'systemd uses the unit as it is now',
    wrong: 'The unit file changed, but systemd still uses the old one.',
    hint: 'systemctl daemon-reload && systemctl restart cnpa-op',
  },
  'service-running': {
    title: 'cnpa-op.service is running',
    wrong: ({ actual, params }) => {
      if (params.type === 'oneshot')
        return 'The service is not running: as a oneshot it never finishes starting.';
      const why =
        params.result === 'start-limit-hit'
          ? ' systemd stopped restarting it: the command ended too often in a short time.'
          : '';
      return `The service is not running: it is ${text(actual)}.${why}${journal(params.journal)}`;
    },
    hint: ({ params }) =>
      params.result === 'start-limit-hit'
        ? 'Mend the command, then systemctl reset-failed cnpa-op && systemctl start cnpa-op.'
        : `systemctl start cnpa-op; if it does not stay: ${service}`,
  },
  'service-creates-namespace': {
    title: 'a new TeamSpace gets its namespace by itself',
    wrong: ({ params }) =>
      `The service is running, but TeamSpace ${text(params.probe)} had no namespace after ${text(params.seconds)} s.${journal([params.journal])}`,
    hint: `See what the service says: ${service}. Inside a service there is no KUBECONFIG unless the unit sets it, and $ and % belong to systemd.`,
  },
  'service-creates-quota': {
    title: 'a new TeamSpace gets its quota by itself',
    wrong: ({ params }) =>
      `The namespace of TeamSpace ${text(params.probe)} came, but no team-quota in ${text(params.seconds)} s.${journal([params.journal])}`,
    hint: `See what the service says: ${service}`,
  },
  'outside-worker': {
    title: 'only the service reconciles',
    wrong: ({ params }) =>
      `Process ${text(params.pid)} runs reconcile.sh outside the service: ${text(params.command)}`,
    hint: 'A loop left in a terminal hides whether the service works: stop it.',
  },
  'drift-uids-differ': {
    title: 'the quota came back as a new object',
    wrong: 'restored_uid is the uid of the object that was deleted.',
    hint: 'Read the uid again after the quota is back: a new object has a new uid.',
  },
  'drift-restored-uid': {
    title: 'drift.json names the present quota',
    wrong: ({ params }) =>
      params.quotaExists
        ? 'The quota was replaced again since the file was written.'
        : 'team-alpha has no team-quota now.',
    hint: 'Repeat step 5 with the controller running.',
  },
  'drift-restore-seconds': {
    title: 'the time until the quota was back',
    wrong: 'The time cannot be right.',
    hint: 'Measure whole seconds from the delete until a quota with another uid is there.',
  },
  'drift-edited-to': {
    title: 'what pods was edited to',
    wrong: 'The step patches another value.',
    hint: 'Repeat the patch as step 5 gives it.',
  },
  'drift-reverted-to': {
    title: 'what pods went back to',
    wrong: ({ params }) =>
      params.early
        ? "You read the value before the controller's next pass."
        : 'The controller does not set the quota to this value.',
    hint: 'Wait until the value changes, and remember what step 2 set spec.pods to.',
  },
  'probe-quota-restored': {
    title: 'a deleted quota comes back',
    wrong: ({ params }) =>
      `The grader deleted the quota of its TeamSpace ${text(params.probe)} while nothing else changed; ${text(params.seconds)} s later it was not back.`,
    hint: 'A pass must look at what is there now, whether or not a TeamSpace has changed. A controller that only waits for events never sees this.',
  },
  'probe-pods-reverted': {
    title: 'edited pods go back',
    wrong: ({ params }) =>
      `The grader edited the quota of its TeamSpace ${text(params.probe)}; ${text(params.seconds)} s later it was not back.`,
    hint: '"Create if missing" does not mend what was edited: set the values on every pass (kubectl apply).',
  },
  'probe-cpu-reverted': {
    title: 'an edited cpu goes back',
    wrong: ({ params }) =>
      `The grader edited the quota of its TeamSpace ${text(params.probe)}; ${text(params.seconds)} s later it was not back.`,
    hint: '"Create if missing" does not mend what was edited: set the values on every pass (kubectl apply).',
  },
  'alpha-finalizer': {
    title: 'alpha carries the finalizer',
    wrong: 'alpha does not carry the finalizer.',
    hint: 'reconcile.sh must add it to every TeamSpace that is not being deleted, alpha included.',
  },
  'cleanup-uid': {
    title: 'cleanup.json and the archive name the same beta',
    wrong: 'The two files name different objects: beta was made twice.',
    hint: 'Write cleanup.json again for the beta that was archived, or repeat the step with a new beta.',
  },
  'archive-name': {
    title: 'the archive names beta',
    wrong: "The name in the archive is not the TeamSpace's.",
    hint: "reconcile.sh must write the TeamSpace's own metadata.name.",
  },
  'archive-pods': {
    title: "the archive holds beta's pods",
    wrong: "pods in the archive is not beta's spec.pods.",
    hint: 'reconcile.sh must write spec.pods of the TeamSpace that is being deleted.',
  },
  'beta-gone': {
    title: 'beta is gone',
    wrong: ({ params }) =>
      params.deletion
        ? `beta has been waiting for its finalizers since ${text(params.deletion)}:${list(params.finalizers, ' ')}.`
        : 'beta still exists and is not being deleted.',
    hint: ({ params }) =>
      params.deletion ? `Is cnpa-op running? ${service}` : 'kubectl delete teamspace beta --wait=false',
  },
  'beta-namespace-gone': {
    title: 'team-beta is gone',
    wrong: 'The namespace still exists.',
    hint: 'The garbage collector ends it when beta is gone, if its ownerReference is right; this takes some seconds, after a new CRD up to a minute.',
  },
  'cleanup-blocked-seen': {
    title: 'beta was seen waiting',
    wrong: 'The file says that beta was not seen with a deletionTimestamp.',
    hint: 'A plain delete waits until the object has gone: use kubectl delete --wait=false and read at once. Make a new beta to repeat it.',
  },
  'cleanup-namespace-gone': {
    title: 'the namespace was seen gone',
    wrong: ({ params }) =>
      params.early ? 'team-beta is gone now: you looked too early.' : 'team-beta has not gone.',
    hint: ({ params }) =>
      params.early
        ? 'Look again and correct the file.'
        : 'Wait until kubectl get ns team-beta finds nothing.',
  },
  'probe-finalizer-added': {
    title: 'a new TeamSpace gets the finalizer',
    wrong: ({ params }) => `The grader's TeamSpace ${text(params.probe)} did not get the finalizer.`,
    hint: 'Adding to the end of a list fails when there is no list yet: handle both a TeamSpace without finalizers and one that has some.',
  },
  'probe-foreign-finalizer-kept': {
    title: 'other finalizers stay',
    wrong: ({ params }) =>
      params.during === 'deletion'
        ? `On deletion the finalizer of another controller was taken off TeamSpace ${text(params.probe)}.`
        : `The finalizer of another controller has gone from TeamSpace ${text(params.probe)}.`,
    hint: 'A merge patch replaces the whole list. Work out the new list from the present one: add or remove only your own name.',
  },
  'probe-archive-written': {
    title: 'the archive file is written',
    wrong: ({ params }) =>
      `The finalizer of TeamSpace ${text(params.probe)} was taken off, but there is no archive file.`,
    hint: 'Write archive/NAME.json first, then take the finalizer off.',
  },
  'probe-archive-content': {
    title: 'the archive holds name, uid and pods',
    wrong: 'The archive file does not hold the name, uid and pods of the TeamSpace that was deleted.',
    hint: 'Take the values from the TeamSpace that carries the deletionTimestamp, not from its namespace or an older file.',
  },
  'probe-archive-in-time': {
    title: 'archive first, finalizer second',
    wrong: ({ params }) =>
      `The archive file was complete only ${text(params.lateByMs)} ms after the finalizer had gone.`,
    hint: 'Once the finalizer is off the object can vanish: write the archive before the patch, not after.',
  },
  'probe-finalizer-removed': {
    title: 'the finalizer is taken off',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} was deleted, but its finalizer was still there after ${text(params.seconds)} s.`,
    hint: 'In each pass, handle the TeamSpaces with a deletionTimestamp: archive, then remove your own finalizer, and only that one.',
  },
  'probe-namespace-ends': {
    title: 'the namespace goes with its TeamSpace',
    wrong: ({ params }) => `TeamSpace ${text(params.probe)} is gone, but its namespace does not end.`,
    hint: 'The garbage collector follows the ownerReference: apiVersion, kind, name and uid must all be those of the TeamSpace.',
  },
  'probe-namespace-stays-away': {
    title: 'the namespace does not come back',
    wrong: ({ params }) =>
      `The namespace of TeamSpace ${text(params.probe)} came back after its TeamSpace was gone.`,
    hint: 'Do not make namespaces for TeamSpaces that are being deleted.',
  },
  'cluster-trouble': {
    title: 'the cluster can end namespaces',
    wrong: ({ params }) => `The cluster cannot finish deleting namespaces:${list(params.reasons, ' ')}.`,
    hint: 'This is not about your work; ask who runs the cluster.',
  },
  'catchup-behind': {
    title: 'the controller was behind while stopped',
    wrong:
      'Nothing was behind while the service was stopped: either the values were read at another moment, or something else kept reconciling.',
    hint: 'Stop the service, change alpha, wait, read all values, and only then start it again.',
  },
  'catchup-pods-while-stopped': {
    title: 'the quota while stopped',
    wrong: 'While stopped the quota must still show what was in force before the change.',
    hint: 'Read it after the 8 seconds and before the start, as the string that the API serves.',
  },
  'catchup-pods-after-start': {
    title: 'the quota after the start',
    wrong: 'After the start the quota must show the new value.',
    hint: 'Wait until the quota follows, then read it as the string that the API serves.',
  },
  'catchup-observed-after-start': {
    title: 'observed catches up with generation',
    wrong: 'observed_after_start differs from generation.',
    hint: 'Start the service and wait until status.observedGeneration has caught up before you read it.',
  },
  'catchup-generation-live': {
    title: 'generation never goes back',
    wrong: 'The file holds a higher generation than alpha has now.',
    hint: 'The numbers are of another object; repeat step 7 on the present alpha.',
  },
  'alpha-pods-step-7': {
    title: 'alpha has the pods of step 7',
    wrong: 'spec.pods of alpha is not what step 7 sets it to.',
    hint: 'kubectl get teamspace alpha -o json shows what it is.',
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
    hint: 'Read the present spec in every pass, and write observedGeneration of that same reading.',
  },
  'report-crd-alone': {
    title: 'the type alone makes nothing',
    wrong: 'A type alone makes no namespace.',
    hint: 'Take the value from before.json.',
  },
  'report-status-bumps': {
    title: 'status and generation',
    wrong: 'With the status subresource a status write does not do this.',
    hint: "Watch alpha's generation while the controller writes status.",
  },
  'report-restore-seconds': {
    title: 'restore_seconds as in step 5',
    wrong: sources,
    hint: 'Read the value from the file of the step.',
  },
  'report-finalizer': {
    title: 'the name of the finalizer',
    wrong: 'This is not the finalizer of step 6.',
    hint: 'Write the name in full, as it stands in metadata.finalizers.',
  },
  'report-archived': {
    title: 'archived is the uid in the archive',
    wrong: sources,
    hint: 'archived is the uid, not true and not a path.',
  },
  'report-generations-behind': {
    title: 'how far behind it was',
    wrong: sources,
    hint: 'generation minus observed_while_stopped, both of catchup.json.',
  },
  'report-trigger': {
    title: 'what the controller follows',
    wrong: ({ params }) =>
      params.oneWord
        ? 'This controller does not follow that.'
        : 'The value must be one of the two words that the step gives.',
    hint: 'Does this controller react to each event, or does it read the whole present state on every pass?',
  },
  'status-bumps-live': {
    title: 'a status write leaves generation',
    wrong: 'On this cluster a status write raises generation.',
    hint: 'The status subresource is off: see step 1.',
  },
};

function trial(id: unknown): string {
  const words: Record<string, string> = {
    'pods-0': 'pods: 0',
    'pods-51': 'pods: 51',
    'pods-minus-1': 'pods: -1',
    'pods-text': 'pods: "4" (text)',
    'pods-fraction': 'pods: 4.5',
    'pods-missing': 'no pods',
    'spec-missing': 'no spec',
    'pods-1': 'pods: 1',
    'pods-50': 'pods: 50',
    'cpu-number': 'cpu: 2 (a number)',
    'status-right': 'a right status',
    'status-generation-text': 'status.observedGeneration: "x"',
    'status-namespace-number': 'status.namespace: 5',
  };
  return words[String(id)] ?? text(id);
}

function sources({ params }: { params: Record<string, unknown> }): string {
  return params.sourceReadable
    ? `report.json and ${text(params.source)} say different things.`
    : `The value cannot be compared: ${text(params.source)} does not hold it.`;
}

const seconds = (ms: unknown): string => `${Math.round(Number(ms) / 1000)} s`;

function changes(value: unknown): string {
  const fields = (value as { field: string }[] | undefined)?.map(({ field }) => field) ?? [];
  return fields.length === 0 ? 'the whole object' : fields.slice(0, 5).map(text).join(', ');
}

const journal = (lines: unknown): string => {
  const last = Array.isArray(lines) ? lines.filter(Boolean).at(-1) : undefined;
  return last === undefined ? '' : ` Last journal line: ${text(last)}`;
};

const steps: Record<StepNumber, string> = {
  1: 'Registering the type alone does nothing',
  2: 'What raises generation',
  3: 'Same result however often it runs',
  4: 'Not once, but for ever',
  5: 'The deleted quota came back',
  6: 'Work to do before deletion',
  7: 'Changes made while it was stopped',
  8: 'What the controller did, as values',
};

const reasons: Record<UnavailableReason, string> = {
  'type-not-served': 'the API server does not serve the type TeamSpace',
  'alpha-missing': 'there is no TeamSpace alpha',
  'probe-refused': 'the API server refuses a right TeamSpace',
  'script-missing': 'there is no reconcile.sh',
  'script-not-started': 'reconcile.sh cannot be started',
  'service-not-running': 'cnpa-op.service is not running',
  'probe-not-served': "the controller did not serve the grader's TeamSpaces",
  'probe-served-wrongly': "the controller served the grader's TeamSpaces wrongly",
  'finalizer-not-used': 'the controller does not use the finalizer yet',
  'kubeconfig-missing': 'no kubeconfig',
  'kubeconfig-invalid': 'the kubeconfig cannot be used',
  'api-unreachable': 'the API server cannot be reached',
  'api-certificate': "the API server's certificate does not fit the kubeconfig",
  'api-unauthorized': 'the API server does not accept the credentials',
  'api-forbidden': 'the credentials are not allowed to do this',
  'api-error': 'the API server answered with an error',
  'machine-error': 'the machine cannot be used',
  'command-not-started': 'a program cannot be started on the machine',
  'systemctl-missing': 'there is no systemd on the machine',
  'systemd-error': 'systemd does not answer',
  'lock-held': 'another grader is at work',
  interrupted: 'interrupted',
  'grader-bug': 'a bug of the grader; please report it',
};

export const en: Messages = {
  findings,
  steps,
  reasons,
  words: {
    expected: 'expected',
    found: 'found',
    where: 'where',
    todo: 'do',
    advice: 'Advice (not counted)',
    reactions: 'Reaction times of your controller',
    blockedBy: (step) => `skipped: mend step ${step} first`,
    seeStep: (step) => `see step ${step}`,
    notJudged: (which) => `Could not be judged (${which}); this costs nothing`,
    step: 'step',
    steps: 'steps',
    score: (earned, possible) => `${earned} of ${possible} steps passed`,
    points: (earned, possible) => `${earned} of ${possible} points`,
    passMark: (percent, passed) =>
      `${passed === undefined ? 'open' : passed ? 'passed' : 'not passed'}, pass mark ${percent} %`,
    total: (s) => `in ${s} s`,
    leftOver: 'Could not be removed',
    reaped: 'Left behind by an earlier grader, now removed',
    inOrder: 'in order',
    more: (count) => `and ${count} more`,
    cut: 'The rest is left out here: the report is too long.',
    causes: {
      create: 'TeamSpace created',
      'delete-quota': 'quota deleted',
      'edit-pods': 'pods edited',
      'edit-cpu': 'cpu edited',
      'edit-spec': 'spec changed twice',
      delete: 'TeamSpace deleted',
      'teamspace-gone': 'TeamSpace gone',
      'namespace-terminating': 'namespace terminating',
    },
    effects: {
      finalizer: 'finalizer added',
      namespace: 'namespace',
      quota: 'quota',
      status: 'status',
      'quota-restored': 'quota back',
      'quota-reverted': 'quota as it was',
      converged: 'last spec in force',
      'finalizer-removed': 'finalizer taken off',
      'namespace-terminating': 'namespace terminating',
      'namespace-gone': 'namespace gone',
    },
  },
};
