import type { ErrorObject } from 'ajv';
import { distance } from 'fastest-levenshtein';
import type { ArchiveFile } from '../schemas/types/archive.schema.d.ts';
import type { BeforeFile } from '../schemas/types/before.schema.d.ts';
import type { CatchupFile } from '../schemas/types/catchup.schema.d.ts';
import type { CleanupFile } from '../schemas/types/cleanup.schema.d.ts';
import type { DriftFile } from '../schemas/types/drift.schema.d.ts';
import type { GenerationFile } from '../schemas/types/generation.schema.d.ts';
import type { ReconcileFile } from '../schemas/types/reconcile.schema.d.ts';
import type { ReportFile } from '../schemas/types/report.schema.d.ts';
import { type Finding, verdict } from './check.ts';
import type { FileEvidence } from './evidence.ts';
import { type JsonText, readJsonText } from './json-text.ts';
import { MAX_FILE_BYTES } from './lab.ts';
import { propertyNames, type SchemaName, schemaErrors } from './schema.ts';
import { MAX_YAML_CHARACTERS, readYamlText } from './yaml-text.ts';

interface Artifacts {
  before: BeforeFile;
  generation: GenerationFile;
  reconcile: ReconcileFile;
  drift: DriftFile;
  cleanup: CleanupFile;
  catchup: CatchupFile;
  report: ReportFile;
  archive: ArchiveFile;
}

/** Findings that every learner file can give, whatever the step. */
export const FILE_FINDINGS = ['file-present', 'file-readable'] as const;
export const JSON_FINDINGS = [
  ...FILE_FINDINGS,
  'json-document',
  'json-key',
  'json-type',
  'json-value',
] as const;
export const YAML_FINDINGS = [...FILE_FINDINGS, 'yaml-document'] as const;
type FileFinding = (typeof FILE_FINDINGS)[number];
type JsonFinding = (typeof JSON_FINDINGS)[number];
type YamlFinding = (typeof YAML_FINDINGS)[number];

/** A JSON artifact as far as it could be read. `fields` holds just the keys that are well-formed. */
export interface ReadArtifact<T> {
  fields: Partial<T>;
  findings: Finding<JsonFinding>[];
}

/**
 * Reads one JSON file of the learner against its schema: presence, then type, then value (verdict rule 3).
 * Every fault is a finding of its own; a field with a fault is left out of `fields`, the others stay.
 */
export function readArtifact<N extends keyof Artifacts & SchemaName>(
  files: Record<string, FileEvidence>,
  schema: N,
  file = `${schema}.json`,
): ReadArtifact<Artifacts[N]> {
  const text = textOf(files[file], file);
  if ('findings' in text) return { fields: {}, findings: text.findings };
  const json: JsonText = text.content === null ? { fault: 'not-utf8' } : readJsonText(text.content);
  if ('fault' in json) {
    const { fault, line, column, near } = json;
    const subject = line === undefined || column === undefined ? { file } : { file, line, column };
    return {
      fields: {},
      findings: [verdict(false, 'json-document', subject, { params: { fault, near: near ?? '' } })],
    };
  }
  const errors = schemaErrors(schema, json.value);
  if (errors.length === 0) {
    return { fields: json.value as Artifacts[N], findings: [verdict(true, 'json-document', { file })] };
  }
  const value = json.value;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const faulty = new Set(errors.map((error) => error.instancePath.split('/')[1] ?? ''));
  const fields = isObject
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !faulty.has(key)))
    : {};
  const findings = errors.map((error) =>
    schemaFinding(error, schema, file, isObject ? Object.keys(value) : []),
  );
  return { fields: fields as Partial<Artifacts[N]>, findings };
}

function schemaFinding(
  error: ErrorObject,
  schema: SchemaName,
  file: string,
  keys: string[],
): Finding<JsonFinding> {
  const { keyword, instancePath, params, data } = error;
  const subject = { file, pointer: instancePath };
  if (keyword === 'required') {
    const key: string = params.missingProperty;
    const didYouMean = nearMiss(
      key,
      keys.filter((k) => !propertyNames(schema).includes(k)),
    );
    return verdict(
      false,
      'json-key',
      { file, pointer: `/${key}` },
      { params: { key, ...(didYouMean && { didYouMean }) } },
    );
  }
  if (keyword === 'type') {
    const actual = isScalar(data) ? data : jsonTypeOf(data);
    return verdict(false, 'json-type', subject, {
      expected: params.type,
      actual,
      params: { actualType: jsonTypeOf(data) },
    });
  }
  return verdict(false, 'json-value', subject, {
    expected: keyword === 'pattern' ? 'uid' : error.message,
    actual: data,
    params: { unfilled: typeof data === 'string' && /[$`]/.test(data) },
  });
}

const isScalar = (data: unknown): boolean => typeof data !== 'object' || data === null;

export function jsonTypeOf(data: unknown): string {
  if (data === null) return 'null';
  if (Array.isArray(data)) return 'array';
  return Number.isInteger(data) ? 'integer' : typeof data;
}

/** The key that was probably meant: same letters but for case and dashes, or two edits away at most. */
function nearMiss(wanted: string, candidates: string[]): string | undefined {
  const plain = (key: string) => key.toLowerCase().replaceAll(/[-_ ]/g, '');
  return candidates.find((key) => plain(key) === plain(wanted) || distance(plain(key), plain(wanted)) <= 2);
}

/** All YAML documents of a file, or the findings that say why not. `List` objects are opened. */
export function readYaml(
  files: Record<string, FileEvidence>,
  file: string,
): { documents: Record<string, unknown>[]; findings: Finding<YamlFinding>[] } {
  const text = textOf(files[file], file);
  if ('findings' in text) return { documents: [], findings: text.findings };
  const content = text.content ?? '\0';
  if (content.length > MAX_YAML_CHARACTERS) {
    const params = { why: 'too-large', size: content.length, limit: MAX_YAML_CHARACTERS };
    return { documents: [], findings: [verdict(false, 'file-readable', { file }, { params })] };
  }
  const yaml = readYamlText(content);
  if ('fault' in yaml) {
    const { fault, ...at } = yaml;
    return {
      documents: [],
      findings: [verdict(false, 'yaml-document', { file, ...at }, { params: { fault } })],
    };
  }
  const values = yaml.documents as { items?: unknown }[];
  const objects = values
    .flatMap((object) => (Array.isArray(object?.items) ? object.items : [object]))
    .filter((object): object is Record<string, unknown> => typeof object === 'object' && object !== null);
  return {
    documents: objects,
    findings: [verdict(objects.length > 0, 'yaml-document', { file }, { params: { fault: 'empty' } })],
  };
}

/** Whether there is nothing in the place of a learner file. */
export const isMissing = (file: FileEvidence | undefined): file is undefined | { kind: 'missing' } =>
  file === undefined || file.kind === 'missing';

/** The text (`null`: not UTF-8) and mode of a regular file, or the finding that says what is in its place. */
export function textOf(
  file: FileEvidence | undefined,
  name: string,
): { content: string | null; mode: number } | { findings: Finding<FileFinding>[] } {
  const subject = { file: name };
  if (isMissing(file)) return { findings: [verdict(false, 'file-present', subject)] };
  if (file.kind === 'file')
    return { content: file.encoding === 'utf8' ? file.content : null, mode: file.mode };
  const params = {
    why: file.kind,
    ...(file.kind === 'too-large' && { size: file.size, limit: MAX_FILE_BYTES }),
    ...(file.kind === 'unreadable' && { detail: file.detail }),
  };
  return { findings: [verdict(false, 'file-readable', subject, { params })] };
}
