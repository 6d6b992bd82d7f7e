import { describe, expect, it } from 'vitest';
import type { CredentialRole } from '../../evidence/exchange.ts';
import { aKnowledge, aReading, FIRST_INSTANT } from '../judges.fixture.ts';
import type { LimiterLog } from './metered-history.ts';
import { judgeAcrossRestarts } from './restarts.ts';

/** A log of one request a tenth of a second, each of which was told how many are left of 60. */
function logOf(remaining: readonly (number | readonly [limit: number, left: number])[]): LimiterLog {
  const reset = Math.ceil(FIRST_INSTANT / 1_000) + 50;
  const readings = remaining
    .map((one) => (typeof one === 'number' ? ([60, one] as const) : one))
    .map(([limit, left], index) =>
      aReading({
        id: index + 1,
        target: `/pets?limit=${(index % 100) + 1}`,
        at: FIRST_INSTANT + index * 100,
        headers: [
          ['X-RateLimit-Limit', `${limit}`],
          ['X-RateLimit-Remaining', `${left}`],
          ['X-RateLimit-Reset', `${reset}`],
        ],
      }),
    );
  return { readings, unanswered: [], knowledge: aKnowledge() };
}

const down = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

const verdictsOfLimits = (told: readonly (readonly [limit: number, left: number])[]) => verdictsOfLog(logOf(told), []);

const verdictsOf = (remaining: readonly number[], moments: readonly number[]) =>
  verdictsOfLog(logOf(remaining), moments);

const verdictsOfLog = (log: LimiterLog, moments: readonly number[]) =>
  judgeAcrossRestarts(log, moments).findings.flatMap(({ rule, verdict, says }) =>
    verdict === 'fail' || verdict === 'inconclusive' ? [`${rule} ${verdict}: ${says}`] : [],
  );

describe('a limiter of a service that was away', () => {
  const ANEW = [...down(59, 40), ...down(59, 20)];

  it('may count from nothing afterwards', () => {
    expect(verdictsOf(ANEW, []).join('\n')).toMatch(/RATE-4 fail/);
    const [open, ...others] = verdictsOf(ANEW, [41]);
    expect(open).toMatch(
      /^RATE-4 inconclusive: .* but the service was unavailable meanwhile, and its limiter restarted$/,
    );
    expect(others).toEqual([]);
  });

  it('violates what a stretch without an interruption shows', () => {
    const stuck = [...down(59, 5), ...Array.from({ length: 20 }, () => 54)];
    expect(verdictsOf([...stuck, ...stuck], [26]).join('\n')).toMatch(/RATE-4 fail/);
  });

  it('has not begun anew where it counts on', () => {
    const risen = [...down(59, 20), ...down(39, 10), ...down(45, 5), ...down(57, 15)];
    expect(verdictsOf(risen, [21])).toEqual(verdictsOf(risen, []));
    expect(verdictsOf(risen, []).join('\n')).toMatch(/RATE-4 fail/);
  });

  it('may restart several times', () => {
    const thrice = [...down(59, 40), ...down(59, 41), ...down(59, 20)];
    expect(verdictsOf(thrice, []).join('\n')).toMatch(/RATE-5 fail/);
    expect(verdictsOf(thrice, [41, 82]).join('\n')).not.toMatch(/fail/);
    expect(verdictsOf(thrice, [41, 60]).join('\n')).toMatch(/RATE-5 fail/);
  });

  it('is judged as a whole where the trouble came before or after all that it announced', () => {
    expect(verdictsOf(ANEW, [0])).toEqual(verdictsOf(ANEW, []));
    expect(verdictsOf(ANEW, [1_000])).toEqual(verdictsOf(ANEW, []));
  });
});

/** One request a tenth of a second: of whom, what remains of 60, and in how many seconds from the first request on it is Reset. */
type Told = readonly [of: CredentialRole, remaining: number, resetAt?: number, status?: number, writtenAs?: string];

