import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checks } from '../../checks/index.ts';
import expectedSchema from '../../test/samples/expected.schema.json' with { type: 'json' };
import type { StepStatus } from '../check.ts';
import type { Deadlines, StepNumber } from '../lab.ts';
import { UsageError } from '../usage-error.ts';

const FOLDER = fileURLToPath(new URL('../../test/samples', import.meta.url));
/** The sample that all others differ from. */
export const HONEST = join(FOLDER, 'honest');

/** The verdict of the rulebook about a sample: the content of its `expected.json`. */
export interface Expected {
  /** Whether the sample differs only after the honest walk, and can be put back, or walks the lab in its own way. */
  base: 'walked' | 'fresh';
  steps: Record<StepNumber, StepStatus>;
  /** Findings that must fail, in whatever step. */
  mustFail: string[];
  /** Findings that may fail as a consequence. */
  mayFail: string[];
  /** Whether the cluster is such that not even the grader can remove all of its probes. */
  mayLeave: boolean;
  /** Replaces some of the runner's deadlines; milliseconds. */
  deadlines: Partial<Deadlines>;
}

/** A folder of `test/samples`: a difference from the honest submission, and what it must be judged. */
export interface Sample {
  name: string;
  folder: string;
  expected: Expected;
}

const validate = new Ajv2020({ allErrors: true }).compile(expectedSchema);

/**
 * Finds the samples of these names, or all of them, by name.
 *
 * @throws UsageError when there is no sample of a name, or one is not well-formed
 */
export async function findSamples(names: readonly string[] = [], folder = FOLDER): Promise<Sample[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const all = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`there is no sample ${unknown.join(', ')}; there are: ${all.sort().join(', ')}`);
  }
  const wanted = names.length === 0 ? all : [...new Set(names)];
  return Promise.all(wanted.sort().map((name) => readSample(name, join(folder, name))));
}

async function readSample(name: string, folder: string): Promise<Sample> {
  const file = join(folder, 'expected.json');
  let expected: unknown;
  try {
    expected = JSON.parse(await readFile(file, 'utf8'));
    await readFile(join(folder, 'README.md'));
  } catch (error) {
    throw new UsageError(`sample ${name}: ${(error as Error).message}`);
  }
  return { name, folder, expected: checked(name, expected) };
}

function checked(name: string, value: unknown): Expected {
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    throw new UsageError(`sample ${name}: expected.json${error?.instancePath} ${error?.message}`);
  }
  const expected: Expected = {
    mustFail: [],
    mayFail: [],
    mayLeave: false,
    deadlines: {},
    ...(value as Partial<Expected>),
  } as Expected;
  const known = new Set<string>(checks.flatMap(({ findings }) => [...findings]));
  const unknown = [...expected.mustFail, ...expected.mayFail].filter((id) => !known.has(id));
  if (unknown.length > 0) throw new UsageError(`sample ${name}: no check finds ${unknown.join(', ')}`);
  const someFail = Object.values(expected.steps).includes('failed');
  if (someFail !== expected.mustFail.length > 0) {
    throw new UsageError(`sample ${name}: a failed step and mustFail go together`);
  }
  return expected;
}
