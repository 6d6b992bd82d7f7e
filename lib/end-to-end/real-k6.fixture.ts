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

/** The settings of a load with a key of the Free plan, against a service whose minute is that short. In seconds. */
export function loadSettings(baseUrl: string, key: string, windowSeconds: number): Record<string, string> {
  return {
    PETVET_K6: realK6(),
    PETVET_BASE_URL: baseUrl,
    PETVET_API_KEY: key,
    PETVET_PLAN: 'free',
    PETVET_WINDOW_SECONDS: `${windowSeconds}`,
  };
}
