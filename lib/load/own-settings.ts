import type { Environment } from '../target/environment.ts';

/** An environment for another program: the keys and settings of petvet's own are no business of it. */
export function withoutOwnSettings(environment: Environment): Record<string, string> {
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && !name.startsWith('PETVET_')) others[name] = value;
  }
  return others;
}
