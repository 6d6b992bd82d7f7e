import { headerValue } from '../evidence/exchange.ts';
import { hasFurtherWord } from '../evidence/refused-in-front.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { isSuccess } from './circumstances.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import type { Reading } from './reading.ts';

/** What HTTP adds to section 5: the challenge of a 401, scheme names in any letter case, and nothing behind the token. */
export const credentialsJudge: ExchangeJudge = {
  name: 'credentials',
  rules: ['AUTH-5', 'AUTH-6'],
  judge: (reading) => [...judgeChallenge(reading), ...judgeSchemeCase(reading), ...judgeFurtherWord(reading)],
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

function judgeSchemeCase(reading: Reading): Finding[] {
  const { exchange, expectation } = reading;
  const { status } = exchange.answer;
  if (expectation.caller !== 'lenient' || expectation.regularity !== 'documented' || status === 429 || status >= 500)
    return [];
  const authorization = headerValue(exchange.request.headers, 'Authorization') ?? '';
  if (!/^bearer \S+$/i.test(authorization)) return [];
  const base = { rule: 'AUTH-6', shownBy: [exchange.id] } as const;
  const refused = isRefusal(reading);
  if (status !== 401 && !refused) {
    const accepted = allowedBody(expectation, status) !== undefined;
    return accepted ? [makeFinding(base, 'pass', 'the scheme name is matched in any letter case')] : [];
  }
  const scheme = authorization.split(' ', 1)[0] ?? '';
  return [
    makeFinding(base, 'fail', `a valid key under the scheme name "${scheme}" was refused`, {
      expected: 'the key is accepted',
      actual: `${status}`,
      fault: 'refused',
      place: 'Authorization',
    }),
  ];
}

/** A header of which only the first word is read lets through what was put together wrongly. Source: RFC 9110, section 11.4. */
function judgeFurtherWord({ exchange, expectation }: Reading): Finding[] {
  const { status } = exchange.answer;
  if (expectation.caller !== 'lenient' || !hasFurtherWord(exchange.request.headers) || !isSuccess(status)) return [];
  const says = 'a valid key with a further word after it was accepted';
  return [
    makeFinding({ rule: 'AUTH-6', shownBy: [exchange.id] }, 'fail', says, {
      expected: '401',
      actual: `${status}`,
      fault: 'accepted',
      place: 'Authorization',
    }),
  ];
}

/**
 * Whether a valid key in a form that only HTTP obliges to accept (`bearer`) was refused with another status than 401.
 * It is no documented answer, but to which rule's request is open: whether the key was seen at all is not known.
 */
export function isRefusal({ exchange, expectation }: Reading): boolean {
  const { status } = exchange.answer;
  const { caller, regularity } = expectation;
  return caller === 'lenient' && regularity === 'documented' && (status === 403 || isMalformed(status, expectation));
}

/** RFC 6750, section 3.1 answers a malformed request with 400. */
function isMalformed(status: number, expectation: Reading['expectation']): boolean {
  return status === 400 && allowedBody(expectation, 400) === undefined;
}
