import { expect, it } from 'vitest';
import { FIRST_INSTANT, type ExchangeParts } from '../judges.fixture.ts';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** Three fixed windows of a minute, of which the second begins soon after most of the first one was used. */
const windows: readonly LoggedRequest[] = [0, 60_500, 121_000].flatMap((begins) => [
  { at: begins, remaining: 59, resetIn: 60 },
  ...Array.from({ length: 50 }, (_, index) => ({
    at: begins + 50_000 + index * 100,
    remaining: 58 - index,
    resetIn: 10 - index / 10,
  })),
]);

/** Each response is of the next instance, whose clock is ahead by as many seconds: that of its `Date` and of its Reset. */
function answeredInTurn(clocks: readonly number[], isDated = true) {
  return (parts: ExchangeParts): ExchangeParts => {
    const at = parts.at ?? FIRST_INSTANT;
    const ahead = clocks[(at / 100) % clocks.length] ?? 0;
    return {
      ...parts,
      headers: (parts.headers ?? []).map(([name, value]) => {
        if (name === 'Date' && isDated) return [name, new Date(at + ahead * 1_000).toUTCString()];
        return name === 'X-RateLimit-Reset' ? [name, `${Number(value) + ahead}`] : [name, value];
      }),
    };
  };
}

const violated = (clocks: readonly number[], isDated?: boolean) =>
  aLimiterLog(windows, answeredInTurn(clocks, isDated)).flatMap(({ verdict, rule }) =>
    verdict === 'fail' ? [rule] : [],
  );

it.each([[[0]], [[0, 2]], [[0, 4]], [[0, 3, -2]], [[0, 15]], [[0, 600]]])(
  'instances whose clocks are ahead by %j seconds each tell one fixed window by their own clocks',
  (clocks) => {
    expect(violated(clocks)).toEqual([]);
  },
);

it('a Reset that is told differently by one clock is none of a fixed window', () => {
  expect(violated([0, 15], false)).not.toEqual([]);
});
