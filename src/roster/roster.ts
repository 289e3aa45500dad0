import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { ErrorObject } from 'ajv';
import type { Usage } from '../../reports/messages/text.ts';
import type { Learner as LearnerEntry, Roster } from '../../schemas/types/roster.schema.d.ts';
import { type MachineSpec, parseMachine } from '../machines.ts';
import { schemaErrors } from '../schema.ts';
import { UsageError } from '../usage-error.ts';
import { type Problem, RosterError } from './problem.ts';
import { csvSource, type Source, yamlSource } from './source.ts';

/** One learner of a class, with the machine that their work is on. */
export interface Learner extends Omit<LearnerEntry, 'machine'> {
  machine: MachineSpec;
}

/**
 * Reads a roster: CSV when its name ends with `.csv`, else YAML. The paths in it are seen from its folder.
 *
 * @throws RosterError with every fault and its line, UsageError when the file cannot be read
 */
export async function loadRoster(path: string): Promise<Learner[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    const { message } = error;
    throw new UsageError(`cannot read the roster: ${message}`, {
      sentence: 'cannotReadRoster',
      args: [message],
    });
  });
  return parseRoster(text, path).map((learner) => ({
    ...learner,
    ...(learner.kubeconfig !== undefined && { kubeconfig: resolve(dirname(path), learner.kubeconfig) }),
  }));
}

/** Parses the text of a roster, see {@link loadRoster}; paths stay as they are written. */
export function parseRoster(text: string, file: string): Learner[] {
  const source = extname(file).toLowerCase() === '.csv' ? csvSource(text, file) : yamlSource(text, file);
  const malformed = schemaErrors('roster', source.value).map((error) => schemaProblem(error, source));
  if (malformed.length > 0) throw new RosterError(file, malformed);
  const { learners } = source.value as Roster;
  const problems = [...takenIds(learners, source), ...unknownMachines(learners, source)];
  if (problems.length > 0) throw new RosterError(file, problems);
  return learners.map((learner) => ({ ...learner, machine: parseMachine(learner.machine) as MachineSpec }));
}

function schemaProblem(error: ErrorObject, { lineOf }: Source): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  const last = path.at(-1);
  const key = typeof last === 'string' ? last : undefined;
  const line = lineOf(path);
  const { missingProperty, additionalProperty, type } = error.params;
  switch (error.keyword) {
    case 'required':
      return { line, say: ({ roster }) => roster.missing(missingProperty) };
    case 'additionalProperties':
      return {
        line: lineOf([...path, additionalProperty]),
        say: ({ roster }) => roster.unknownKey(additionalProperty),
      };
    case 'type':
      return { line, say: ({ roster }) => roster.wrongType(key, type) };
    default:
      return {
        line,
        say: ({ roster }) => {
          const rule = key === 'id' || key === 'name' ? roster.rules[key] : error.message;
          return roster.wontDo(key, error.data, rule ?? '');
        },
      };
  }
}

/** Two folders whose names differ only in case are one folder on some computers. */
function takenIds(learners: readonly LearnerEntry[], { lineOf }: Source): Problem[] {
  const lines = new Map<string, number>();
  return learners.flatMap(({ id }, index) => {
    const line = lineOf(['learners', index, 'id']);
    const taken = lines.get(id.toLowerCase());
    if (taken !== undefined) return [{ line, say: ({ roster }) => roster.idTaken(id, taken) }];
    lines.set(id.toLowerCase(), line);
    return [];
  });
}

function unknownMachines(learners: readonly LearnerEntry[], { lineOf }: Source): Problem[] {
  return learners.flatMap(({ machine }, index) =>
    parseMachine(machine) === null
      ? [
          {
            line: lineOf(['learners', index, 'machine']),
            say: (usage: Usage) => usage.unknownMachine(JSON.stringify(machine)),
          },
        ]
      : [],
  );
}
