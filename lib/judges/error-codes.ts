import { getPetPhase } from '../contract/lifecycle.ts';
import type { Operation } from '../contract/operations.ts';
import { headerValue } from '../evidence/exchange.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { memberOf, type Reading } from './reading.ts';

/**
 * ERR-4, the half that one answer cannot show: a condition keeps its code across operations. Only the refused credential
 * can occur on several of them (section 7); a missing key, an unknown token and another scheme are conditions of their own.
 */
export const errorCodeJudge: RelationJudge = {
  name: 'error-code',
  neededFor: 'error-code-of-operation',
  rules: ['ERR-4'],
  judge: judgeErrorCodes,
};

/** Where a code was first seen. */
type CodesByOperation = Map<Operation, Map<string, number>>;

function judgeErrorCodes({ readings, knowledge: { asOf } }: LogView): Finding[] {
  const conditions = new Map<string, CodesByOperation>();
  for (const reading of readings) {
    const { exchange, expectation, body } = reading;
    // A removed operation may be refused by whatever replaces it.
    if (expectation.operation === 'getPet' && getPetPhase(asOf) !== 'deprecated') continue;
    const condition = conditionOf(reading);
    const code = body.kind === 'json' ? memberOf(body.value, 'code') : undefined;
    if (condition === undefined || expectation.operation === undefined || typeof code !== 'string' || code === '')
      continue;
    const operations: CodesByOperation = conditions.get(condition) ?? new Map();
    conditions.set(condition, operations);
    const codes = operations.get(expectation.operation) ?? new Map<string, number>();
    operations.set(expectation.operation, codes);
    if (!codes.has(code)) codes.set(code, exchange.id);
  }
  const findings = [...conditions].flatMap(([condition, operations]) => compareOperations(condition, [...operations]));
  const failed = findings.filter(({ verdict }) => verdict === 'fail');
  return failed.length > 0 ? failed : findings;
}

/** Two operations that have no code in common for one condition; a service may distinguish more cases than petvet does. */
function compareOperations(condition: string, operations: [Operation, Map<string, number>][]): Finding[] {
  const [first, ...others] = operations;
  if (first === undefined || others.length === 0) return [];
  const [operation, codes] = first;
  const apart = others.find(([, theirs]) => [...theirs.keys()].every((code) => !codes.has(code)));
  const shownBy = [first, apart ?? others[0] ?? first].flatMap(([, seen]) => [...seen.values()].slice(0, 1));
  if (apart === undefined) {
    return [makeFinding({ rule: 'ERR-4', shownBy }, 'pass', 'a condition has the same code on every operation')];
  }
  return [
    makeFinding(
      { rule: 'ERR-4', shownBy },
      'fail',
      `${condition} has one code on ${operation} and another on ${apart[0]}`,
      {
        expected: `code ${quoted(codes)} on both`,
        actual: `code ${quoted(apart[1])} on ${apart[0]}`,
        fault: 'another code',
        place: 'code',
        input: condition,
      },
    ),
  ];
}

/** The condition of an otherwise documented request that was refused for its credential. */
function conditionOf({ exchange, expectation }: Reading): string | undefined {
  const { caller, regularity } = expectation;
  if (exchange.answer.status !== 401 || regularity !== 'documented') return undefined;
  if (caller === 'missing') return 'a missing key';
  if (caller !== 'invalid') return undefined;
  const value = headerValue(exchange.request.headers, 'Authorization') ?? '';
  if (/^Bearer\s+\S+$/i.test(value)) return 'an invalid key';
  const scheme = /^([A-Za-z][\w-]*)(\s|$)/.exec(value)?.[1];
  return scheme === undefined ? undefined : `an Authorization header of another form (${scheme.slice(0, 20)})`;
}

function quoted(codes: ReadonlyMap<string, number>): string {
  return [...codes.keys()]
    .slice(0, 3)
    .map((code) => JSON.stringify(code.slice(0, 60)))
    .join(' or ');
}
