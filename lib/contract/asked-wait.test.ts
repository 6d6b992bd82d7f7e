import { describe, expect, it } from 'vitest';
import { askedWait } from './asked-wait.ts';

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
