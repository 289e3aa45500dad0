import type { Usage } from '../reports/messages/text.ts';

type Sentence =
  | 'unknownMachine'
  | 'noLabFolder'
  | 'noKubeconfig'
  | 'cannotWrite'
  | 'cannotReadRubric'
  | 'cannotReadRoster'
  | 'nobodyMatches';

/** Which sentence of a language says it, and with what. */
type Told = {
  [K in Sentence]: {
    sentence: K;
    args: Parameters<Usage[K]>;
  };
}[Sentence];

/** What the grader cannot begin with, in one sentence for the person who typed the command. */
export class UsageError extends Error {
  override name: string = 'UsageError';
  readonly told: Told | undefined;

  /**
   * @param message the sentence, in English unless it was made by whoever speaks to the person
   * @param told the same in every language
   */
  constructor(message: string, told?: Told) {
    super(message);
    this.told = told;
  }

  /** The sentence in a language, where there is one. */
  in(usage: Usage): string {
    if (this.told === undefined) return this.message;
    const say = usage[this.told.sentence] as (...args: unknown[]) => string;
    return say(...this.told.args);
  }
}
