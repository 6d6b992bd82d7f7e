import { createdId } from '../evidence/creation.ts';
import { isExactArray, isExactObject, parseExactJson } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { allowedBody, type JudgeKnowledge } from '../expectation/expectation.ts';
import type { Finding } from '../judges/finding.ts';
import { answersFor } from '../judges/index.ts';
import { listedItems, readExchange } from '../judges/reading.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { RecordedFinding } from './recorded-run.ts';

/** What sending again says of a recorded finding. */
export interface Settled {
  readonly found: RecordedFinding;
  readonly state: SettledState;
  /** One clause; why, where it cannot be told. */
  readonly says: string;
  /** Whoever sends more would not learn more: what is needed may not be sent. */
  readonly isFinal?: true;
}

/**
 * `fixed` only where the evidence that showed the violation was produced again and the same judge finds it satisfied;
 * `cannot tell`: the responses of today say neither that it is still there nor that it is gone.
 */
export type SettledState = 'violated again' | 'fixed' | 'cannot tell';

/** What today's exchanges were sent among. */
export interface Surroundings {
  /** Whether an exchange of today that takes no one's place may show the violation again, too. */
  readonly broken?: (id: number) => boolean;
  /** What the violation needs of the store and it does not hold today, in one clause. */
  readonly lacks?: string | undefined;
  /** The pet of today in the place of one of then. */
  readonly petFor: (id: bigint) => bigint | undefined;
  /** A window of the limit was used up anew: any request of the key takes part in that. */
  readonly ofTheLimit?: true;
}

/** One request of a finding: the exchange of then, and those of today with the same request, in order. */
export interface SentAgain {
  readonly before: Exchange;
  readonly after: readonly Exchange[];
  /** Why it was not sent. */
  readonly whyNot?: string;
  /** The store may have had no pet then. */
  readonly mayHaveBeenEmpty?: boolean;
  /** What surrounded it then and does not today, or that the fault came and went, in one clause. */
  readonly misses?: string;
}

/**
 * Compares a recorded finding with what the same judges say today. `fixed` asks for evidence of the same kind: a pass of
 * the rule by the same judge, shown by an exchange that takes the place of one that showed the violation and could have shown it again.
 *
 * @param findings - everything that the judges say of today's exchanges
 * @param knowledge - what today's exchanges showed
 */
export function settle(
  found: RecordedFinding,
  sent: readonly SentAgain[],
  findings: readonly Finding[],
  knowledge: JudgeKnowledge,
  { lacks, petFor, ofTheLimit, broken: mayBreak = () => false }: Surroundings = { petFor: () => undefined },
): Settled {
  const numbers = new Set(sent.flatMap(({ after }) => after.map(({ id }) => id)));
  const here = ofTheLimit === true ? findings : findings.filter(({ shownBy }) => shownBy.some((id) => numbers.has(id)));
  const own = here.filter(({ rule, see }) => rule === found.rule && see === undefined);
  const broken =
    own.find(({ verdict }) => isAsBad(verdict, found)) ??
    findings.find(
      ({ rule, verdict, see, shownBy }) =>
        rule === found.rule && see === undefined && isAsBad(verdict, found) && shownBy.some(mayBreak),
    );
  if (broken !== undefined) return { found, state: 'violated again', says: broken.says };
  const open = (says: string): Settled => ({ found, state: 'cannot tell', says });
  const whyNot = sent.find(({ after, whyNot: why }) => after.length === 0 && why !== undefined);
  if (whyNot !== undefined)
    return { ...open(`${lineOf(whyNot.before)} was not sent: ${whyNot.whyNot}`), isFinal: true };
  const hindrance = sent
    .map((one) => (ofTheLimit === true ? whyMissing(one) : hindranceOf(one, found.rule, knowledge)))
    .find((why) => why !== undefined);
  if (hindrance !== undefined) return open(hindrance);
  const alone = sent.find(({ misses }) => misses !== undefined);
  if (alone !== undefined) return open(`${lineOf(alone.before)} ${alone.misses}`);
  if (lacks !== undefined) return open(lacks);
  const doubt = own.find(({ verdict, unverified }) => verdict === 'inconclusive' && unverified !== true);
  if (doubt !== undefined) return open(doubt.says);
  const replaced = here.filter(({ shownBy }) => shownBy.some((id) => numbers.has(id)));
  const other = replaced.find(({ rule, verdict, see }) => breaksMust({ rule, verdict }) && see === undefined);
  const isKept = own.some(({ verdict }) => verdict === 'pass');
  if (other !== undefined && (!isKept || !answersAreAlike(sent)))
    return open(`the same request now violates ${other.rule}: ${other.says}`);
  if (isGone(found, petFor)) return open('the pet is not shown any more');
  const filled = sent.find((one) => one.mayHaveBeenEmpty === true && showsPets(one, knowledge));
  if (filled !== undefined) return open(`no pet may have been there then, and ${lineOf(filled.before)} now shows some`);
  const unlike = sent.find((one) => !isSameKind(one, found.rule));
  if (unlike !== undefined) return open(unlikeOf(unlike));
  const telling = new Set(tellingOf(found, sent).flatMap(({ after }) => after.map(({ id }) => id)));
  const passes = own.filter(({ verdict, shownBy }) => verdict === 'pass' && shownBy.some((id) => telling.has(id)));
  const [kept] = passes.filter((finding) => tellsOf(found, finding));
  if (kept === undefined && passes.length > 0)
    return open(
      `${found.rule} is satisfied as far as this run goes, but that does not show that this violation is gone`,
    );
  const missing =
    kept === undefined ? undefined : sent.find((one) => !isAmong(one, sent, passes) && !isListed(found, one, sent));
  if (missing !== undefined)
    return open(`no response to ${lineOf(missing.before)} of today takes part in what satisfies it`);
  if (kept !== undefined) return { found, state: 'fixed', says: kept.says };
  const [single] = sent;
  const { again } = rules[found.rule];
  if (single === undefined || sent.length > 1 || again === undefined)
    return open('no response of today could have shown the violation');
  const status = single.after.at(-1)?.answer?.status;
  const gone = (says: string): Settled => ({ found, state: 'fixed', says });
  if (again.satisfiedBy === 'refusal' && isRefused(single, knowledge))
    return gone(`the request is now refused with ${status}`);
  if (again.satisfiedBy === 'no server error' && isNoServerError(single, knowledge))
    return gone(`the same request gets ${status}, which is allowed`);
  if (again.needsFullPages === true && couldBeTooLong(single, knowledge))
    return gone('the same request gets no more items than it may, though more pets match');
  return open('no response of today could have shown the violation');
}

