import { describe, expect, it } from 'vitest';
import type { ReferenceOptions } from '../reference/options.ts';
import { defaultRun, PATIENCE, REACHED } from './limit-reached.fixture.ts';

// What is refilled while a machine is busy with others takes more requests.
describe.concurrent(
  'a default run on the Pro plan reaches the limit, and shows every rule,',
  { timeout: PATIENCE, retry: 2 },
  () => {
    it.each<[string, ReferenceOptions]>([
      ['of a bucket', { limiter: 'token-bucket' }],
      ['of a bucket behind a slow service', { variant: 'bucket-of-slow-service' }],
    ])('%s', async (_of, options) => {
      expect(await defaultRun({ plan: 'pro', ...options })).toEqual(REACHED);
    });
  },
);
