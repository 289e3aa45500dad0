import type { StepNumber } from '../../../src/lab.ts';
import type { Explanation } from '../text.ts';

export const explain: Record<StepNumber, Explanation> = {
  1: {
    asks: 'Write crd.yaml for the type TeamSpace and apply it, make TeamSpace alpha from alpha.yaml, and note in before.json what there is then. A CRD only teaches the API server a new noun: see whether anything follows from that alone.',
    looksAt: [
      'the CRD in the cluster: group, scope, names, version v1alpha1, status subresource',
      'its schema, by dry runs with right and wrong values (nothing is stored)',
      'crd.yaml and alpha.yaml: valid YAML, and the same CRD as in the cluster',
      'TeamSpace alpha',
      'before.json: uid is that of alpha; namespace_exists',
    ],
  },
  2: {
    asks: 'Change alpha in three ways – a label, a status patch at the main address, spec.pods – and read metadata.generation after each. generation.json holds what you read. Find out which kind of change it counts.',
    looksAt: [
      'generation.json: uid, the three generations, and status as it was right after ②',
      'whether the numbers fit together, and are not higher than the generation of alpha now',
      'label owner=platform on alpha',
      'spec.pods of alpha, until step 7 is done',
    ],
  },
  3: {
    asks: 'Write reconcile.sh: one run makes namespace, quota and status of every TeamSpace what they should be. It asks what is, not what has happened, so that any number of runs gives the same result. reconcile.json holds what you measured after the first run and after one more.',
    looksAt: [
      'reconcile.sh can be executed and ends by itself',
      'one run (or the service) serves TeamSpaces that the grader makes: any name, any value',
      'two more runs with nothing to do write nothing: every resourceVersion stays',
      'each namespace: label and ownerReference',
      'each team-quota: pods and requests.cpu',
      'each status: observedGeneration and namespace',
      'reconcile.json: both uids, and whether the second pass changed the quota',
    ],
  },
  4: {
    asks: 'Let systemd run reconcile.sh every 3 seconds, endlessly: the unit cnpa-op.service, enabled and started. From then on a new TeamSpace gets all it needs without anybody doing anything.',
    looksAt: [
      'the unit as systemd has loaded it: path, Restart, enabled, no daemon-reload due',
      'that it runs, looked at several times',
      'TeamSpaces that the grader makes: namespace and quota appear by themselves, within 60 s',
      'whether something outside the service does the work (advice only)',
    ],
  },
  5: {
    asks: 'With the controller at work, delete the quota of team-alpha and take the time until it is back; then edit its pods and see what becomes of that. drift.json holds the uids, the seconds and both values. The controller does not know who did it: it only compares.',
    looksAt: [
      'drift.json: two different uids, a time from 0 to 120 s, the value edited and the value after',
      'restored_uid is that of the quota there is now',
      'on TeamSpaces of the grader: a deleted quota comes back, edited pods and cpu go back',
      'all that in silence, while no TeamSpace changes',
      'that cnpa-op.service runs',
    ],
  },
  6: {
    asks: 'Let reconcile.sh use a finalizer: add it to TeamSpaces that live, and for one that is being deleted leave a record in archive/ before taking it off. Then make beta, see its namespace, delete it, and note in cleanup.json what you saw.',
    looksAt: [
      'the finalizer on alpha and on new TeamSpaces, beside those of other controllers',
      'on deletion: the archive file is complete before the finalizer goes',
      'only the own finalizer is taken off',
      'the namespace ends with its TeamSpace and does not come back',
      'beta and team-beta are gone; archive/beta.json: name, uid, pods',
      'cleanup.json: the same uid, and what you saw',
      'that cnpa-op.service runs',
    ],
  },
  7: {
    asks: 'Stop the service, change spec.pods of alpha, wait 8 seconds and read generation, observedGeneration and the quota; then start it again and read them once more. catchup.json shows how far behind the controller was, and that it has caught up.',
    looksAt: [
      'catchup.json: behind while stopped, level after the start; quota values as text',
      'alpha now: spec.pods of step 7, the quota, observedGeneration',
      'a TeamSpace of the grader, changed twice in a row: the last change counts',
      'that cnpa-op.service runs',
    ],
  },
  8: {
    asks: 'Gather in report.json what the controller did in steps 1 to 7, calculated from the files that you left, and name the way in which it works: by level or by edge.',
    looksAt: [
      'each value of report.json against the file that it comes from',
      'status_bumps_generation, also against the cluster itself',
      'the name of the finalizer',
      'trigger: one of the two words',
    ],
  },
};
