import { isExactArray, isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import type { Answer } from '../evidence/exchange.ts';
import { findRepeatedKey } from '../evidence/key-codings.ts';
import { percentDecoded } from '../expectation/pet-id.ts';
import { requestLine } from './circumstances.ts';
import { makeFinding, type Finding } from './finding.ts';
import { internalsIn } from './internals.ts';
import type { ExchangeJudge } from './judge.ts';
import { textOf, type Reading } from './reading.ts';

/** What should not be disclosed: the caller's key (AUTH-8) and internals of the service (ERR-5). */
export const leaksJudge: ExchangeJudge = {
  name: 'leaks',
  neededFor: 'key-echoed',
  rules: ['AUTH-8', 'ERR-5'],
  judge: (reading, { baseUrl }) => [...judgeEcho(reading), ...judgeInternals(reading, baseUrl)],
};

/** Masking has replaced every key, in any usual coding, by its role's name: the name in a response is a repeated key. */
function judgeEcho(reading: Reading): Finding[] {
  const { answer, id, request } = reading.exchange;
  const repeated = repeatedIn(answer);
  if (repeated !== undefined) {
    const actual = `${repeated.where} repeats the API key${repeated.form === '' ? '' : `, ${repeated.form}`}`;
    return [
      makeFinding({ rule: 'AUTH-8', shownBy: [id] }, 'fail', `${requestLine(reading)}: ${actual}`, {
        expected: NOT_REPEATED,
        actual,
        fault: repeated.form === '' ? 'the key' : `the key, ${repeated.form}`,
        place: repeated.where,
      }),
    ];
  }
  const hadKey = request.credential === 'primary' || request.credential === 'second';
  const seen = answer.body.kind === 'none' || answer.body.kind === 'bytes';
  return hadKey && seen ? [makeFinding({ rule: 'AUTH-8', shownBy: [id] }, 'pass', NOT_REPEATED)] : [];
}

const NOT_REPEATED = 'no response repeats the whole API key, plain or in a common encoding';

function repeatedIn(answer: Answer): { readonly where: string; readonly form: string } | undefined {
  for (const [name, value] of answer.headers) {
    const inValue = findRepeatedKey(value);
    if (inValue !== undefined) return { where: `the response header ${name}`, ...inValue };
    const inName = findRepeatedKey(name);
    if (inName !== undefined) return { where: 'the name of a response header', ...inName };
  }
  const inBody = findRepeatedKey(textOf(answer));
  return inBody && { where: 'the response body', ...inBody };
}

/** ERR-5, by the usual marks of the common platforms. */
function judgeInternals(reading: Reading, baseUrl: string): Finding[] {
  const { body, exchange } = reading;
  const { answer, id } = exchange;
  if (answer.status < 400) return [];
  const text = body.kind === 'json' ? stringsOf(body.value) : withoutAttributes(textOf(answer));
  if (text === '') return [];
  const mark = internalsIn(text, sentText(reading, baseUrl));
  if (mark !== undefined) {
    return [
      makeFinding({ rule: 'ERR-5', shownBy: [id] }, 'fail', `${requestLine(reading)}: the error body shows ${mark}`, {
        expected: 'no internals in an error body',
        actual: mark,
        fault: mark,
      }),
    ];
  }
  if (body.kind === 'truncated') return [];
  return [makeFinding({ rule: 'ERR-5', shownBy: [id] }, 'pass', 'no error body shows internals')];
}

/** The most characters of strings that are collected from a body. */
const MOST_GATHERED = 200_000;

/** Names and strings of a JSON value, one per line, without their escapes. */
function stringsOf(value: ExactJson): string {
  const found: string[] = [];
  const waiting: ExactJson[] = [value];
  let length = 0;
  for (let next = waiting.pop(); next !== undefined && length < MOST_GATHERED; next = waiting.pop()) {
    if (typeof next === 'string') {
      found.push(next.slice(0, MOST_GATHERED));
      length += next.length;
    } else if (isExactArray(next)) waiting.push(...next.slice(0, MOST_ITEMS));
    else if (isExactObject(next)) waiting.push(...Object.entries(next).slice(0, MOST_ITEMS).flat());
  }
  return found.join('\n');
}

/** The most items of one array or object that are collected. */
const MOST_ITEMS = 1_000;

/** Addresses in a page of HTML are meant to be seen. */
function withoutAttributes(text: string): string {
  return text.replaceAll(/\b(?:src|href|action)\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
}

/** Everything that the caller sent, raw and decoded: a response may repeat it. */
function sentText({ exchange: { request } }: Reading, baseUrl: string): string {
  const { target, headers, body } = request;
  const path = `${baseUrl.replace(/^\w+:\/\/[^/]*/, '')}${target}`;
  const text = body.kind === 'bytes' ? new TextDecoder().decode(body.bytes.subarray(0, MOST_GATHERED)) : '';
  const plain = text.replaceAll(/\\(["\\/])/g, '$1');
  return [
    path,
    percentDecoded(path.replaceAll('+', ' ')) ?? '',
    ...headers.map(([, value]) => value),
    text,
    plain,
  ].join('\n');
}
