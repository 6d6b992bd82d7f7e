import { Option, type Command } from 'commander';

/**
 * A flag that makes a gate of a run: something goes by what the run comes to. Who gives one has a service in mind, so that petvet's own
 * server is not taken in its place. A flag joins by being declared as one.
 */
export class GateOption extends Option {}

/** The flags of a gate that a command was given, as they are typed. */
export function gateFlagsOf(command: Command): string[] {
  return command.options
    .filter((option) => option instanceof GateOption && command.getOptionValueSource(option.attributeName()) === 'cli')
    .filter((option) => option.negate === (command.getOptionValue(option.attributeName()) === false))
    .map(({ long, flags }) => long ?? flags);
}