/** Whether a page of today is filled as far as it may be, while more pets were seen today that belong on it. */
function couldBeTooLong({ after }: SentAgain, knowledge: JudgeKnowledge): boolean {
  const last = after.at(-1);
  const reading = last === undefined ? undefined : readExchange(last, knowledge);
  const { page, caller } = reading?.expectation ?? {};
  const items = reading === undefined ? undefined : listedItems(reading);
  if (page === undefined || items === undefined || caller !== 'valid') return false;
  const matching = [...knowledge.pets.values()].filter(
    ({ status }) => page.status === undefined || page.status === status,
  );
  return items.length === page.atMost && matching.length > page.atMost;
}

/** Whether a pass comes from a judge that could have found the violation: several may judge one rule, each in its own way. */
function tellsOf({ rule, finding: { verdict, judge } }: RecordedFinding, pass: Finding): boolean {
  return verdict === 'inconclusive' || judge === undefined || answersFor(judge, pass.judge, rule);
}

function isNoServerError({ before, after }: SentAgain, knowledge: JudgeKnowledge): boolean {
  const last = after.at(-1);
  const reading = last === undefined ? undefined : readExchange(last, knowledge);
  if (reading === undefined || reading.expectation.operation === undefined || (before.answer?.status ?? 0) < 500)
    return false;
  const { status } = reading.exchange.answer;
  return status < 500 && status !== 429 && allowedBody(reading.expectation, status) !== undefined;
}

/** Whether what passes is shown by requests of this operation, too: read back by its id is not read back in a list. */
function isAmong({ before }: SentAgain, sent: readonly SentAgain[], passes: readonly Finding[]): boolean {
  const operation = operationOf(before);
  const alike = sent.filter((one) => operationOf(one.before) === operation);
  const numbers = new Set(alike.flatMap(({ after }) => after.map(({ id }) => id)));
  return passes.some(({ shownBy }) => shownBy.some((id) => numbers.has(id)));
}

/**
 * Whether what was created in place of a pet that the filter hid is on a filtered page of today: what passes names the first
 * pet that was found, which may be another one.
 */
function isListed({ rule }: RecordedFinding, { after }: SentAgain, sent: readonly SentAgain[]): boolean {
  if (rules[rule].again?.over !== 'pages') return false;
  const ids = after.flatMap((exchange) => createdId(exchange) ?? []);
  const pages = sent.filter(({ before: { request } }) => /[?&]status=/.test(request.target));
  const isOnLast = (id: bigint) => pages.some(({ after: looks }) => shows(looks.at(-1), id));
  return ids.length > 0 && ids.every(isOnLast);
}

function shows(page: Exchange | undefined, id: bigint): boolean {
  const { answer } = page ?? {};
  if (answer?.status !== 200 || answer.body.kind !== 'bytes') return false;
  const reading = parseExactJson(new TextDecoder().decode(answer.body.bytes));
  if (!reading.ok || !isExactArray(reading.value)) return false;
  return reading.value.some((item) => isExactObject(item) && item['id'] === id);
}

