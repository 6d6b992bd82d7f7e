import { describe, expect, it } from 'vitest';
import type { ExchangeParts } from '../judges.fixture.ts';
import { aLimiterLog, judged, type LoggedRequest } from './limiter-log.fixture.ts';

/** 60 requests within two seconds, a refusal, and what is said of the time until the limit opens again, in seconds. */
const usedUp = (resetIn: number, retryAfter: number): LoggedRequest[] => [
  ...Array.from({ length: 60 }, (_, index) => ({
    at: index * 30,
    remaining: 59 - index,
    resetIn: resetIn + 2 - index * 0.03,
  })),
  { at: 2_000, status: 429, remaining: 0, resetIn, retryAfter },
];
const of = (rule: string, requests: readonly LoggedRequest[], alter?: (parts: ExchangeParts) => ExchangeParts) =>
  aLimiterLog(requests, alter).filter((finding) => finding.rule === rule);
const next = (at: number, status = 200): LoggedRequest => ({
  at,
  status,
  remaining: status === 429 ? 0 : 59,
  resetIn: 60,
  ...(status === 429 && { retryAfter: 60 }),
});

describe('RATE-13', () => {
  it('passes on a request soon after Reset', () => {
    expect(of('RATE-13', [...usedUp(58, 58), next(62_000)])).toMatchObject([{ verdict: 'pass', shownBy: [61, 62] }]);
  });

  it('passes where the quota is whole again at the Reset of a limiter that let some in before', () => {
    const early = [...usedUp(58, 1), { at: 4_000, remaining: 1, resetIn: 56 }];
    const whole = { at: 61_000, remaining: 59, resetIn: 1 };
    expect(of('RATE-13', [...early, whole])).toMatchObject([{ verdict: 'pass', shownBy: [62, 63] }]);
    expect(of('RATE-13', [...early, { ...whole, at: 55_000 }])).toEqual([]);
  });

  it('passes where a request is admitted soon after the Reset of a refusal, also after others that were', () => {
    const early = [...usedUp(58, 1), { at: 4_000, remaining: 1, resetIn: 56 }];
    expect(of('RATE-13', [...early, { at: 61_000, remaining: 40, resetIn: 20 }])).toMatchObject([
      { verdict: 'pass', says: 'a request after X-RateLimit-Reset is admitted', shownBy: [61, 63] },
    ]);
    expect(of('RATE-13', [...early, { at: 81_000, remaining: 40, resetIn: 20 }])).toEqual([]);
  });

  it('is open where the next request came long after Reset, as Retry-After had asked for', () => {
    expect(of('RATE-13', [...usedUp(18, 58), next(62_000)])).toMatchObject([
      {
        verdict: 'inconclusive',
        says: 'the first request after X-RateLimit-Reset was sent 42 s later, because Retry-After was that long: whether the limit had reset by then is not known',
      },
    ]);
  });

  it.each([
    [2_900, 'pass'],
    [3_100, 'inconclusive'],
    [4_500, 'inconclusive'],
  ])(
    'in a window of 6 s, %d ms after Reset, is judged %s: such a window ends soon, whatever Reset says',
    (after, verdict) => {
      const short = { windows: { minute: 6, day: 86_400, testInstallation: true } };
      const log = [...usedUp(1, 1), { at: 3_000 + after, remaining: 59, resetIn: 6 }];
      expect(aLimiterLog(log, undefined, short).filter(({ rule }) => rule === 'RATE-13')).toMatchObject([{ verdict }]);
    },
  );

  it('is violated by a refusal after Reset, and says by how much', () => {
    expect(of('RATE-13', [...usedUp(18, 18), next(24_000, 429)])).toMatchObject([
      {
        verdict: 'fail',
        says: '4 s after X-RateLimit-Reset of the limit of 60 a minute the next request was refused, with a Reset 64 s later',
      },
    ]);
  });

  it("names the Reset of the day's window", () => {
    const day: LoggedRequest[] = usedUp(40_000, 58).map((one) => ({ ...one, resetIn: 40_000 - one.at / 1_000 }));
    expect(of('RATE-13', [...day, { ...next(62_000), resetIn: 39_938 }])).toMatchObject([
      {
        verdict: 'fail',
        says: 'X-RateLimit-Reset of the limit of 60 a minute was 11.1 h ahead, but the limit was restored 11.1 h before it: it looks like the Reset of the daily window',
      },
    ]);
  });

  it('passes without a Date, where a Reset a window ahead tells the time', () => {
    expect(of('RATE-13', [...usedUp(58, 58), next(62_000)], withoutDate)).toMatchObject([
      {
        verdict: 'pass',
        says: 'the quota renews at X-RateLimit-Reset: the next request finds the whole quota, as far as it can be told without a Date',
      },
    ]);
    const some = { ...next(62_000), remaining: 40 };
    expect(of('RATE-13', [...usedUp(58, 58), some], withoutDate)).toMatchObject([
      {
        verdict: 'pass',
        says: 'a request after X-RateLimit-Reset is admitted, as far as it can be told without a Date',
      },
    ]);
    expect(of('RATE-13', [...usedUp(58, 58), next(75_000)], withoutDate)).toMatchObject([{ verdict: 'inconclusive' }]);
    const refused = [...usedUp(58, 58), next(62_000, 429), next(123_000)];
    expect(of('RATE-13', refused, withoutDate)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('passes without a Date on the whole quota of a sliding log, of which Reset is a window after the last request', () => {
    const sliding = usedUp(60, 28).map((one) => ({ ...one, resetIn: 60 }));
    const early = { at: 32_000, remaining: 50, resetIn: 60 };
    expect(of('RATE-13', [...sliding, early, { ...next(94_000), resetIn: 60 }], withoutDate)).toMatchObject([
      { verdict: 'pass', shownBy: [62, 63] },
    ]);
    const part = { at: 94_000, remaining: 48, resetIn: 60 };
    expect(of('RATE-13', [...sliding, early, part], withoutDate)).not.toMatchObject([{ verdict: 'pass' }]);
  });

  it('is open where two Dates contradict each other', () => {
    let nth = 0;
    const contradictory = (parts: ExchangeParts) =>
      ++nth % 9 === 0
        ? {
            ...parts,
            headers: [
              ...(parts.headers ?? []).filter(([n]) => n !== 'Date'),
              ['Date', new Date((parts.at ?? 0) + 300_000).toUTCString()] as const,
            ],
          }
        : parts;
    expect(of('RATE-13', [...usedUp(58, 58), next(62_000)], contradictory)).toMatchObject([
      { verdict: 'inconclusive' },
    ]);
  });

  it('is judged where the Date of responses is kept for a second or two', () => {
    expect(of('RATE-13', [...usedUp(58, 58), next(62_000)], cached)).toMatchObject([{ verdict: 'pass' }]);
    expect(of('RATE-9', [...usedUp(58, 58), next(62_000)], cached)).toMatchObject([{ verdict: 'pass' }]);
  });
});

describe('a service five minutes ahead, with a gateway in front of it that is not', () => {
  it.each([414, 431, 400])('is not called wrong for a %i of the gateway', (status) => {
    const requests = [...usedUp(58, 58), next(62_000)];
    const target = status === 400 ? '/pets/%00' : `/pets?x=${'a'.repeat(9_000)}`;
    const refused = requests.toSpliced(20, 0, { at: 590, status, target, remaining: 28, resetIn: 3_000 });
    const alter = (parts: ExchangeParts) => (parts.target === target ? parts : clockOffset(parts));
    const findings = aLimiterLog(refused, alter);
    expect(findings.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ rule: 'RATE-13', verdict: 'pass' }));
  });
});

const httpDate = (milliseconds: number) => new Date(milliseconds).toUTCString();

/** Retry-After and Date as dates, each by a clock that is that many seconds ahead of ours. */
const dates = (retryAfterAhead: number, dateAhead: number) => (parts: ExchangeParts) => {
  const at = parts.at ?? 0;
  const headers = (parts.headers ?? []).map(([name, value]): readonly [string, string] => {
    if (name === 'Date') return [name, httpDate(at + 1_000 * dateAhead)];
    if (name === 'X-RateLimit-Reset') return [name, `${Number(value) + retryAfterAhead}`];
    return name === 'Retry-After' ? [name, httpDate(at + 1_000 * (Number(value) + retryAfterAhead))] : [name, value];
  });
  return { ...parts, headers };
};
const refusedAt = (at: number) => ({ ...next(at, 429), resetIn: 60 - at / 1_000, retryAfter: 60 - at / 1_000 });
const early = [...usedUp(58, 58), refusedAt(57_000), refusedAt(58_300), refusedAt(59_600)];

describe('RATE-8', () => {
  it('passes on a request soon after Retry-After, and is open on one that came much later', () => {
    expect(of('RATE-8', [...usedUp(58, 58), next(62_000)])).toMatchObject([{ verdict: 'pass' }]);
    expect(of('RATE-8', [...usedUp(58, 2), next(62_000)])).toMatchObject([
      {
        verdict: 'inconclusive',
        says: 'the next request was sent 58 s after Retry-After had passed: whether an earlier one would have been admitted is not known',
      },
    ]);
  });

  it.each([
    ['the clock of a service that is 20 seconds behind', -20, -20],
    ['the clock of a service that is 2 seconds behind', -2, -2],
    ['a right clock, beside the Date of a gateway that is 5 seconds ahead', 0, 5],
  ])('counts no request as after a date by %s that came before it', (_clock, retryAfterAhead, dateAhead) => {
    const found = of('RATE-8', [...early, next(61_500)], dates(retryAfterAhead, dateAhead));
    expect(found.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const inTime = of('RATE-8', [...usedUp(58, 58), next(61_500)], dates(retryAfterAhead, retryAfterAhead));
    expect(inTime).toMatchObject([{ verdict: 'pass' }]);
  });

  it.each([-20, 0, 20])('is violated by two refusals after the date, by a clock %d seconds ahead', (ahead) => {
    const again = [
      ...usedUp(58, 10),
      { ...next(14_000, 429), retryAfter: 10 },
      { ...next(27_000, 429), retryAfter: 3 },
    ];
    expect(of('RATE-8', again, dates(ahead, ahead))).toMatchObject([{ verdict: 'fail' }]);
  });
});

describe('RATE-9', () => {
  it('is told by our clock where no response has a Date, and a difference is in doubt', () => {
    expect(of('RATE-9', [...usedUp(58, 58), next(62_000)], withoutDate)).toMatchObject([
      { verdict: 'pass', says: expect.stringContaining('without a Date') },
    ]);
    expect(of('RATE-9', [...usedUp(18, 58), next(62_000)], withoutDate)).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('does not say that they agree where a limiter that refills lets one in earlier', () => {
    expect(of('RATE-9', [...usedUp(58, 2).slice(0, 3), ...usedUp(58, 2).slice(-1)])).toMatchObject([
      {
        verdict: 'observed',
        says: expect.stringMatching(/^Retry-After ends 5\d s before X-RateLimit-Reset, as it may with a limiter/),
      },
    ]);
  });

  it('is a warning where Retry-After ends after Reset', () => {
    expect(of('RATE-9', [...usedUp(18, 58), next(62_000)])).toMatchObject([{ verdict: 'fail' }]);
  });
});

function withDate(parts: ExchangeParts, at: number): ExchangeParts {
  return {
    ...parts,
    headers: [...(parts.headers ?? []).filter(([name]) => name !== 'Date'), ['Date', new Date(at).toUTCString()]],
  };
}

function cached(parts: ExchangeParts): ExchangeParts {
  return withDate(parts, Math.floor((parts.at ?? 0) / 1_800) * 1_800);
}

function clockOffset(parts: ExchangeParts): ExchangeParts {
  const headers = (parts.headers ?? []).map(([name, value]): [string, string] =>
    name === 'X-RateLimit-Reset' ? [name, `${Number(value) + 300}`] : [name, value],
  );
  return withDate({ ...parts, headers }, (parts.at ?? 0) + 300_000);
}

function withoutDate(parts: ExchangeParts): ExchangeParts {
  return { ...parts, without: ['Date'] };
}

describe('RATE-8', () => {
  it('is shown by a Retry-After with a fraction, too', () => {
    expect(of('RATE-8', [...usedUp(58, 57.5), next(60_100)])).toMatchObject([{ verdict: 'pass' }]);
  });
});

const judgedShort = (minute: number, requests: readonly LoggedRequest[]) =>
  judged(requests, undefined, { windows: { minute, day: 86_400, testInstallation: true } }).map((one) =>
    one.replace(/:.*/, ''),
  );

describe('a Retry-After that is half of what it takes, in a short window', () => {
  const refused = { status: 429, remaining: 0, retryAfter: 0 };
  const admitted = { remaining: 59, resetIn: 6 };

  it('is open under RATE-8 where one request was refused with the same Reset, and a later one was not', () => {
    const requests = [...usedUp(4, 2), { ...refused, at: 5_100, resetIn: 0.89 }, { ...admitted, at: 7_500 }];
    expect(judgedShort(6, requests)).toEqual(['RATE-8 inconclusive']);
  });

  it('is warned of under RATE-9 where it is too short beyond what clocks explain', () => {
    const requests = [
      ...usedUp(8, 4),
      { ...refused, at: 7_100, resetIn: 2.89 },
      { ...admitted, at: 11_500, resetIn: 10 },
    ];
    expect(judgedShort(10, requests)).toEqual(['RATE-8 inconclusive', 'RATE-9 fail']);
  });

  it('is not blamed where that refusal announces another Reset', () => {
    const requests = [...usedUp(4, 2), { ...refused, at: 5_100, resetIn: 3.89 }, { ...admitted, at: 10_500 }];
    expect(judgedShort(6, requests)).not.toContain('RATE-9 fail');
  });

  it('is none where a limiter that refills admits the request', () => {
    const requests = [...usedUp(4, 2), { at: 5_100, remaining: 9, resetIn: 0.89 }, { ...admitted, at: 7_500 }];
    expect(judgedShort(6, requests)).toEqual([]);
  });
});

describe('a bucket of one', () => {
  it('is not called wrong where a request that a gateway may have refused used what was back', () => {
    const inFront = { target: '/pets?status=%zz', status: 400, remaining: 0, resetIn: 2 };
    const refused = { status: 429, remaining: 0, resetIn: 2, retryAfter: 1 };
    const twice = [4_500, 6_700].flatMap((at) => [
      { ...inFront, at },
      { ...refused, at: at + 10 },
    ]);
    expect(of('RATE-8', [...usedUp(2, 1), ...twice]).map(({ verdict }) => verdict)).not.toContain('fail');
    expect(of('RATE-13', [...usedUp(2, 1), ...twice]).map(({ verdict }) => verdict)).not.toContain('fail');
  });

  it('passes where such a request comes before one that is admitted', () => {
    const inFront = { at: 4_500, target: '/pets?status=%zz', status: 400, remaining: 0, resetIn: 2 };
    const admitted = { at: 4_510, remaining: 0, resetIn: 2 };
    expect(of('RATE-8', [...usedUp(2, 1), inFront, admitted]).map(({ verdict }) => verdict)).toEqual(['pass']);
  });
});
