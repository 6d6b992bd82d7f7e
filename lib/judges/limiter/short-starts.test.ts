import { describe, expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

const FIGURE = 60;
const WINDOW_S = 60;

/** A window that a first request opens, and the requests after it, each of which leaves one less. */
function used(since: number, first: number, count: number): LoggedRequest[] {
  return Array.from({ length: count }, (_, index): LoggedRequest => {
    const sent = index * 20;
    return { at: since + sent, remaining: first - index, resetIn: WINDOW_S - sent / 1_000 };
  });
}

const said = (requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests)
    .filter(({ rule }) => rule === 'RATE-4')
    .map(({ verdict, says }) => `${verdict}: ${says}`);
const PASS = ['pass: Remaining goes down as the window is used'];

describe('the first request of a window', () => {
  it('leaves all but itself', () => {
    expect(said([...used(0, FIGURE - 1, 40), ...used(62_000, FIGURE - 1, 20)])).toEqual(PASS);
  });

  it('is told as a doubt where it leaves one less, each time', () => {
    expect(said([...used(0, FIGURE - 2, 40), ...used(62_000, FIGURE - 2, 20)])).toEqual([
      'inconclusive: Remaining was 58 of 60 after the first request of each of 2 windows: another client would have to use the key within the same second each time',
    ]);
  });

  it('tells nothing where another client may have come before it, or comes by chance', () => {
    expect(said([...used(0, FIGURE - 2, 40), ...used(62_000, FIGURE - 1, 20)])).toEqual(PASS);
    expect(said([...used(0, FIGURE - 4, 40), ...used(62_000, FIGURE - 2, 20)])).toEqual(PASS);
    expect(said(used(0, FIGURE - 2, 40))).toEqual(PASS);
  });

  it('tells nothing where the clock opens the windows', () => {
    const later = used(0, FIGURE - 2, 40).map((request) => ({ ...request, resetIn: (request.resetIn ?? 0) - 20 }));
    expect(said([...later, ...used(62_000, FIGURE - 2, 20)])).toEqual(PASS);
  });
});

const ofTheDay = (since: number) => used(since, FIGURE - 1, 40).map((request) => ({ ...request, limit: 1_000 }));

it('a Limit of a day beside the Remaining of a minute is told as a doubt', () => {
  const silent: LoggedRequest = { at: 61_990, limit: 1_000 };
  const findings = aLimiterLog([...ofTheDay(0), silent, ...ofTheDay(62_000)], undefined, { plan: { name: 'auto' } });
  expect(findings.map(({ says }) => says).join()).toContain('or Remaining counts a limit of 60');
});
