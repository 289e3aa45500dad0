import type { FindingId } from '../../checks/index.ts';
import type { Language, Messages } from './text.ts';

const K8S = 'https://kubernetes.io';

/** A page of the Kubernetes documentation that is there in all three languages. */
const translated = (path: string) => ({
  en: `${K8S}/docs/${path}`,
  ko: `${K8S}/ko/docs/${path}`,
  zh: `${K8S}/zh-cn/docs/${path}`,
});
/** A page of the Kubernetes documentation that has no Korean translation. */
const inChinese = (path: string) => ({
  ...everywhere(`${K8S}/docs/${path}`),
  zh: `${K8S}/zh-cn/docs/${path}`,
});
/** A page that is there in English only. */
const everywhere = (url: string) => ({ en: url, ko: url, zh: url });

const systemd = (page: string) =>
  everywhere(`https://www.freedesktop.org/software/systemd/man/latest/${page}`);
const posix = (page: string) =>
  everywhere(`https://pubs.opengroup.org/onlinepubs/9699919799/utilities/${page}`);
const crdTask = 'tasks/extend-kubernetes/custom-resources/custom-resource-definitions/';

/** What there is to read about a failure: for each page one address a language. */
const PAGES = {
  controllers: translated('concepts/architecture/controller/'),
  garbageCollection: translated('concepts/architecture/garbage-collection/'),
  objects: translated('concepts/overview/working-with-objects/'),
  names: translated('concepts/overview/working-with-objects/names/'),
  labels: translated('concepts/overview/working-with-objects/labels/'),
  namespaces: translated('concepts/overview/working-with-objects/namespaces/'),
  finalizers: translated('concepts/overview/working-with-objects/finalizers/'),
  owners: translated('concepts/overview/working-with-objects/owners-dependents/'),
  resourceQuotas: translated('concepts/policy/resource-quotas/'),
  customResources: translated('concepts/extend-kubernetes/api-extension/custom-resources/'),
  apply: translated('tasks/manage-kubernetes-objects/declarative-config/'),
  crd: inChinese(crdTask),
  crdValidation: inChinese(`${crdTask}#validation`),
  crdPruning: inChinese(`${crdTask}#field-pruning`),
  // The Chinese page has no anchor of this name.
  crdDefaulting: {
    ...everywhere(`${K8S}/docs/${crdTask}#defaulting`),
    zh: `${K8S}/zh-cn/docs/${crdTask}`,
  },
  statusSubresource: inChinese(`${crdTask}#status-subresource`),
  patch: inChinese('tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/'),
  dryRun: inChinese('reference/using-api/api-concepts/#dry-run'),
  systemdService: systemd('systemd.service.html'),
  systemdUnit: systemd('systemd.unit.html'),
  systemdExec: systemd('systemd.exec.html'),
  systemctl: systemd('systemctl.html'),
  jq: everywhere('https://jqlang.org/manual/'),
  json: everywhere('https://www.rfc-editor.org/rfc/rfc8259'),
  chmod: posix('chmod.html'),
  redirection: posix('V3_chap02.html#tag_18_07'),
  exitStatus: posix('V3_chap02.html#tag_18_08_02'),
  execve: everywhere('https://man7.org/linux/man-pages/man2/execve.2.html'),
} as const satisfies Record<string, Record<Language, string>>;
type DocsPage = keyof typeof PAGES;

