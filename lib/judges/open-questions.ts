import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import { headerValue, isSuccess } from '../evidence/exchange.ts';
import { readNewPet, type NewPetReading } from '../expectation/new-pet.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { ExchangeJudge } from './judge.ts';
import { nameOfRelations, nameOfResponse } from '../shapes/observation-names.ts';
import { isUnread, listedItems, memberOf, type Reading, showsCreated } from './reading.ts';

/** What this service does where the specification is silent. Recorded, never judged. */
export const openQuestionsJudge: ExchangeJudge = {
  name: 'open-questions',
  neverFails: true,
  rules: ['LIST-5', 'LIST-8', 'LIST-13', 'CREATE-9', 'CREATE-11', 'ERR-6'],
  judge: (reading) => [
    ...observeOddities(reading),
    ...observeNextPage(reading),
    ...observeCodes(reading),
    ...observeStatus(reading),
  ],
};

/** What an undocumented value got; only where the caller was accepted and nothing else was unusual. */
function observeOddities({ exchange, expectation, body }: Reading): Finding[] {
  const { status } = exchange.answer;
  if (expectation.caller !== 'valid' || status === 429 || status >= 500) return [];
  const [oddity, another] = expectation.oddities;
  if (oddity?.observedBy === undefined || another !== undefined) return [];
  // What the body is owed says nothing of what else is odd.
  if (status === 400 && exchange.request.method === 'POST' && OWED_400.includes(readNewPet(exchange.request.body).kind))
    return [];
  const isList = isSuccess(status) && body.kind === 'json' && Array.isArray(body.value);
  const actual = nameOfResponse(status, isList ? body.value.length : undefined);
  const subject = { rule: oddity.observedBy, shownBy: [exchange.id] };
  return [makeFinding(subject, 'observed', `${oddity.what}: ${actual}`, { topic: oddity.what, actual })];
}

/** Bodies that get 400 whatever else the request is. */
const OWED_400: readonly NewPetReading['kind'][] = ['missing', 'wrong-type', 'not-an-object'];

/** LIST-13: headers that suggest a following page. */
function observeNextPage(reading: Reading): Finding[] {
  if (listedItems(reading) === undefined) return [];
  const { headers } = reading.exchange.answer;
  const marks = headers
    .map(([name]) => name)
    .filter((name) => /^link$|cursor|next|total-?count|page|offset/i.test(name));
  const link = headerValue(headers, 'Link') ?? '';
  const relations = new Set(
    Array.from(link.matchAll(/\brel\s*=\s*"?([\w -]{1,40})/gi), ([, relation = '']) => relation),
  );
  const where = nameOfRelations([...relations].slice(0, 6));
  const named = [...new Set(marks)].toSorted().slice(0, 6).join(', ');
  const says = marks.length === 0 ? 'no pagination headers' : `${named} may point to a following page${where}`;
  const fields = { topic: 'following page', actual: marks.length === 0 ? 'no headers' : `${named}${where}` };
  return [makeFinding({ rule: 'LIST-13', shownBy: [reading.exchange.id] }, 'observed', says, fields)];
}

/** ERR-6: the code of each condition, and what a 429 carries. */
function observeCodes({ exchange, expectation, body }: Reading): Finding[] {
  const { status } = exchange.answer;
  if (status < 400 || expectation.operation === undefined) return [];
  const code = body.kind === 'json' ? memberOf(body.value, 'code') : undefined;
  if (typeof code === 'string') {
    return [codeFinding(exchange, `code ${JSON.stringify(code.slice(0, 60))}`)];
  }
  if (status !== 429 || isUnread(body) || body.kind === 'passed-over') return [];
  const what = body.kind === 'none' ? 'no body' : 'a body without a code';
  return [codeFinding(exchange, what)];
}

function codeFinding({ id, answer: { status } }: Reading['exchange'], actual: string): Finding {
  const fields = { topic: `code of ${status}`, actual };
  return makeFinding({ rule: 'ERR-6', shownBy: [id] }, 'observed', `${status} comes with ${actual}`, fields);
}

/** CREATE-9: the status of a pet that was created without one. */
function observeStatus(reading: Reading): Finding[] {
  const { exchange, expectation, body } = reading;
  const { newPet } = expectation;
  if (newPet?.kind !== 'valid' || newPet.status !== undefined || !showsCreated(reading) || body.kind !== 'json')
    return [];
  if (!isExactObject(body.value)) return [];
  const status = memberOf(body.value, 'status');
  const shown = status === undefined ? 'no status' : `status ${printStatus(status)}`;
  return [
    makeFinding(
      { rule: 'CREATE-9', shownBy: [exchange.id] },
      'observed',
      `a pet created without a status has ${shown}`,
      { topic: 'status when omitted', actual: shown },
    ),
  ];
}

function printStatus(status: ExactJson): string {
  if (typeof status === 'string') return JSON.stringify(status.slice(0, 40));
  return status === null ? 'null' : 'of another type';
}
