import { headerValue, isSuccess } from '../evidence/exchange.ts';
import { hasFurtherWord } from '../evidence/refused-in-front.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import type { Reading } from './reading.ts';

/** What HTTP adds to section 5: the challenge of a 401, and nothing after the token. */
export const credentialsJudge: ExchangeJudge = {
  name: 'credentials',
  neededFor: 'no-www-authenticate',
  rules: ['AUTH-5', 'AUTH-6'],
  judge: (reading) => [...judgeChallenge(reading), ...judgeFurtherWord(reading)],
};

function judgeChallenge({ exchange, expectation }: Reading): Finding[] {
  if (exchange.answer.status !== 401 || expectation.operation === undefined) return [];
  const challenge = headerValue(exchange.answer.headers, 'WWW-Authenticate');
  const base = { rule: 'AUTH-5', shownBy: [exchange.id] } as const;
  if (challenge !== undefined && /(^|[\s,])Bearer\b/i.test(challenge)) {
    return [makeFinding(base, 'pass', 'a 401 names the Bearer scheme')];
  }
  const actual = challenge === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${challenge}`;
  return [
    makeFinding(base, 'fail', `a 401 comes with ${actual}`, {
      expected: 'WWW-Authenticate: Bearer',
      actual,
      fault: challenge === undefined ? 'missing' : 'another challenge',
      place: 'WWW-Authenticate',
    }),
  ];
}

/** A service that reads only the first words of a header accepts malformed ones. Source: RFC 9110, section 11.4. */
function judgeFurtherWord({ exchange, expectation }: Reading): Finding[] {
  const { status } = exchange.answer;
  if (expectation.caller !== 'lenient' || !hasFurtherWord(exchange.request.headers) || !isSuccess(status)) return [];
  const says = 'a valid key with another word after it was accepted';
  return [
    makeFinding({ rule: 'AUTH-6', shownBy: [exchange.id] }, 'fail', says, {
      expected: '401',
      actual: `${status}`,
      fault: 'accepted',
      place: 'Authorization',
    }),
  ];
}
