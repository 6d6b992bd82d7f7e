import type { Command } from 'commander';
import { UsageError } from '../errors.ts';

/** Refuses `--writes --no-writes`: of two flags that say the opposite, the last one would win without a word. */
export function refuseContradictions(command: Command): void {
  const given = new Set<string>();
  for (const { long: negative, negate } of command.options) {
    if (!negate || negative === null || negative === undefined) continue;
    const positive = negative.replace('--no-', '--');
    if (!command.options.some(({ long }) => long === positive)) continue;
    for (const flag of [positive, negative])
      command.on(`option:${flag.slice(2)}`, () => {
        given.add(flag);
        if (given.has(positive) && given.has(negative))
          throw new UsageError(`${positive} and ${negative} cannot both be given`, 'name one of them');
      });
  }
}
