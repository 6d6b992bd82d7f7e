import { expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** Lists and, after some of them, one or two pets within some seconds; only the lists are counted. */
function logOf(requests: number): LoggedRequest[] {
  let remaining = 60;
  return Array.from({ length: requests }, (_, index) => {
    const isList = ![1, 4, 5].includes(index % 7);
    if (isList) remaining--;
    return {
      at: index * 60,
      target: isList ? `/pets?limit=${index + 1}` : `/pets/${index}`,
      remaining,
      resetIn: 60 - index * 0.06,
    };
  });
}

const ofRule = (rule: string, requests: readonly LoggedRequest[]) =>
  aLimiterLog(requests).flatMap((one) => (one.rule === rule ? [`${one.verdict}: ${one.says}`] : []));

it('more than the limit are admitted where one operation is not counted', () => {
  expect(ofRule('RATE-5', logOf(70))).toEqual([expect.stringMatching(/^fail: \d+ requests were admitted/)]);
  expect(ofRule('RATE-4', logOf(70))).toContainEqual(expect.stringMatching(/^fail: each getPet 200 took nothing/));
});

it('no more than the limit are no violation of it', () => {
  expect(ofRule('RATE-5', logOf(56)).filter((one) => one.startsWith('fail'))).toEqual([]);
});
