import { readFile } from 'node:fs/promises';
import type { Rubric as RubricFile } from '../schemas/types/rubric.schema.d.ts';
import { STEPS, type StepNumber } from './lab.ts';
import { schemaErrors } from './schema.ts';
import { UsageError } from './usage-error.ts';
import { readYamlText } from './yaml-text.ts';

/** What each step is worth, and what it takes to pass. */
export interface Rubric {
  steps: Record<StepNumber, StepWorth>;
  /** Per cent of the points that could be earned; without it nobody is told to have passed or failed. */
  passMark?: number;
}

export interface StepWorth {
  points: number;
  /** Whether a failed step earns the share of its findings that passed. */
  partial: boolean;
}

/** A rubric that cannot be used, in one sentence. */
export class RubricError extends UsageError {
  override name = 'RubricError';

  constructor(why: string) {
    super(why, { sentence: 'cannotReadRubric', args: [why] });
  }
}

/** One point a step, all or nothing. */
export const DEFAULT_RUBRIC: Rubric = rubricOf({});

/**
 * Reads the rubric in a file, see {@link readRubric}.
 *
 * @throws RubricError also when the file cannot be read
 */
export async function loadRubric(path: string): Promise<Rubric> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new RubricError(error.message);
  });
  return readRubric(text, path);
}

/**
 * Reads a rubric (YAML or JSON, `schemas/rubric.schema.json`). What it leaves out is as in {@link DEFAULT_RUBRIC}.
 *
 * @param source what to call it in errors
 * @throws RubricError
 */
export function readRubric(text: string, source: string): Rubric {
  const yaml = readYamlText(text);
  if ('fault' in yaml) {
    const at = yaml.line === undefined ? '' : `, line ${yaml.line}`;
    throw new RubricError(`${source}${at}: this is not YAML (${yaml.fault})`);
  }
  const file = yaml.documents[0] ?? {};
  const [error] = schemaErrors('rubric', file);
  if (error !== undefined) {
    const { instancePath, message, params } = error;
    const key = params.additionalProperty === undefined ? '' : ` (${params.additionalProperty})`;
    throw new RubricError(`${source}: ${instancePath || '/'} ${message}${key}`);
  }
  return rubricOf(file as RubricFile);
}

function rubricOf({ steps = {}, passMark }: RubricFile): Rubric {
  const worth = (step: StepNumber): StepWorth => ({ points: 1, partial: false, ...steps[step] });
  return {
    steps: Object.fromEntries(STEPS.map((step) => [step, worth(step)])) as Rubric['steps'],
    ...(passMark !== undefined && { passMark }),
  };
}
