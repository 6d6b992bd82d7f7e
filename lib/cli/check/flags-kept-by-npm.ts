import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Terminal } from '../shared/terminal.ts';

/**
 * Refuses a run whose flags npm has kept for itself: `npm start --no-writes` would send POST, as only what follows `--` reaches petvet.
 *
 * @throws {UsageError} that says how to write it
 */
export function refuseFlagsKeptByNpm(
  { options }: Pick<Command, 'options'>,
  { environment }: Pick<Terminal, 'environment'>,
): void {
  const { npm_lifecycle_event: event, npm_command: command = '' } = environment;
  // `npm publish --dry-run` means itself, whatever its scripts run.
  if (event === undefined || !/^(?:start|test|run)/.test(command)) return;
  const kept = options.flatMap(({ long, negate }) => {
    const name = (long ?? '').replace(/^--(?:no-)?/, '');
    const value = environment[`npm_config_${name.replaceAll('-', '_')}`];
    // A version is the target of a native module, which is npm's own.
    if (value === undefined || /^\d/.test(value)) return [];
    return (value === '') === negate ? [long ?? ''] : [];
  });
  if (kept.length === 0) return;
  const flags = [...new Set(kept)].join(' ');
  throw new UsageError(
    `npm took ${flags} for itself, so petvet did not receive ${kept.length === 1 ? 'it' : 'them'}`,
    `put -- before the flags of petvet: npm ${event === 'start' ? 'start' : `run ${event}`} -- ${flags}`,
  );
}
