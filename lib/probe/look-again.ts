import { isAnsweredWithinLimit } from '../contract/within-limit.ts';
import type { Exchange, SentRequest } from '../evidence/exchange.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import { MISSING_OF_PART, NO_PAGE } from '../judges/filters.ts';
import type { Finding } from '../judges/finding.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { settlingPause } from './settling-pause.ts';

/** How often what looked wrong is looked at again: the first may meet a lag, or another client at work. */
const MOST_ROUNDS = 2;

/** As many doubts as one round settles for each rule; the others have the same cause more often than not. */
const MOST_DOUBTS = 2;

/** No run is made much longer by its doubts. */
const MOST_REQUESTS = 30;

/** How often a request that violated a rule is sent again: then a fault that comes and goes is told from one that stays. */
const MOST_REPEATS = 4;

/** How many different requests are sent again, and how many that is together at most. */
const MOST_REPEATED = 6;
const MOST_REPETITIONS = 12;

/** The requests that are kept for what comes after; what uses the limit up has a budget of its own. */
export const FOR_THE_OTHERS = 19;

/** What settling doubts may cost. */
export interface Patience {
  readonly rounds: number;
  readonly requests: number;
}

/** What is left of the run then would not be judged without its requests: the most telling doubts, once. */
export const HALF_WAY: Patience = { rounds: 1, requests: 8 };

/** When all else was sent. */
export const IN_THE_END: Patience = { rounds: MOST_ROUNDS, requests: MOST_REQUESTS };

/** What settling a doubt needs of a run. */
export interface Doubtful {
  conclude(): readonly Finding[];
  sent(id: number): Exchange | undefined;
  send(exchange: Exchange): Promise<unknown>;
  pause(milliseconds: number): Promise<void>;
  /** Of the run: how long the pauses are follows from it. */
  readonly seed: number;
  /** The getPet that found what a creation left, where one did. */
  readonly readOf: (creation: Exchange) => Exchange | undefined;
}

/**
 * Settles what looked wrong but could have another cause: after the time that a write may take to be seen, the requests
 * that showed it are sent again, alternately, until the judges are sure or stay in doubt (A-B-A). A service that keeps
 * its rules costs nothing here. Only GET is sent again, and a POST without an answer whose body must be refused. In the place of a creation
 * whose pet a list lacks, the getPet that found it is sent: a store of more pets than a page holds shows the pet nowhere else.
 */
export async function settleDoubts(run: Doubtful, { rounds, requests }: Patience = IN_THE_END): Promise<void> {
  let left = requests;
  for (let round = 0; round < rounds; round++) {
    const doubtful = run.conclude().filter((finding) => isDoubt(finding, run));
    // Where it is in doubt what was stored, a list that lacks it is not another question.
    const readOf = doubtful.some(({ rule }) => rule === 'CREATE-10') ? () => undefined : run.readOf;
    const ofRules = [...Map.groupBy(mustFirst(doubtful), ({ rule }) => rule).values()].map((doubts) =>
      onePerRequests(doubts, run, readOf),
    );
    // The first doubt of each rule, then the second ones.
    const again = Array.from({ length: MOST_DOUBTS }, (_, nth) =>
      ofRules.flatMap((doubts) => doubts.slice(nth, nth + 1)),
    )
      .flat()
      .flatMap((exchanges) => (exchanges.length > 1 ? [...exchanges, ...exchanges.slice(0, 1)] : exchanges))
      .slice(0, left);
    if (again.length === 0) return;
    await run.pause(settlingPause(run.seed, requests + round));
    for (const exchange of again) await run.send(exchange);
    left -= again.length;
  }
}

/** Where not all can be settled, those that the gate goes by are. */
function mustFirst(doubts: readonly Finding[]): Finding[] {
  return doubts.toSorted((a, b) => Number(isMust(b)) - Number(isMust(a)));
}

function isMust({ rule }: Finding): boolean {
  return rules[rule].level === 'must';
}

/** What sending violations again needs of a run. */
export interface Violated {
  /** Exchanges that violated a rule by themselves. */
  readonly violated: readonly { readonly rule: RuleId; readonly exchange: Exchange }[];
  /** Requests that the run may still send. */
  readonly rest: number;
  readonly send: (exchange: Exchange) => Promise<unknown>;
}

/** Whether a finding is a violation of a must rule, and of none else. */
export function isViolation({ rule, verdict, see }: Finding): boolean {
  return verdict === 'fail' && see === undefined && rules[rule].level === 'must';
}

