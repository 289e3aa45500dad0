import { Command, Help, type Option } from 'commander';
import { closest, distance } from 'fastest-levenshtein';
import stringWidth from 'string-width';
import type { Usage } from '../../reports/messages/text.ts';
import { UsageError } from '../usage-error.ts';

/** The heads of help pages as commander gives them. */
const HEADS = {
  'Usage:': 'usage',
  'Arguments:': 'arguments',
  'Options:': 'options',
  'Global Options:': 'options',
  'Commands:': 'commands',
} as const satisfies Record<string, keyof Usage['help']>;

/** A word that is further from every known one is no slip of the fingers. */
const MAX_TYPOS = 2;

/** A command whose help and refusals are in the reader's language. */
export class SpeakingCommand extends Command {
  readonly #usage: Usage;
  declare private readonly _allowUnknownOption: boolean;
  declare private readonly _allowExcessArguments: boolean;

  constructor(usage: Usage, name?: string) {
    super(name);
    this.#usage = usage;
    const { help } = usage;
    this.exitOverride()
      .helpOption('-h, --help', help.showHelp)
      .configureHelp({
        displayWidth: stringWidth,
        styleTitle: (title) => (title in HEADS ? help[HEADS[title as keyof typeof HEADS]] : title),
        optionDescription: (option) => describe(option, usage),
        argumentDescription: ({ description }) => description,
      });
  }

  override createCommand(name?: string): Command {
    return new SpeakingCommand(this.#usage, name);
  }

  override createHelp(): Help {
    return Object.assign(new Help(), this.configureHelp());
  }

  // Commander's own sentences are made in these methods; they are overridden so that none has to be taken apart.
  unknownOption(flag: string): void {
    if (this._allowUnknownOption) return;
    const flags = this.createHelp()
      .visibleOptions(this)
      .flatMap(({ long }) => long ?? []);
    throw this.#refusal('commander.unknownOption', flag, flags);
  }
  unknownCommand(): never {
    const names = this.commands.map((command) => command.name());
    throw this.#refusal('commander.unknownCommand', this.args[0] ?? '', names);
  }
  missingArgument(name: string): never {
    throw this.#refusal('commander.missingArgument', name);
  }
  optionMissingArgument({ flags }: Option): never {
    throw this.#refusal('commander.optionMissingArgument', flags);
  }
  missingMandatoryOptionValue({ flags }: Option): never {
    throw this.#refusal('commander.missingArgument', flags);
  }
  _excessArguments(received: string[]): void {
    if (this._allowExcessArguments) return;
    const sentence = this.#usage.refusals['commander.excessArguments'];
    throw new UsageError(sentence(this.registeredArguments.length, received.length));
  }

  #refusal(
    code: Exclude<keyof Usage['refusals'], 'commander.invalidArgument' | 'commander.excessArguments'>,
    what: string,
    known: readonly string[] = [],
  ): UsageError {
    const { refusals, help } = this.#usage;
    const meant = known.length === 0 ? undefined : closest(what, known);
    const near = meant !== undefined && distance(what, meant) <= MAX_TYPOS;
    return new UsageError(
      [refusals[code](what), ...(near ? [help.didYouMean(meant)] : []), help.afterError].join(' '),
    );
  }
}

function describe({ description, argChoices, defaultValue, defaultValueDescription }: Option, usage: Usage) {
  const { choicesAre, defaultIs } = usage.help;
  const shown = defaultValueDescription ?? defaultValue;
  const notes = [
    ...(argChoices ? [choicesAre(argChoices)] : []),
    ...(shown === undefined || typeof shown === 'boolean' || Array.isArray(shown)
      ? []
      : [defaultIs(String(shown))]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}
