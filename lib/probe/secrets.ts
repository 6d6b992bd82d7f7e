import { randomBytes } from 'node:crypto';
import type { createMask } from '../evidence/masking.ts';
import { otherSecrets } from '../targets/target.ts';
import type { RunSpec } from './run-spec.ts';

/** The keys and all else that must not be seen, with a wrong key that nobody was given. */
export function secretsOf({ target }: RunSpec): Parameters<typeof createMask>[0] {
  return {
    primary: target.apiKey,
    wrong: randomBytes(16).toString('hex'),
    ...(target.secondApiKey !== undefined && { second: target.secondApiKey }),
    extra: otherSecrets(target),
  };
}
