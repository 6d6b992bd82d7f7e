import type { Answer } from '../evidence/exchange.ts';
import { requestLine } from './circumstances.ts';
import type { Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import type { Reading } from './reading.ts';

/** What should not be told: the caller's key (AUTH-8) and the inside of the service (ERR-5). */
export const leaksJudge: ExchangeJudge = {
  rules: ['AUTH-8', 'ERR-5'],
  judge: (reading) => [...judgeEcho(reading), ...judgeInternals(reading)],
};

/** Masking has replaced every key by its role's name, so the name in an answer is an echo of the key. */
function judgeEcho(reading: Reading): Finding[] {
  const { answer, id } = reading.exchange;
  const credential = reading.exchange.request.credential;
  if (credential !== 'primary' && credential !== 'second') return [];
  const inHeader = answer.headers.find(([, value]) => value.includes('{primary}') || value.includes('{second}'));
  const text = textOf(answer);
  const where =
    inHeader !== undefined ? `the header ${inHeader[0]}` : /\{(primary|second)\}/.test(text) ? 'the body' : undefined;
  if (where === undefined)
    return [{ rule: 'AUTH-8', verdict: 'pass', shownBy: [id], says: 'no answer repeats the key' }];
  return [
    {
      rule: 'AUTH-8',
      verdict: 'fail',
      shownBy: [id],
      says: `${requestLine(reading)}: ${where} of the answer repeats the API key`,
      expected: 'no answer repeats the key',
      actual: `${where} repeats it`,
    },
  ];
}

/** ERR-5, by the usual marks of the common platforms. */
function judgeInternals(reading: Reading): Finding[] {
  const { answer, id } = reading.exchange;
  if (answer.status < 400) return [];
  const text = textOf(answer);
  if (text === '') return [];
  const mark = INTERNALS.find(({ pattern }) => pattern.test(text));
  if (mark === undefined)
    return [{ rule: 'ERR-5', verdict: 'pass', shownBy: [id], says: 'no error body shows internals' }];
  return [
    {
      rule: 'ERR-5',
      verdict: 'fail',
      shownBy: [id],
      says: `${requestLine(reading)}: the error body shows ${mark.what}`,
      expected: 'no internals in an error body',
      actual: mark.what,
    },
  ];
}

const INTERNALS: readonly { what: string; pattern: RegExp }[] = [
  {
    what: 'a stack trace',
    pattern:
      /\bat [\w$.<>[\] ]+ ?\([^()\s]+:\d+(:\d+)?\)|Traceback \(most recent call last\)|\bat [\w.$]+\([\w$]+\.(java|kt|scala):\d+\)|goroutine \d+ \[|\n\s+from [^\n]+\.rb:\d+/,
  },
  {
    what: 'SQL',
    pattern:
      /\b(SELECT\s+[\w*",.\s]+\s+FROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b|SQLSTATE|\bORA-\d{5}|SQLITE_\w+|syntax error at or near/,
  },
  {
    what: 'a file path',
    pattern:
      /(^|[\s"'(:])(\/(usr|home|var|opt|srv|app|root|etc|tmp)\/[\w.@-]+(\/[\w.@-]+)*|[A-Z]:\\\\?[\w .-]+\\\\?[\w .\\-]+)/,
  },
];

/** As much of a body as is searched for marks. */
const MOST_TEXT = 200_000;

function textOf({ body }: Answer): string {
  return body.kind === 'bytes' || body.kind === 'truncated'
    ? new TextDecoder().decode(body.bytes.subarray(0, MOST_TEXT))
    : '';
}
