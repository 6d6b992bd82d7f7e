import { describe, expect, it } from 'vitest';
import { isSameFault } from './same-fault.ts';

const huge = {
  rule: 'ERR-7',
  operation: 'createPet',
  fault: 'answered 500',
  input: 'the body holds a huge number',
} as const;
const PLAIN = { rule: 'ERR-7', operation: 'createPet', fault: 'answered 500' } as const;
const inChunks = { ...huge, input: 'the body comes in chunks; the body holds a huge number' } as const;
const taken = (input: string) =>
  ({ rule: 'AUTH-2', operation: 'createPet', fault: 'answered 201', input: `Authorization: ${input}` }) as const;
const ofLimiter = (rule: 'RATE-4' | 'RATE-5' | 'RATE-13', period = 'minute') =>
  ({ rule, fault: `no kind of limiter of the ${period}` }) as const;

describe('a finding is the fault that is known', () => {
  it.each([
    ['where its name is covered', huge, inChunks, true],
    ['where it has one of the ways in which the known request was unusual', inChunks, huge, true],
    ['not where it is unusual in another way', inChunks, { ...huge, input: 'the body is not UTF-8' }, false],
    [
      'not where it is unusual in another way, too',
      inChunks,
      { ...huge, input: 'the body holds a huge number; a BOM' },
      false,
    ],
    ['not on plain requests', inChunks, PLAIN, false],
    ['not where it is another fault', inChunks, { ...huge, fault: 'answered 503' }, false],
    ['where any key is known to be accepted', taken('Bearer {wrong}'), taken('Bearer {primary:extended}'), true],
    ['not where a key with another character is', taken('Bearer {primary:replaced}'), taken('Bearer {wrong}'), false],
    ['not under another scheme', taken('Bearer {wrong}'), taken('Token {primary}'), false],
    ['not where a key that is cut is known to be', taken('Bearer {primary:truncated}'), taken('Bearer {wrong}'), false],
    ['not on another operation', taken('Bearer {wrong}'), { ...taken('Bearer '), operation: 'listPets' }, false],
    ['not without a key', taken('Bearer {wrong}'), { ...taken(''), input: 'no Authorization header' }, false],
    ['where no limiter does either', ofLimiter('RATE-4'), ofLimiter('RATE-5'), true],
    ['not of another period', ofLimiter('RATE-4'), ofLimiter('RATE-5', 'day'), false],
    ['not of another rule', ofLimiter('RATE-4'), ofLimiter('RATE-13'), false],
  ] as const)('%s', (_, known, other, expected) => {
    expect(isSameFault(known, other)).toBe(expected);
  });
});
