import { describe, expect, it } from 'vitest';
import { askedWait, createWaitReader, type WaitReader } from './asked-wait.ts';

/** 2026-11-22 07:00:00 UTC. */
const NOW = Date.UTC(2026, 10, 22, 7);

describe('the wait that Retry-After asks for', () => {
  it.each<[title: string, values: string[], wait: number | undefined]>([
    ['no header', [], undefined],
    ['seconds', ['37'], 37_000],
    ['none', ['0'], 0],
    ['leading zeros and blanks', [' 007\t'], 7_000],
    ['an HTTP date', ['Sun, 22 Nov 2026 07:00:20 GMT'], 20_000],
    ['a date of RFC 850', ['Sunday, 22-Nov-26 07:00:20 GMT'], 20_000],
    ['a date of asctime', ['Sun Nov 22 07:00:20 2026'], 20_000],
    ['a date that has passed', ['Sun, 22 Nov 2026 06:00:00 GMT'], 0],
    ['a date far ahead', ['Fri, 31 Dec 9999 23:59:59 GMT'], Date.UTC(9999, 11, 31, 23, 59, 59) - NOW],
    ['a date of ISO 8601', ['2026-11-22T07:01:00Z'], 60_000],
    ['a fraction', ['1.5'], 1_500],
    ['a unit', ['30s'], 30_000],
    ['a unit in words', ['30 seconds'], 30_000],
    ['a day and more, as milliseconds of a minute would be', ['86401'], 86_401_000],
    ['a Unix time of about now, in seconds', [`${NOW / 1_000 + 12}`], 12_000],
    ['a Unix time of about now, in milliseconds', [`${NOW + 12_000}`], 12_000],
    ['a number of ten digits that is no instant of about now', ['9999999999'], 9_999_999_999_000],
    ['more digits than a number holds', ['9'.repeat(400)], Infinity],
    ['several headers: the longest', ['3', '30', '7'], 30_000],
    ['several in one, a date among them', ['3, Sun, 22 Nov 2026 07:00:40 GMT, 30'], 40_000],
    ['a negative number', ['-5'], undefined],
    ['words', ['soon'], undefined],
    ['an empty one', [''], undefined],
    ['another notation of a number', ['1e3'], undefined],
    ['hexadecimal digits', ['0x10'], undefined],
    ['a date that is none', ['Sun, 99 Nov 2026 07:00:20 GMT'], undefined],
    ['one that makes no sense beside one that does', ['soon', '4'], 4_000],
  ])('%s', (_title, values, wait) => {
    expect(askedWait(values, NOW)).toBe(wait);
  });
});

describe('a Retry-After on a response that tells of the window', () => {
  const ofWindow = { remaining: 12, untilReset: 59_000 };
  it.each<[title: string, status: number, wait: number, told: Parameters<WaitReader>[2], meant: boolean]>([
    ['where requests remain', 200, 59, ofWindow, false],
    ['for less than until Reset, where requests remain', 200, 1, ofWindow, true],
    ['where none remains until that Reset', 200, 40, { remaining: 0, untilReset: 41_000 }, false],
    ['where none remains, for longer than until Reset', 200, 90, { remaining: 0, untilReset: 41_000 }, true],
    ['where none remains until who knows when', 200, 40, { remaining: 0, untilReset: undefined }, true],
    ['without a Reset, where requests remain', 200, 40, { remaining: 3, untilReset: undefined }, false],
    ['without Remaining', 200, 40, { remaining: undefined, untilReset: 40_000 }, true],
    ...[301, 302, 400, 401, 403, 404, 413, 418, 429, 500, 501, 502, 503, 504].map(
      (status): [string, number, number, typeof ofWindow, boolean] => ['of a refusal', status, 59, ofWindow, true],
    ),
    ['of a key that is locked out for a while', 401, 300, { remaining: 3, untilReset: 41_000 }, true],
  ])('%s (%i)', (_title, status, seconds, told, meant) => {
    expect(createWaitReader()(status, 1_000 * seconds, told)).toBe(meant);
  });

  it.each([
    [400, false],
    [401, false],
    [404, false],
    [500, false],
    [403, true],
    [429, true],
    [503, true],
  ])('on a %i, of a service whose 200 carries one, too', (status, meant) => {
    const isMeant = createWaitReader();
    isMeant(200, 59_000, ofWindow);
    expect(isMeant(status, 59_000, ofWindow)).toBe(meant);
    expect(isMeant(status, 90_000, ofWindow)).toBe(true);
  });
});
