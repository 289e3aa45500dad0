import { Command, Help, type Option } from 'commander';
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
    throw this.#refusal('commander.unknownOption', flag);
  }
  unknownCommand(): never {
    throw this.#refusal('commander.unknownCommand', this.args[0] ?? '');
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
  ): UsageError {
    return new UsageError(`${this.#usage.refusals[code](what)} ${this.#usage.help.afterError}`);
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
