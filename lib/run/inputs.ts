import { UsageError } from '../errors.ts';
import { HOSTILE_INPUTS, isHostileInput, type HostileInput } from '../probe/hostile-inputs.ts';
import { nearName } from '../targets/near-name.ts';

/**
 * Reads `--skip-input`: short names of hostile inputs, in any letter case, several separated by commas; each is given once.
 *
 * @throws {UsageError} that lists the known names, for `help` and for a name that is none
 */
export function selectLeftOutInputs(texts: readonly string[]): readonly HostileInput[] {
  return [...new Set(texts.flatMap((text) => text.split(',').map(readInput)))];
}

function readInput(text: string): HostileInput {
  const name = text.trim().toLowerCase();
  if (isHostileInput(name)) return name;
  const known = Object.keys(HOSTILE_INPUTS);
  if (name === 'help')
    throw new UsageError(`--skip-input takes any of ${known.join(', ')}`, 'separate several by commas');
  const near = nearName(name, known);
  throw new UsageError(
    `--skip-input ${JSON.stringify(text.trim())} is not a hostile input; there are ${known.join(', ')}`,
    near === undefined ? 'name one of these' : `did you mean ${near}?`,
  );
}
