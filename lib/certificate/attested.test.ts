import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { readAttested } from './attested.ts';
import { attestedChecks } from './check.ts';

describe('what a signer states besides the run', () => {
  it('is taken as it is, and stays open', () => {
    expect(readAttested([], ['key'])).toEqual([]);
    const attested = readAttested(['Enterprise: 10,000 requests per minute'], ['']);
    expect(attestedChecks({ attested })).toEqual([
      { what: 'attested', state: 'open', says: expect.stringMatching(/no run shows: Enterprise: 10,000/) },
    ]);
    expect(attestedChecks({})).toEqual([]);
  });

  it.each([
    ['a key', ['the key is pet_0123456789']],
    ['a control character', ['a\u001b[31mb']],
    ['nothing', ['']],
    ['too long a text', ['x'.repeat(201)]],
    ['too many', Array.from({ length: 21 }, (_, nth) => `statement ${nth}`)],
  ])('is refused with %s', (_what, given) => {
    expect(() => readAttested(given, ['pet_0123456789'])).toThrow(UsageError);
  });
});
