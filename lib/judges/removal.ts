import { GET_PET_REMOVAL, getPetPhase } from '../contract/lifecycle.ts';
import { parseHttpDate } from '../contract/http-date.ts';
import { headerValue, isSuccess, type Exchange } from '../evidence/exchange.ts';
import type { JudgeKnowledge } from '../expectation/expectation.ts';
import { ruleOfBody, violatedRules } from '../expectation/rule-expectation.ts';
import { makeFinding, type Finding } from './finding.ts';
import { hasSomeOfPet, isPetLike, showsPets } from './pet-shape.ts';
import type { Reading } from './reading.ts';
import { errorFaults } from '../shapes/error-body.ts';
import { doubtfulStatus, statusSubject } from './status-findings.ts';

/**
 * What the removal of getPet explains: once it is gone the specification does not say what its path returns, e.g. a page for
 * everything; and a service whose clock is beyond that day has removed it though the run assumes another date.
 * Source: section 9; rules GET-1, GET-2, GET-4 and AUTH-7.
 *
 * @returns undefined where the removal explains nothing
 */
export function judgeRemoval(reading: Reading, { asOf }: Pick<JudgeKnowledge, 'asOf'>): Finding[] | undefined {
  if (reading.expectation.operation !== 'getPet') return undefined;
  return getPetPhase(asOf) === 'deprecated' ? judgeDate(reading) : judgeRemoved(reading);
}

/** Once getPet may be gone, only a Pet says that it is not, or an error that is called a success. */
function judgeRemoved(reading: Reading): Finding[] | undefined {
  const { exchange, expectation, body } = reading;
  const { status } = exchange.answer;
  if (!isSuccess(status)) return undefined;
  const because = 'the specification does not say what the path returns once getPet is removed';
  const isValid = expectation.caller === 'valid';
  const isAsked = expectation.rules.some(({ rule, satisfiedBy }) => rule === 'GET-4' && satisfiedBy === 'allowed');
  if (body.kind === 'json') {
    // A caller without a key must not see pets, in whatever shape.
    if (isValid ? isPetLike(body.value) : showsPets(body.value)) return undefined;
    if (isValid && hasSomeOfPet(body.value)) return doubts(reading, because);
    // Whoever speaks of an error is not a page for everything: the client is told that its request succeeded.
    if (isValid && isAsked && errorFaults(body.value).length === 0) return undefined;
  } else if (body.kind !== 'none' && body.kind !== 'not-json') return doubts(reading, because);
  return isAsked ? [makeFinding(statusSubject(reading, 'GET-4'), 'pass', 'getPet is gone')] : [];
}

function doubts(reading: Reading, because: string): Finding[] {
  const violated = violatedRules(reading.expectation.rules, reading.exchange.answer.status);
  return violated.map((rule) => doubtfulStatus(reading, rule, because));
}

/** By the service's own clock getPet is removed, and its response is consistent with that. */
function judgeDate(reading: Reading): Finding[] | undefined {
  const { exchange, expectation, body } = reading;
  const { status } = exchange.answer;
  const day = dayAfterRemoval(exchange);
  const isShown = isSuccess(status) && (body.kind !== 'json' || hasSomeOfPet(body.value));
  if (day === undefined || isShown || SAYS_NOTHING.has(status) || (status >= 500 && status !== 501)) return undefined;
  const [violated] = violatedRules(expectation.rules, status);
  const isKnown = ruleOfBody(expectation.rules, 200) === 'GET-1';
  const weighed = expectation.doubtful.find((doubt) => doubt.status === status && doubt.isWeighed === true);
  const rule = weighed?.rule ?? violated ?? (isKnown && status === 404 ? 'GET-1' : undefined);
  const because = `according to its Date the service is at ${day}, and getPet is removed on ${GET_PET_REMOVAL}: --as-of ${day} evaluates it as of that date`;
  return rule === undefined ? undefined : [doubtfulStatus(reading, rule, because)];
}

/** These do not show whether there is such an operation. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 429]);

/** The day of an answer by the service's own clock, where getPet may be removed by then. */
export function dayAfterRemoval({ answer, times }: Pick<Exchange, 'answer' | 'times'>): string | undefined {
  const date = parseHttpDate((headerValue(answer?.headers ?? [], 'Date') ?? '').trim(), times.endedAt);
  const day = date === undefined ? undefined : new Date(date).toISOString().slice(0, 10);
  return day === undefined || getPetPhase(day) === 'deprecated' ? undefined : day;
}
