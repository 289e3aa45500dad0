import type { GradeReport } from '../schemas/types/grade-report.schema.d.ts';
import { type Messages, text } from './messages/text.ts';
import { linesOf, notJudged, stepName, tell } from './told.ts';

/** GitHub shows no more annotations than these of one step of a workflow. */
const MAX_ANNOTATIONS = 10;

interface Annotation {
  level: 'error' | 'warning';
  step: string;
  title: string;
  lines: string[];
  place?: Record<string, unknown>;
}

/**
 * The report as workflow commands of GitHub Actions: the notice from which GitHub Classroom takes the points, then
 * an error for each failure and a warning for each step that could not be judged. Nothing but commands is printed, so
 * that no text of a learner's can be taken for one.
 */
export function github(report: GradeReport, messages: Messages): string {
  const points = { totalPoints: report.score.earned, maxPoints: report.score.possible };
  const notice = command('notice', { title: 'Autograding report' }, JSON.stringify(points));
  const annotations = shortened(annotationsOf(report, messages), messages);
  return [
    notice,
    ...annotations.map(({ level, title, lines, place }) =>
      command(level, { ...place, title }, lines.join('\n')),
    ),
    '',
  ].join('\n');
}

function annotationsOf({ steps }: GradeReport, messages: Messages): Annotation[] {
  return steps.flatMap((step): Annotation[] => {
    const name = stepName(messages, step.step);
    const failures = step.findings
      .filter(({ outcome }) => outcome === 'failed')
      .map((finding): Annotation => {
        const told = tell(finding, messages);
        const { file, line, column } = finding.subject;
        return {
          level: 'error',
          step: name,
          title: `${name}: ${told.title}`,
          lines: linesOf(told, messages),
          ...(file !== undefined && { place: { file, line, col: column } }),
        };
      });
    if (step.status !== 'error' && step.cause === undefined) return failures;
    const lines = [notJudged(step, messages)];
    return [...failures, { level: 'warning', step: name, title: name, lines }];
  });
}

/** The notice and so many others as are shown; the last of them counts what is left, step by step. */
function shortened(annotations: Annotation[], { words }: Messages): Annotation[] {
  if (annotations.length < MAX_ANNOTATIONS) return annotations;
  const first = annotations.slice(0, MAX_ANNOTATIONS - 2);
  const rest = annotations.slice(first.length);
  const level = rest.some((annotation) => annotation.level === 'error') ? 'error' : 'warning';
  const title = words.more(rest.length);
  const lines = [...Map.groupBy(rest, ({ step }) => step)].map(([step, { length }]) => `${step}: ${length}`);
  return [...first, { level, step: title, title, lines }];
}

function command(name: string, properties: Record<string, unknown>, message: string): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const list = given.map(([key, value]) => `${key}=${escapeProperty(text(value))}`).join(',');
  return `::${name} ${list}::${escapeData(message)}`;
}

const escapeData = (value: string): string =>
  value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (value: string): string =>
  escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
