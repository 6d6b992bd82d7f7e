import { describe, expect, it } from 'vitest';
import type { ReferenceOptions } from '../reference/options.ts';
import { defaultRun, PATIENCE, REACHED } from './limit-reached.fixture.ts';

// What is refilled while a machine is busy with others takes more requests.
describe.concurrent('a default run reaches the limit, and shows every rule,', { timeout: PATIENCE, retry: 2 }, () => {
  it.each<[string, ReferenceOptions]>([
    ['of a bucket', { plan: 'pro', limiter: 'token-bucket' }],
    ['of a bucket behind a slow service', { plan: 'pro', variant: 'bucket-of-slow-service' }],
    ['of a bucket behind a service far away', { plan: 'business', variant: 'bucket-of-far-service' }],
  ])('%s', async (_of, options) => {
    expect(await defaultRun(options)).toEqual(REACHED);
  });
});
