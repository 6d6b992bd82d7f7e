import { describe, expect, it } from 'vitest';
import { UsageError } from '../../errors.ts';
import { refuseBrokenPromise, strictnessOf, withProfile, type ProfiledFlags } from './profile.ts';

describe('withProfile', () => {
  it.each([
    [undefined, { writes: true }, { writes: true }],
    ['complete', { maxRequests: 300 }, { maxRequests: 300 }],
    ['no-burst', {}, { burn: false }],
    ['read-only', {}, { writes: false, burn: false }],
    ['read-only', { writes: false, burn: false }, { writes: false, burn: false }],
    ['smoke', { writes: false }, { writes: false, smoke: true }],
    ['smoke', { maxRequests: 7 }, { maxRequests: 7, smoke: true }],
  ] as const)('%s makes of %j: %j', (name, flags: ProfiledFlags, all) => {
    expect(withProfile(flags, name)).toEqual(all);
  });

  it.each([
    ['read-only', { writes: true }, '--profile read-only and --writes cannot both be given'],
    ['read-only', { burn: true }, '--profile read-only and --burn'],
    ['read-only', { smoke: true }, '--profile read-only and --smoke'],
    ['read-only', { populate: true }, '--profile read-only and --populate'],
    ['no-burst', { burn: true }, '--profile no-burst and --burn'],
    ['no-burst', { writes: false }, '--profile no-burst and --no-writes'],
    ['complete', { burn: false }, '--profile complete and --no-burn'],
    ['complete', { writes: false }, '--profile complete and --no-writes'],
    ['smoke', { maxRequests: 11 }, '--profile smoke and --max-requests 11'],
    ['smoke', { burn: true }, '--profile smoke and --burn'],
    ['complete', { failedFrom: 'reports/x' }, '--profile complete and --failed-from'],
  ] as const)('%s refuses %j', (name, flags: ProfiledFlags, says) => {
    expect(() => withProfile(flags, name)).toThrow(UsageError);
    expect(() => withProfile(flags, name)).toThrow(says);
  });
});

describe('strictnessOf', () => {
  const IN_CI = { environment: { CI: 'true' } } as const;

  it.each([
    [['read-only'], undefined, IN_CI, true],
    [['read-only'], false, IN_CI, false],
    [['read-only'], undefined, { environment: {} }, false],
    [['read-only'], undefined, { environment: { CI: 'false' } }, false],
    [['strict'], undefined, IN_CI, false],
    [[], undefined, IN_CI, false],
    [[], true, { environment: {} }, true],
  ] as const)('with %j, %j, %j requires completeness: %j', (profile, requireComplete, terminal, is) => {
    const flags = { profile, ...(requireComplete !== undefined && { requireComplete }) };
    expect(strictnessOf(flags, terminal).requireComplete).toBe(is);
  });
});

describe('refuseBrokenPromise', () => {
  it.each([
    ['no-burst', { writes: false, useUp: 'never' }, '--profile no-burst creates pets, and writes are off'],
    ['complete', { writes: false, useUp: 'documented' }, '--profile complete creates pets, and writes are off'],
    ['complete', { writes: true, useUp: 'never' }, '--profile complete uses up the rate limit'],
  ] as const)('refuses %s with %j', (name, planned, says) => {
    expect(() => refuseBrokenPromise(name, planned)).toThrow(says);
  });

  it('lets what the settings allow', () => {
    expect(() => {
      refuseBrokenPromise('read-only', { writes: false, useUp: 'never' });
      refuseBrokenPromise('no-burst', { writes: true, useUp: 'never' });
      refuseBrokenPromise('complete', { writes: true, useUp: 'documented' });
      refuseBrokenPromise('smoke', { writes: false, useUp: 'never' });
      refuseBrokenPromise(undefined, { writes: false, useUp: 'never' });
    }).not.toThrow();
  });
});
