import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { profileOf, readProfiles } from './profiles.ts';

describe('readProfiles', () => {
  it.each([
    [[], { strictness: 'default' }],
    [['strict'], { strictness: 'strict' }],
    [['read-only'], { coverage: 'read-only', strictness: 'default' }],
    [['read-only,strict'], { coverage: 'read-only', strictness: 'strict' }],
    [['strict', ' No-Burst '], { coverage: 'no-burst', strictness: 'strict' }],
    [['smoke', 'smoke', 'default'], { coverage: 'smoke', strictness: 'default' }],
  ])('reads %j', (texts, wanted) => {
    expect(readProfiles(texts)).toEqual(wanted);
  });

  it.each([
    [['read-only', 'smoke'], '--profile read-only and --profile smoke cannot both be given'],
    [['complete,no-burst'], '--profile complete and --profile no-burst cannot both be given'],
    [['strict,default'], '--profile strict and --profile default cannot both be given'],
    [['readonly'], '--profile "readonly" is not a profile; there are complete, no-burst, read-only, smoke, strict'],
    [[''], '--profile "" is not a profile'],
  ])('refuses %j', (texts, says) => {
    expect(() => readProfiles(texts)).toThrow(UsageError);
    expect(() => readProfiles(texts)).toThrow(says);
  });
});

describe('profileOf', () => {
  const LIMIT = 'the rate limit is not used up (--no-burn)';

  it.each([
    ['complete', { writes: true }],
    ['no-burst', { writes: true, limitLeft: LIMIT }],
    ['read-only', { writes: false, limitLeft: LIMIT }],
    ['read-only', { writes: false }],
    ['smoke', { writes: true, smoke: true, limitLeft: 'a smoke run does not use up the rate limit' }],
    ['smoke', { writes: false, smoke: true }],
  ])('is %s for %j', (name, knowledge) => {
    expect(profileOf(knowledge)).toBe(name);
  });
});
