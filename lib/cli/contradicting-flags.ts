import type { Command } from 'commander';
import { UsageError } from '../errors.ts';

/** Refuses `--writes --no-writes`: of two flags that say the opposite, the last one would win without a word. */
export function refuseContradictions(command: Command): void {
  const given = new Set<string>();
  for (const { long, negate } of command.options) {
    if (long === null || long === undefined) continue;
    const opposite = negate ? long.replace('--no-', '--') : long.replace('--', '--no-');
    if (!command.options.some((option) => option.long === opposite)) continue;
    command.on(`option:${long.slice(2)}`, () => {
      given.add(long);
      if (!given.has(opposite)) return;
      const [positive, negative] = negate ? [opposite, long] : [long, opposite];
      throw new UsageError(`${positive} and ${negative} cannot both be given`, 'name one of them');
    });
  }
}
