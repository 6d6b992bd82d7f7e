import type { Rule } from './rule.ts';

/** Limits. Source: specification, section 8. */
export const rateRules = {
  'RATE-1': {
    level: 'must',
    says: 'every response carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset',
    source: 'section 8, "Rate limit headers"',
    judged: 'errors and the 429 too; not on instability (502 to 504) and on what the HTTP parser refused',
  },
  'RATE-2': {
    level: 'must',
    says: 'the rate limit headers make sense: integers, Limit at least 1, Remaining from 0 to Limit, Reset a Unix time in seconds',
    source: 'section 8, "Rate limit headers"',
    judged: 'Reset is not in the past and not beyond a day, with leeway for clock skew and whole seconds',
  },
  'RATE-3': {
    level: 'must',
    says: "Limit is the plan's figure per minute or per day",
    source: 'section 8, "Rate limits by plan"',
    judged: 'with a valid key only; for Enterprise the configured figure',
  },
  'RATE-4': {
    level: 'must',
    says: 'Remaining goes down as the window is used',
    source: 'section 8, "Rate limit headers"',
    judged: 'with a valid key only; windows of every kind refill',
  },
  'RATE-5': {
    level: 'must',
    says: "a request over the limit gets 429: no more than the plan's figure are admitted within a minute",
    source: 'section 8, "Behavior on exceeding", 1',
    judged: 'a refilling limiter may admit what it refills meanwhile',
    needs: ['limit exhaustion'],
  },
  'RATE-6': {
    level: 'must',
    says: 'a request within the limit is not refused',
    source: 'section 8, "Behavior on exceeding", 1',
    judged: 'no 429 while the previous answer announced Remaining of 1 or more',
  },
  'RATE-7': {
    level: 'must',
    says: 'a 429 carries Retry-After: seconds, or an HTTP date',
    source: 'section 7',
    judged: 'on every 429',
    needs: ['limit exhaustion'],
  },
  'RATE-8': {
    level: 'must',
    says: 'after Retry-After the next request is admitted',
    source: 'section 8, "Behavior on exceeding", 2',
    judged: 'one second of grace; a first refusal is met with the next Retry-After, a second one fails',
    needs: ['limit exhaustion'],
  },
  'RATE-9': {
    level: 'should',
    says: 'Retry-After and X-RateLimit-Reset agree',
    source: 'sections 7 and 8',
    judged: 'only where both speak of the same window',
    needs: ['limit exhaustion'],
  },
  'RATE-10': {
    level: 'must',
    says: "the limit is the caller's own: another caller's window is untouched",
    source: 'section 8, "Rate limit headers": the caller',
    judged: 'with a second key that the configuration declares to be another caller',
    needs: ['second key'],
  },
  'RATE-11': {
    level: 'must',
    says: "the daily limit holds: after the plan's daily figure every request gets 429 until the day's reset",
    source: 'section 8, "Rate limits by plan"',
    judged: 'under load; never on production unless asked for',
    by: 'load',
    needs: ['day exhaustion'],
  },
  'RATE-12': {
    level: 'observed',
    says: 'whether refused requests use up the window, and which kind of limiter it looks like',
    source: 'section 8: not shown',
    judged: 'recorded only',
  },
  'RATE-13': {
    level: 'must',
    says: 'at X-RateLimit-Reset the limit resets: a request after it is admitted',
    source: 'section 8, "Rate limit headers"',
    judged: 'one second of grace, in the announced window',
    needs: ['limit exhaustion'],
  },
} as const satisfies Record<string, Rule>;
