import { headerValue } from '../evidence/exchange.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { makeFinding, type Finding } from './finding.ts';
import { withInput } from './input-class.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import type { Reading } from './reading.ts';

/**
 * AUTH-6: the scheme name is matched in any letter case (RFC 9110, section 11.1). A relation, because what the service refuses under
 * the documented spelling too is not refused for the scheme name.
 */
export const schemeCaseJudge: RelationJudge = {
  name: 'scheme-case',
  neededFor: 'scheme-exact',
  rules: ['AUTH-6'],
  judge: judgeSchemeCase,
};

function judgeSchemeCase({ readings }: LogView): Finding[] {
  return readings.filter(isInAnotherCase).flatMap((reading) => {
    const { exchange, expectation } = reading;
    const { status } = exchange.answer;
    const { operation } = expectation;
    const base = { rule: 'AUTH-6', shownBy: [exchange.id] } as const;
    if (status !== 401 && !isRefusal(reading)) {
      const accepted = allowedBody(expectation, status) !== undefined;
      return accepted ? [makeFinding(base, 'pass', 'the scheme name is matched in any letter case')] : [];
    }
    const [scheme = ''] = (headerValue(exchange.request.headers, 'Authorization') ?? '').split(' ', 1);
    const alike = readings.find(
      (other) =>
        other.expectation.caller === 'valid' &&
        other.expectation.regularity === 'documented' &&
        other.expectation.operation === operation &&
        other.exchange.answer.status === status,
    );
    const fields = { expected: 'the key is accepted', actual: `${status}`, fault: 'refused', place: 'Authorization' };
    const says = `a valid key under the scheme name "${scheme}" was refused`;
    const doubted = `${says} with ${status}, but a request with the documented scheme name was, too`;
    const finding =
      alike === undefined
        ? makeFinding(base, 'fail', says, fields)
        : makeFinding({ ...base, shownBy: [exchange.id, alike.exchange.id] }, 'inconclusive', doubted, fields);
    return [withInput(finding, reading)];
  });
}

/** Whether it is a documented request with a checked key, under a scheme name in an unusual letter case. */
function isInAnotherCase({ exchange, expectation }: Reading): boolean {
  const { status } = exchange.answer;
  if (expectation.caller !== 'lenient' || expectation.regularity !== 'documented') return false;
  if (status === 429 || status >= 500) return false;
  return /^bearer \S+$/i.test(headerValue(exchange.request.headers, 'Authorization') ?? '');
}

/**
 * Whether a valid key in a form that only HTTP obliges to accept (`bearer`) was refused with another status than 401.
 * It is not a documented answer, but whose rule it violates is open: whether the key was read at all is unknown.
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
