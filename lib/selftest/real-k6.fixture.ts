import { inject } from 'vitest';

/**
 * The path of the k6 that the tests were set up with.
 *
 * @throws {Error} that says why there is none
 */
export function realK6(): string {
  const k6 = inject('k6');
  if ('missing' in k6) throw new Error(`k6 could not be obtained: ${k6.missing}`);
  return k6.path;
}
