/** The parts of Kubernetes objects that the lab looks at. Everything the server may leave out is optional. */
export interface ObjectMeta {
  name: string;
  namespace?: string;
  uid: string;
  resourceVersion: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFields[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
}

export interface ManagedFields {
  manager?: string;
  operation?: string;
  subresource?: string;
  time?: string;
}

export interface KubeObject {
  apiVersion?: string;
  kind?: string;
  metadata: ObjectMeta;
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
}

export interface TeamSpace extends KubeObject {
  spec?: { pods?: number; cpu?: string };
  status?: { observedGeneration?: number; namespace?: string };
}

export interface Namespace extends KubeObject {
  status?: { phase?: string; conditions?: Condition[] };
}

export interface ResourceQuota extends KubeObject {
  spec?: { hard?: Record<string, string> };
  status?: { hard?: Record<string, string>; used?: Record<string, string> };
}

export interface Condition {
  type: string;
  status: string;
  reason?: string;
  message?: string;
}

export interface CustomResourceDefinition extends KubeObject {
  spec: {
    group: string;
    scope: string;
    names: { kind: string; plural: string };
    versions: {
      name: string;
      served: boolean;
      storage: boolean;
      subresources?: { status?: object };
      schema?: { openAPIV3Schema?: object };
    }[];
  };
  status?: { conditions?: Condition[] };
}
