import { UsageError } from '../errors.ts';
import { resolveTarget, type TargetFlags } from './resolve.ts';

export const LOCAL = { PETVET_BASE_URL: 'http://127.0.0.1:8080/v1', PETVET_API_KEY: 'key-of-mine' };
export const STAGING = { PETVET_STAGING_BASE_URL: 'https://staging.example/v1', PETVET_STAGING_API_KEY: 'key-of-mine' };

/** What the user is told of settings that cannot be used. */
export function complaint(flags: TargetFlags, environment: Record<string, string | undefined>): string {
  try {
    resolveTarget(flags, environment);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no complaint';
}
