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
const notTaken = (input: string) => ({ ...taken(input), fault: 'answered 301' }) as const;
const altered = taken('Bearer {primary:truncated}');
const ON_GET = { operation: 'getPet', fault: 'answered 200' } as const;
const ANY_SCHEME = '{primary} under another scheme';
const status = (value: string) =>
  ({ rule: 'CREATE-6', operation: 'createPet', fault: 'answered 201', input: `status is ${value}` }) as const;
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
    ['where any key is refused otherwise', notTaken('Bearer null'), notTaken('Bearer {primary:prefixed}'), true],
    ['not where one is refused and another taken', notTaken('Bearer null'), taken('Bearer {primary:prefixed}'), false],
    [
      'where a certain word is taken on another operation',
      taken('Bearer null'),
      { ...taken('Bearer null'), ...ON_GET },
      true,
    ],
    ['not where any key is, elsewhere', taken('Bearer {wrong}'), { ...taken('Bearer {wrong}'), ...ON_GET }, false],
    ['not where another key is taken', taken('Bearer null'), taken('Bearer {primary:prefixed}'), false],
    ['not under another scheme', taken('Bearer {wrong}'), taken('Token {primary}'), false],
    ['not where a key that is cut is known to be', taken('Bearer {primary:truncated}'), taken('Bearer {wrong}'), false],
    ['not on another operation', taken('Bearer {wrong}'), { ...taken('Bearer '), operation: 'listPets' }, false],
    ['not without a key', taken('Bearer {wrong}'), { ...taken(''), input: 'no Authorization header' }, false],
    ['where the same form of the key is known on another operation', altered, { ...altered, ...ON_GET }, true],
    ['not where it is answered otherwise', altered, { ...altered, ...ON_GET, fault: 'answered 403' }, false],
    [
      'not where a wrong key is known on another operation',
      taken('Bearer {wrong}'),
      { ...taken('Bearer {wrong}'), ...ON_GET },
      false,
    ],
    ['under no scheme, where any is known to be accepted', taken(ANY_SCHEME), taken('{primary}'), true],
    ['not under any scheme, where none is known to be accepted', taken('{primary}'), taken(ANY_SCHEME), false],
    ['with another word as status, where one is known to be accepted', status('"adopted"'), status('"soldish"'), true],
    ['not with a status in another letter case', status('"adopted"'), status('"sold" in another letter case'), false],
    ['not with an empty status', status('"adopted"'), status('""'), false],
    ['not with any word, where one is known', status('"soldish"'), status('"adopted"'), false],
    ['where no limiter does either', ofLimiter('RATE-4'), ofLimiter('RATE-5'), true],
    ['not of another period', ofLimiter('RATE-4'), ofLimiter('RATE-5', 'day'), false],
    ['not of another rule', ofLimiter('RATE-4'), ofLimiter('RATE-13'), false],
  ] as const)('%s', (_, known, other, expected) => {
    expect(isSameFault(known, other)).toBe(expected);
  });
});
