import { headerValue } from '../evidence/exchange.ts';
import { allowedBody } from '../expectation/expectation.ts';
import type { Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import type { Reading } from './reading.ts';

/** What HTTP adds to section 5: the challenge of a 401, and scheme names in any letter case. */
export const credentialsJudge: ExchangeJudge = {
  rules: ['AUTH-5', 'AUTH-6'],
  judge: (reading) => [...judgeChallenge(reading), ...judgeSchemeCase(reading)],
};

function judgeChallenge({ exchange, expectation }: Reading): Finding[] {
  if (exchange.answer.status !== 401 || expectation.operation === undefined) return [];
  const challenge = headerValue(exchange.answer.headers, 'WWW-Authenticate');
  const base = { rule: 'AUTH-5', shownBy: [exchange.id] } as const;
  if (challenge !== undefined && /(^|[\s,])Bearer\b/i.test(challenge)) {
    return [{ ...base, verdict: 'pass', says: 'a 401 names the Bearer scheme' }];
  }
  const actual = challenge === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate: ${challenge}`;
  return [
    { ...base, verdict: 'fail', says: `a 401 comes with ${actual}`, expected: 'WWW-Authenticate: Bearer', actual },
  ];
}

function judgeSchemeCase({ exchange, expectation }: Reading): Finding[] {
  const { status } = exchange.answer;
  if (expectation.caller !== 'lenient' || expectation.regularity !== 'documented' || status === 429 || status >= 500)
    return [];
  const authorization = headerValue(exchange.request.headers, 'Authorization') ?? '';
  if (!/^bearer \S+$/i.test(authorization)) return [];
  const base = { rule: 'AUTH-6', shownBy: [exchange.id] } as const;
  if (status !== 401) {
    const accepted = allowedBody(expectation, status) !== undefined;
    return accepted ? [{ ...base, verdict: 'pass', says: 'the scheme name is matched in any letter case' }] : [];
  }
  const scheme = authorization.split(' ', 1)[0] ?? '';
  return [
    {
      ...base,
      verdict: 'fail',
      says: `a valid key under the scheme name "${scheme}" was refused`,
      expected: 'the key is accepted',
      actual: '401',
    },
  ];
}
