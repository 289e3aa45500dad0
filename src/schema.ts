import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import archive from '../schemas/archive.schema.json' with { type: 'json' };
import before from '../schemas/before.schema.json' with { type: 'json' };
import catchup from '../schemas/catchup.schema.json' with { type: 'json' };
import classSummary from '../schemas/class.schema.json' with { type: 'json' };
import cleanup from '../schemas/cleanup.schema.json' with { type: 'json' };
import drift from '../schemas/drift.schema.json' with { type: 'json' };
import evidence from '../schemas/evidence.schema.json' with { type: 'json' };
import generation from '../schemas/generation.schema.json' with { type: 'json' };
import gradeReport from '../schemas/grade-report.schema.json' with { type: 'json' };
import manifest from '../schemas/manifest.schema.json' with { type: 'json' };
import reconcile from '../schemas/reconcile.schema.json' with { type: 'json' };
import report from '../schemas/report.schema.json' with { type: 'json' };
import roster from '../schemas/roster.schema.json' with { type: 'json' };
import rubric from '../schemas/rubric.schema.json' with { type: 'json' };

const SCHEMAS = {
  archive,
  before,
  catchup,
  cleanup,
  drift,
  evidence,
  generation,
  manifest,
  reconcile,
  report,
  rubric,
  roster,
  class: classSummary,
  'grade-report': gradeReport,
} as const;
export type SchemaName = keyof typeof SCHEMAS;

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, verbose: true });
addFormats.default(ajv);
const compiled = new Map<SchemaName, ValidateFunction>();

/** All the ways in which `value` breaks the schema of that name; empty when it is well-formed. */
export function schemaErrors(name: SchemaName, value: unknown): ErrorObject[] {
  let validate = compiled.get(name);
  if (validate === undefined) {
    validate = ajv.compile(SCHEMAS[name]);
    compiled.set(name, validate);
  }
  return validate(value) ? [] : [...(validate.errors ?? [])];
}

/** The names of the properties that a schema describes. */
export const propertyNames = (name: SchemaName): string[] => Object.keys(SCHEMAS[name].properties);
