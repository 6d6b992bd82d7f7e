import type { Exchange } from '../evidence/exchange.ts';
import { allowedBody, type JudgeKnowledge } from '../expectation/expectation.ts';
import type { Finding } from '../judges/finding.ts';
import { listedItems, readExchange } from '../judges/reading.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { RecordedFinding } from './recorded-run.ts';

/** What sending again says of a recorded finding. */
export interface Settled {
  readonly found: RecordedFinding;
  /** `open`: the answers of today say neither that it is still there nor that it is gone. */
  readonly state: 'broken' | 'fixed' | 'open';
  /** One clause. */
  readonly says: string;
}

/** One request of a finding: the exchange of then, and those of today with the same request, in order. */
export interface SentAgain {
  readonly before: Exchange;
  readonly after: readonly Exchange[];
  /** Why it was not sent. */
  readonly whyNot?: string;
}

/**
 * Compares a recorded finding with what the same judges say today. `fixed` asks for evidence: the rule is seen to be
 * kept by the very requests that broke it, or the answer of a single one is now in order altogether.
 *
 * @param findings - everything that the judges say of today's exchanges
 * @param knowledge - what today's exchanges showed
 */
export function settle(
  found: RecordedFinding,
  sent: readonly SentAgain[],
  findings: readonly Finding[],
  knowledge: JudgeKnowledge,
): Settled {
  const numbers = new Set(sent.flatMap(({ after }) => after.map(({ id }) => id)));
  const here = findings.filter(({ shownBy }) => shownBy.some((id) => numbers.has(id)));
  const own = here.filter(({ rule, see }) => rule === found.rule && see === undefined);
  const broken = own.find(({ verdict }) => isAsBad(verdict, found));
  if (broken !== undefined) return { found, state: 'broken', says: broken.says };
  const open = (says: string): Settled => ({ found, state: 'open', says });
  const hindrance = sent.map((one) => hindranceOf(one, found.rule, knowledge)).find((why) => why !== undefined);
  if (hindrance !== undefined) return open(hindrance);
  const doubt = own.find(({ verdict, unverified }) => verdict === 'inconclusive' && unverified !== true);
  if (doubt !== undefined) return open(doubt.says);
  const other = here.find(({ rule, verdict, see }) => breaksMust({ rule, verdict }) && see === undefined);
  if (other !== undefined && !own.some(({ verdict }) => verdict === 'pass'))
    return open(`the same request now breaks ${other.rule}: ${other.says}`);
  if (isGone(found, knowledge)) return open('the animal is not shown any more');
  const telling = new Set(tellingOf(found, sent).flatMap(({ after }) => after.map(({ id }) => id)));
  const kept = own.find(({ verdict, shownBy }) => verdict === 'pass' && shownBy.some((id) => telling.has(id)));
  if (kept !== undefined) return { found, state: 'fixed', says: kept.says };
  const [single] = sent;
  if (found.finding.shownBy.length === 1 && single !== undefined && isInOrder(single, knowledge))
    return { found, state: 'fixed', says: `the answer is now ${single.after.at(-1)?.answer?.status}, and in order` };
  return open('nothing in the answers of today shows the rule');
}

/** Rules that are judged over whole pages: any of them tells, and which animal was missing stands in the finding. */
const OVER_PAGES: readonly RuleId[] = ['LIST-7', 'GET-6'];

function isGone({ rule, finding, exchanges }: RecordedFinding, { animals }: JudgeKnowledge): boolean {
  const id = /\bid (-?\d+)\b/.exec(finding.expected ?? '')?.[1];
  const isNew = exchanges.some(({ request }) => request.method === 'POST');
  return OVER_PAGES.includes(rule) && id !== undefined && !isNew && !animals.has(BigInt(id));
}

/** A page is part of many proofs; where the finding is about one animal, only what asks for that one tells. */
function tellingOf({ rule }: RecordedFinding, sent: readonly SentAgain[]): readonly SentAgain[] {
  const special = sent.filter(
    ({ before: { request } }) => request.method === 'POST' || request.target.startsWith('/pets/'),
  );
  return special.length === 0 || OVER_PAGES.includes(rule) ? sent : special;
}

function isAsBad(verdict: Finding['verdict'], { finding }: RecordedFinding): boolean {
  return verdict === 'fail' || (finding.verdict === 'warn' && verdict === 'warn');
}

function breaksMust({ rule, verdict }: Pick<Finding, 'rule' | 'verdict'>): boolean {
  return verdict === 'fail' && rules[rule].level === 'must';
}

/** Whose answers only a full page can show to be kept. */
const COUNTED: readonly RuleId[] = ['LIST-2', 'LIST-3', 'LIST-4'];

/** Why the answer to one request tells nothing, whatever the judges make of it. */
function hindranceOf(
  { before, after, whyNot }: SentAgain,
  rule: RuleId,
  knowledge: JudgeKnowledge,
): string | undefined {
  const line = `${before.request.method} ${before.request.target.slice(0, 120)}`;
  const last = after.at(-1);
  if (last === undefined) return `${line} was not sent again: ${whyNot ?? 'the requests of this run were used up'}`;
  if (last.answer === undefined) return `${line} got no answer: ${last.failure?.says ?? 'the cause is unknown'}`;
  const { status } = last.answer;
  if (status === 429 && before.answer?.status !== 429) return `${line} was refused with 429: the limit is used up`;
  if (status >= 500 && before.answer !== undefined && before.answer.status < 500)
    return `${line} was answered ${status} this time`;
  const [then, now] = [before, last].map((exchange) => countOf(exchange, knowledge));
  if (then === undefined || now === undefined) return undefined;
  const shrunk = now.items < now.atMost && then.items > now.atMost;
  if ((now.items === 0 && then.items > 0) || (COUNTED.includes(rule) && shrunk))
    return `${line} now shows ${now.items} animals, too few to tell`;
  return undefined;
}

function countOf(exchange: Exchange, knowledge: JudgeKnowledge): { items: number; atMost: number } | undefined {
  const reading = readExchange(exchange, knowledge);
  const items = reading === undefined ? undefined : listedItems(reading);
  const page = reading?.expectation.page;
  return items === undefined || page === undefined ? undefined : { items: items.length, atMost: page.atMost };
}

/** The specification allows the answer, and it is another one than 429, which it allows to every request. */
function isInOrder({ after }: SentAgain, knowledge: JudgeKnowledge): boolean {
  const last = after.at(-1);
  const reading = last === undefined ? undefined : readExchange(last, knowledge);
  if (reading === undefined || reading.expectation.operation === undefined) return false;
  const { status } = reading.exchange.answer;
  return status !== 429 && status < 500 && allowedBody(reading.expectation, status) !== undefined;
}
