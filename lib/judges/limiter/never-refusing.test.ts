import { expect, it } from 'vitest';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/**
 * A bucket of 60, to which one comes back each second: requests at a pace at which some come back, ten seconds of rest, and requests until three remain. Then five at
 * once, all of which are let in.
 */
function neverRefusing(): LoggedRequest[] {
  let tokens = 60;
  let now = 0;
  const log: LoggedRequest[] = [];
  const send = (after: number, takes = 200) => {
    now += after;
    tokens = Math.max(0, Math.min(60, tokens + after / 1_000) - 1);
    log.push({ at: now, remaining: Math.floor(tokens), resetIn: 60 - tokens, takes });
    return tokens;
  };
  for (let sent = 0; sent < 40; sent++) send(400);
  let left = send(10_000);
  while (left >= 4) left = send(35);
  for (let sent = 0; sent < 5; sent++) send(sent === 0 ? 20 : 1, 30);
  return log;
}

it('violates RATE-5, and not RATE-4, where Remaining is that of a bucket until more is let in than it holds', () => {
  const violated = aLimiterLog(neverRefusing()).flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []));
  expect(violated).toEqual(['RATE-5']);
});