function operationOf({ request: { method, target } }: Exchange): string {
  return `${method} ${/^\/pets\/./.test(target) ? 'one' : 'all'}`;
}

/**
 * Whether one of today's exchanges could have shown the violation as the recorded one did: a response of another status has other headers
 * and another body, and says nothing of those that were wrong.
 */
function isSameKind({ before, after }: SentAgain, rule: RuleId): boolean {
  if (rules[rule].ofContent !== true) return true;
  return after.some(({ answer }) => answer?.status === before.answer?.status);
}

function unlikeOf({ before, after }: SentAgain): string {
  const [then, now] = [before.answer?.status ?? 'nothing', after.at(-1)?.answer?.status ?? 'nothing'];
  return `no response ${then} was met: ${lineOf(before)} got ${now} this time`;
}

function showsPets({ after }: SentAgain, knowledge: JudgeKnowledge): boolean {
  return after.some((exchange) => {
    const reading = readExchange(exchange, knowledge);
    return reading !== undefined && (listedItems(reading)?.length ?? 0) > 0;
  });
}

function answersAreAlike(sent: readonly SentAgain[]): boolean {
  return sent.every(({ before, after }) => after.some(({ answer }) => answer?.status === before.answer?.status));
}

function whyMissing({ before, after }: SentAgain): string | undefined {
  if (after.length > 0) return undefined;
  return before.answer?.status === 429
    ? 'no request was refused with 429 this time'
    : `${lineOf(before)} was not among the requests of the run this time`;
}

function lineOf({ request: { method, target } }: Exchange): string {
  return `${method} ${target.slice(0, 120)}`;
}

function isGone({ rule, finding: { pet }, exchanges }: RecordedFinding, petFor: Surroundings['petFor']): boolean {
  const isNew = exchanges.some(({ request }) => request.method === 'POST');
  return rules[rule].again?.over === 'pages' && pet !== undefined && !isNew && petFor(BigInt(pet)) === undefined;
}

/** A page is part of many proofs; where the finding is about one pet, only what asks for that one tells. */
function tellingOf({ rule }: RecordedFinding, sent: readonly SentAgain[]): readonly SentAgain[] {
  const special = sent.filter(
    ({ before: { request } }) => request.method === 'POST' || request.target.startsWith('/pets/'),
  );
  return special.length === 0 || rules[rule].again?.over === 'pages' ? sent : special;
}

function isAsBad(verdict: Finding['verdict'], { finding }: RecordedFinding): boolean {
  return verdict === 'fail' || (finding.verdict === 'warn' && verdict === 'warn');
}

function breaksMust({ rule, verdict }: Pick<Finding, 'rule' | 'verdict'>): boolean {
  return verdict === 'fail' && rules[rule].level === 'must';
}

/** Why the answer to one request tells nothing, whatever the judges make of it. */
function hindranceOf({ before, after }: SentAgain, rule: RuleId, knowledge: JudgeKnowledge): string | undefined {
  const line = lineOf(before);
  const last = after.at(-1);
  if (last === undefined) return `${line} was not sent again: the requests of this run were used up`;
  if (last.answer === undefined) return `${line} got no response: ${last.failure?.says ?? 'the cause is unknown'}`;
  const { status } = last.answer;
  if (status === 429 && before.answer?.status !== 429) return `${line} was refused with 429: the limit is used up`;
  if (status >= 500 && before.answer !== undefined && before.answer.status < 500)
    return `${line} got ${status} this time`;
  const [then, now] = [before, last].map((exchange) => countOf(exchange, knowledge));
  if (then === undefined || now === undefined) return undefined;
  const shrunk = now.items < now.atMost && then.items > now.atMost;
  if ((now.items === 0 && then.items > 0) || (rules[rule].again?.needsFullPages === true && shrunk))
    return `${line} now shows ${now.items} pets, too few to tell`;
  return undefined;
}

function countOf(exchange: Exchange, knowledge: JudgeKnowledge): { items: number; atMost: number } | undefined {
  const reading = readExchange(exchange, knowledge);
  const items = reading === undefined ? undefined : listedItems(reading);
  const page = reading?.expectation.page;
  return items === undefined || page === undefined ? undefined : { items: items.length, atMost: page.atMost };
}

/** The specification allows that the request is refused, and it is, but for a reason of its own. */
function isRefused({ before, after }: SentAgain, knowledge: JudgeKnowledge): boolean {
  const last = after.at(-1);
  const reading = last === undefined ? undefined : readExchange(last, knowledge);
  if (reading === undefined || reading.expectation.operation === undefined) return false;
  const { status } = reading.exchange.answer;
  const wasServed = before.answer !== undefined && before.answer.status < 300;
  const isClientError = status >= 400 && status < 500 && status !== 429 && status !== 401;
  return wasServed && isClientError && allowedBody(reading.expectation, status) !== undefined;
}