function verdictsOfCallers(told: readonly Told[], pauseAfter = Infinity): string[] {
  const start = Math.ceil(FIRST_INSTANT / 1_000);
  const readings = told.map(
    ([credential, remaining, resetAt = 50, status = credential === 'wrong' ? 401 : 200, writtenAs], index) =>
      aReading({
        id: index + 1,
        target: `/pets?limit=${(index % 100) + 1}`,
        credential,
        ...(writtenAs !== undefined && { requestHeaders: [['Authorization', writtenAs] as const] }),
        status,
        at: FIRST_INSTANT + index * 100 + (index >= pauseAfter ? 2_000 : 0),
        headers: [
          ['X-RateLimit-Limit', '60'],
          ['X-RateLimit-Remaining', `${remaining}`],
          ['X-RateLimit-Reset', `${start + resetAt}`],
          ...(status === 429 ? [['Retry-After', '1'] as const] : []),
        ],
      }),
  );
  return verdictsOfLog({ readings, unanswered: [], knowledge: aKnowledge() }, []);
}

const own = (from: number, count: number): Told[] => down(from, count).map((left) => ['primary', left]);
const strangers = (from: number, count: number): Told[] => down(from, count).map((left) => ['wrong', left]);

const WRITTEN_OTHERWISE: Told = ['primary', 59, 50, 200, 'bearer primary'];

describe('a limiter that begins anew while nobody is served', () => {
  const BEGUN_ANEW = 'but the limiter began anew once, before its Reset, as after a restart that no request met';

  it('may have restarted where the counter of other callers begins anew, too', () => {
    const said = verdictsOfCallers([...own(59, 40), ...strangers(59, 8), ...own(59, 20), ...strangers(59, 3)]);
    expect(said.join('\n')).not.toMatch(/ fail/);
    expect(said.join('\n')).toContain(BEGUN_ANEW);
    const only = verdictsOfCallers([...own(59, 40), ...strangers(59, 8), ...own(59, 1), ...strangers(59, 3)]);
    expect(only.join('\n')).toContain(BEGUN_ANEW);
  });

  it.each([
    ['no other counter begins anew', [...own(59, 40), ...strangers(59, 8), ...own(59, 20), ...strangers(51, 3)]],
    ['nobody else called', [...own(59, 40), ...own(59, 20)]],
    [
      'the old counter goes on',
      [...own(59, 40), ...strangers(59, 8), ...own(59, 3), ...own(19, 10), ...strangers(59, 3)],
    ],
    [
      'a key that is written in another way may have a counter of its own',
      [...own(59, 40), ...strangers(59, 8), WRITTEN_OTHERWISE, ...strangers(59, 3)],
    ],
    ['it does so again', [...own(59, 20), ...strangers(59, 8), ...own(59, 20), ...strangers(59, 8), ...own(59, 20)]],
    [
      'the others began anew at another time',
      [...own(59, 30), ...strangers(59, 8), ...strangers(59, 8), ...own(29, 10), ...own(59, 20)],
    ],
  ])('violates where %s', (_why, told) => {
    expect(verdictsOfCallers(told).join('\n')).toMatch(/ fail/);
  });

  it('may have been a bucket, which is full sooner than it had said', () => {
    const used = Array.from({ length: 60 }, (_, index): Told => ['primary', 59 - index, 1 + index]);
    const refused: Told = ['primary', 0, 61, 429];
    const again = Array.from({ length: 20 }, (_, index): Told => ['primary', 59 - index, 10 + index]);
    const said = verdictsOfCallers([...used, refused, ...again], 61);
    expect(said.join('\n')).not.toMatch(/ fail/);
    expect(said.join('\n')).toContain(BEGUN_ANEW);
  });
});

const upTo = (limits: readonly number[]) => limits.map((limit, index) => [limit, limit - 1 - index] as const);

describe('a limit that changes', () => {
  it('once, for good, is that of another plan', () => {
    const said = verdictsOfLimits([
      ...upTo(Array.from({ length: 40 }, () => 60)),
      ...upTo(Array.from({ length: 40 }, () => 300)),
    ]);
    expect(said.join('\n')).not.toMatch(/fail/);
    expect(said.join('\n')).toContain('but the limit changed from 60 to 300 meanwhile');
  });

  it('to and fro is no plan', () => {
    const limits = Array.from({ length: 80 }, (_, index) => (index % 8 < 4 ? 60 : 300));
    expect(verdictsOfLimits(upTo(limits)).join('\n')).toMatch(/fail/);
  });
});