/** Which page explains a finding. */
const PAGE_OF: Record<FindingId, DocsPage> = {
  'file-present': 'redirection',
  'file-readable': 'redirection',
  'json-document': 'json',
  'json-key': 'jq',
  'json-type': 'jq',
  'json-value': 'jq',
  'yaml-document': 'objects',
  'crd-exists': 'crd',
  'crd-established': 'crd',
  'crd-field': 'crd',
  'crd-version': 'crd',
  'crd-status-subresource': 'statusSubresource',
  'schema-refuses': 'crdValidation',
  'schema-accepts': 'crdValidation',
  'schema-cpu-default': 'crdDefaulting',
  'schema-keeps-status': 'crdPruning',
  'schema-spec-optional': 'crdValidation',
  'schema-trial': 'dryRun',
  'crd-file-holds-crd': 'crd',
  'crd-file-matches': 'apply',
  'alpha-exists': 'customResources',
  'before-uid': 'names',
  'before-namespace-exists': 'customResources',
  'generation-uid': 'names',
  'generation-after-label': 'statusSubresource',
  'generation-after-spec': 'statusSubresource',
  'generation-live': 'statusSubresource',
  'status-via-main': 'statusSubresource',
  'alpha-label': 'labels',
  'alpha-pods-step-2': 'patch',
  'script-executable': 'chmod',
  'script-first-line': 'execve',
  'script-starts': 'execve',
  'script-finishes': 'controllers',
  'script-exit-status': 'exitStatus',
  'script-serves': 'controllers',
  'script-writes-nothing': 'apply',
  'state-namespace': 'namespaces',
  'state-label': 'labels',
  'state-owner': 'owners',
  'state-quota': 'resourceQuotas',
  'state-pods': 'resourceQuotas',
  'state-cpu': 'resourceQuotas',
  'state-observed-generation': 'statusSubresource',
  'state-status-namespace': 'statusSubresource',
  'state-complete': 'controllers',
  'reconcile-quota-uid': 'names',
  'reconcile-owner-uid': 'owners',
  'reconcile-second-pass': 'resourceQuotas',
  'unit-loaded': 'systemdService',
  'unit-path': 'systemdUnit',
  'unit-enabled': 'systemctl',
  'unit-restart': 'systemdService',
  'unit-daemon-reload': 'systemctl',
  'service-running': 'systemdService',
  'service-creates-namespace': 'systemdExec',
  'service-creates-quota': 'resourceQuotas',
  'outside-worker': 'systemctl',
  'drift-uids-differ': 'names',
  'drift-restored-uid': 'names',
  'drift-restore-seconds': 'controllers',
  'drift-edited-to': 'patch',
  'drift-reverted-to': 'controllers',
  'probe-quota-restored': 'controllers',
  'probe-pods-reverted': 'controllers',
  'probe-cpu-reverted': 'controllers',
  'alpha-finalizer': 'finalizers',
  'cleanup-uid': 'names',
  'archive-name': 'finalizers',
  'archive-pods': 'finalizers',
  'beta-gone': 'finalizers',
  'beta-namespace-gone': 'garbageCollection',
  'cleanup-blocked-seen': 'finalizers',
  'cleanup-namespace-gone': 'garbageCollection',
  'probe-finalizer-added': 'finalizers',
  'probe-foreign-finalizer-kept': 'patch',
  'probe-archive-written': 'finalizers',
  'probe-archive-content': 'finalizers',
  'probe-archive-in-time': 'finalizers',
  'probe-finalizer-removed': 'finalizers',
  'probe-namespace-ends': 'owners',
  'probe-namespace-stays-away': 'finalizers',
  'cluster-trouble': 'namespaces',
  'catchup-behind': 'controllers',
  'catchup-pods-while-stopped': 'resourceQuotas',
  'catchup-pods-after-start': 'resourceQuotas',
  'catchup-observed-after-start': 'controllers',
  'catchup-generation-live': 'statusSubresource',
  'alpha-pods-step-7': 'patch',
  'alpha-quota-pods': 'controllers',
  'alpha-observed-generation': 'statusSubresource',
  'probe-converges': 'controllers',
  'report-crd-alone': 'customResources',
  'report-status-bumps': 'statusSubresource',
  'report-restore-seconds': 'jq',
  'report-finalizer': 'finalizers',
  'report-archived': 'jq',
  'report-generations-behind': 'jq',
  'report-trigger': 'controllers',
  'status-bumps-live': 'statusSubresource',
};

/**
 * The address of the page that explains a finding, in the reader's language where there is such a page, else in
 * English. `undefined` for an id that this version does not know.
 */
export const docsOf = ({ language }: Pick<Messages, 'language'>, id: string): string | undefined =>
  Object.hasOwn(PAGE_OF, id) ? PAGES[PAGE_OF[id as FindingId]][language] : undefined;