/**
 * Sends again what violated a must rule, one request of each, while it costs nothing but a request: whether it does so each
 * time. A service that keeps its rules costs nothing here.
 *
 * Reads are sent again, and creations that had to be refused and were refused, though wrongly: whoever keeps the rules stores
 * nothing of these. A creation that was taken, or may be, is not: each time would leave one more pet in a store that nobody can tidy,
 * and another name makes it another request. What has no valid key is not: many of these in a row look like an attack.
 */
export async function repeatViolations({ violated, rest, send }: Violated): Promise<void> {
  const harmless = violated.filter(
    ({ exchange }) => exchange.request.credential === 'primary' && mayBeRepeated(exchange),
  );
  const ofRules = [...Map.groupBy(harmless, ({ rule }) => rule).values()].flatMap(([first]) => first?.exchange ?? []);
  const again = [...new Map(ofRules.map((exchange) => [keyOf(exchange), exchange])).values()].slice(0, MOST_REPEATED);
  const most = Math.min(MOST_REPETITIONS, rest - FOR_THE_OTHERS);
  const times = Math.min(MOST_REPEATS, Math.floor(most / again.length));
  for (const exchange of again) for (let sent = 0; sent < times; sent++) await send(exchange);
}

/**
 * Whether an exchange may be had again at no cost but that of a request: a read, or a creation with the valid key that must be
 * refused and was. Its response came, and did not speak of the limit.
 */
export function mayBeRepeated(exchange: Exchange): boolean {
  if (!isAnsweredWithinLimit(exchange)) return false;
  const { request, answer } = exchange;
  if (request.method === 'GET') return true;
  return request.credential === 'primary' && answer.status >= 400 && mustBeRefused(request);
}

function isDoubt({ rule, verdict, see, shownBy, unverified, fault }: Finding, run: Doubtful): boolean {
  if (verdict !== 'inconclusive' || unverified || see !== undefined || rules[rule].level === 'observed') return false;
  // What is left of the run is worth more than looks that settle nothing.
  if (fault === MISSING_OF_PART || fault === NO_PAGE) return false;
  const isSilent = rule === 'ERR-3' && shownBy.every((id) => isSilentRefusal(run.sent(id)));
  return isSilent || shownBy.length > 1;
}

/** A POST that creates nothing, whoever reads it, and that got no answer: it may have been the network, once. */
function isSilentRefusal(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && exchange.answer === undefined && mustBeRefused(exchange.request);
}

/** A POST that creates nothing on a service that keeps its rules, whoever reads it. */
function mustBeRefused({ method, headers, body }: SentRequest): boolean {
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return method === 'POST' && !isChunked && ['missing', 'wrong-type', 'not-an-object'].includes(readNewPet(body).kind);
}

/** How often a request is sent again that was answered in two ways: the next answer may be either. */
const IN_TURNS = 4;

/** More silent requests in a row would look as if the service was gone. */
const MOST_SILENT = 2;

/**
 * The requests behind each doubt that may be sent again, each once and in the order of sending; some times where one request was answered in two ways.
 * Doubts over the same requests are one.
 */
function onePerRequests(
  doubts: readonly Finding[],
  run: Pick<Doubtful, 'sent'>,
  readOf: Doubtful['readOf'],
): Exchange[][] {
  const distinct = new Map<string, Exchange[]>();
  for (const { rule, shownBy } of doubts) {
    const sent = shownBy
      .toSorted((a, b) => a - b)
      .flatMap((id) => run.sent(id) ?? [])
      .map((exchange) => (OF_SHOWN_PETS.includes(rule) ? (readOf(exchange) ?? exchange) : exchange));
    const may = sent.filter((exchange) => exchange.request.method === 'GET' || isSilentRefusal(exchange));
    const different = [...new Map(may.map((exchange) => [keyOf(exchange), exchange])).values()];
    const once = different.some(isSilentRefusal) ? different.slice(0, MOST_SILENT) : different;
    const isRepetition = once.length === 1 && may.length > 1;
    const again = isRepetition ? Array.from({ length: IN_TURNS }, () => once).flat() : once;
    if (again.length > 0) distinct.set(once.map(keyOf).join(' '), again);
  }
  return [...distinct.values()];
}

/** Rules of pets that are there, and that a filter is to return. */
const OF_SHOWN_PETS: readonly RuleId[] = ['LIST-7', 'GET-6'];

/** What makes a request one of its own: its target, and for a POST its body. */
function keyOf({ request: { method, target, body } }: Exchange): string {
  return method === 'GET'
    ? target
    : `${method} ${body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1') : ''}`;
}
