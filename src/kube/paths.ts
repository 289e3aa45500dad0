import { CRD, QUOTA_NAME } from '../lab.ts';

/** The API server's addresses of everything that the grader reads or writes. */
export const paths = {
  version: '/version',
  crds: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  crd: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${CRD.name}`,
  apiServices: '/apis/apiregistration.k8s.io/v1/apiservices',
  teamSpaces: `/apis/${CRD.group}/${CRD.version}/${CRD.plural}`,
  teamSpace: (name: string) => `${paths.teamSpaces}/${name}`,
  teamSpaceStatus: (name: string) => `${paths.teamSpaces}/${name}/status`,
  namespaces: '/api/v1/namespaces',
  namespace: (name: string) => `${paths.namespaces}/${name}`,
  quotas: '/api/v1/resourcequotas',
  quota: (namespace: string) => `${paths.namespace(namespace)}/resourcequotas/${QUOTA_NAME}`,
  leases: '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases',
  lease: (name: string) => `${paths.leases}/${name}`,
} as const;

/** Only the CRD of the lab. */
export const LAB_CRD = { fieldSelector: `metadata.name=${CRD.name}` } as const;

/** Only the quotas of the lab, in every namespace. */
export const LAB_QUOTAS = { fieldSelector: `metadata.name=${QUOTA_NAME}` } as const;
