import type { ExactJson } from '../evidence/exact-json.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { errorFaults, type ErrorFault } from '../shapes/error-body.ts';
import { describeBody, requestLine } from './circumstances.ts';
import { contentOf } from './content.ts';
import { makeFinding, nameOfFault, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { memberOf, type Reading } from './reading.ts';

/** The body of documented error answers. Source: specification, sections 2 and 7. */
export const errorBodyJudge: ExchangeJudge = {
  name: 'error-body',
  neededFor: 'error-without-code',
  rules: ['ERR-1', 'ERR-2', 'ERR-4'],
  judge: judgeErrorBody,
};

function judgeErrorBody(reading: Reading): Finding[] {
  const { exchange, expectation } = reading;
  const { operation } = expectation;
  const { status } = exchange.answer;
  if (operation === undefined || status < 400 || allowedBody(expectation, status) !== 'Error') return [];
  const base = { shownBy: [exchange.id], operation } as const;
  const content = contentOf(reading, { ...base, rule: 'ERR-1' });
  if (content.kind === 'none') return content.findings;
  const { value } = content;
  const faults = value === undefined ? [] : errorFaults(value);
  const [fault] = faults;
  if (value === undefined || fault !== undefined) {
    const actual = fault === undefined ? describeBody(reading) : sayFaults(faults);
    return [
      makeFinding(
        { ...base, rule: 'ERR-1' },
        'fail',
        `${requestLine(reading)} returned ${status}, but not with an Error: ${actual}`,
        {
          expected: 'an object with code (string), message (string) and status (integer)',
          actual,
          ...nameOfFault(fault, status),
        },
      ),
    ];
  }
  return [
    makeFinding({ ...base, rule: 'ERR-1' }, 'pass', 'documented errors carry code, message and status'),
    judgeStatusMember(reading, value, base),
    judgeWords(reading, value),
  ];
}

/** Everything that is wrong with a body, so that it can be fixed at once. */
function sayFaults(faults: readonly ErrorFault[]): string {
  const missing = faults.flatMap(({ kind, field }) => (kind === 'missing' ? [field] : []));
  const last = missing.at(-1);
  const are = missing.length > 1 ? [`${missing.slice(0, -1).join(', ')} and ${last} are missing`] : [];
  const others = faults.filter(({ kind }) => missing.length <= 1 || kind !== 'missing').map(({ says }) => says);
  return [...are, ...others].join('; ');
}

function judgeStatusMember(reading: Reading, error: ExactJson, base: Pick<Finding, 'shownBy' | 'operation'>): Finding {
  const { status } = reading.exchange.answer;
  const member = memberOf(error, 'status');
  const inBody = typeof member === 'bigint' ? `${member}` : 'none';
  if (inBody === `${status}`) {
    return makeFinding({ ...base, rule: 'ERR-2' }, 'pass', 'the status in the Error is the HTTP status');
  }
  return makeFinding(
    { ...base, rule: 'ERR-2' },
    'fail',
    `${requestLine(reading)} returned ${status} with status ${inBody} in its Error`,
    { expected: `${status}`, actual: inBody, fault: `${inBody} for ${status}`, place: 'status' },
  );
}

/** ERR-4, first half: code and message are not empty. */
function judgeWords({ exchange }: Reading, error: ExactJson): Finding {
  const empty = ['code', 'message'].filter((member) => {
    const text = memberOf(error, member);
    return typeof text === 'string' && text.trim() === '';
  });
  const base = { rule: 'ERR-4', shownBy: [exchange.id] } as const;
  if (empty.length === 0) return makeFinding(base, 'pass', 'code and message are not empty');
  return makeFinding(base, 'fail', `the Error of a ${exchange.answer.status} has an empty ${empty.join(' and ')}`, {
    expected: 'a code and a message',
    actual: `an empty ${empty.join(' and ')}`,
    fault: `empty in a ${exchange.answer.status}`,
    place: empty.join(' and '),
  });
}
