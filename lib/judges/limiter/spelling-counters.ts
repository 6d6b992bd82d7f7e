import { headerValues, type SentRequest } from '../../evidence/exchange.ts';
import { makeFinding, type Finding } from '../finding.ts';
import { readHistory, type History, type LimiterLog } from './metered-history.ts';
import { isSameWindow } from './same-window.ts';
import { pick } from '../sequence.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { consistentKinds, makeXray, type Xray } from './xray.ts';

/** Something about a request that makes it meet another counter at some limiters, though its caller is the same. */
interface Manner {
  readonly of: (request: SentRequest) => string;
  /** In words, that requests which are otherwise than usual have a counter of their own. */
  readonly says: (others: readonly string[], usual: string) => string;
}

/** How much of a header a sentence shows, in characters. */
const MOST_SHOWN = 60;

/** How a key is written in the Authorization header, masked by its role, and what the request says that it accepts. */
const MANNERS: readonly Manner[] = [
  { of: headerOf('Authorization'), says: sayApart },
  {
    of: headerOf('Accept'),
    says: ([first = '', ...more]) => {
      const shown = first === '' ? 'without Accept' : `with Accept: ${first.slice(0, MOST_SHOWN)}`;
      const besides = more.length === 0 ? '' : `, and with ${more.length} other values of it,`;
      return `requests ${shown}${besides} seem to have a counter of their own`;
    },
  },
];

/** How a request is sent in one manner: usually, and in which other ways it was served. */
interface Spellings {
  readonly manner: Manner;
  readonly usual: string;
  readonly others: readonly string[];
  /** The spelling of each request, by its number. */
  readonly of: ReadonlyMap<number, string>;
}

/** By how much Remaining must be higher under the other spelling, so that no rounding explains it. */
const MUCH_HIGHER = 3;

/**
 * RATE-4: a counter for each spelling of the scheme. Some limiters identify the caller by the text of the Authorization header, so
 * that the same key has several; some by more of the request, as a cache does. Shown by one request: more remained for it than for
 * those before and after it, which speak of one window and used what few requests use. Source: section 8, the caller's limit; RFC 9110,
 * section 11.1.
 */
export function judgeSpellings(history: History, log: LimiterLog): Finding[] {
  return MANNERS.flatMap((manner) => judgeManner(manner, history, log)).slice(0, 1);
}

function judgeManner(manner: Manner, history: History, log: LimiterLog): Finding[] {
  const spellings = spellingsOf(log, manner);
  if (spellings === undefined) return [];
  for (const { before, apart, after, sent } of betweenUsual(history, spellings)) {
    const [left, others, next] = [before.remaining ?? 0, apart.remaining ?? 0, after.remaining ?? 0];
    const isOneCounter = next < left && left - next <= sent && isSameWindow(before, after);
    if (!isOneCounter || others - left < MUCH_HIGHER) continue;
    const says = `Remaining was ${others}, between ${left} and ${next} in the same window; ${sayOf(spellings)}`;
    const numbers = [before, apart, after].map(({ number }) => number);
    const actual = `${left}, ${others}, ${next}`;
    return [
      makeFinding({ rule: 'RATE-4', shownBy: numbers }, 'fail', says, {
        expected: 'one Remaining for the key',
        actual,
        fault: 'counted by spelling',
      }),
    ];
  }
  return [];
}

/** That only counters by spelling explain a history: in words, and the x-ray as it is then. */
export interface CountedBySpelling {
  readonly says: string;
  readonly xray: Xray;
}

/**
 * Whether no limiter explains the history only because the key was also sent with its scheme written in another way. What is then violated is
 * what the kinds that explain the rest say: others may not admit as many, whatever was counted apart.
 *
 * @param xray - of the whole log
 */
export function diagnoseSpellings(log: LimiterLog, xray: Xray): CountedBySpelling | undefined {
  if (xray.violations.length === 0) return undefined;
  for (const manner of MANNERS) {
    const found = diagnoseManner(manner, log, xray);
    if (found !== undefined) return found;
  }
  return undefined;
}

function diagnoseManner(manner: Manner, log: LimiterLog, xray: Xray): CountedBySpelling | undefined {
  const { period, violations, kinds } = xray;
  const spellings = spellingsOf(log, manner);
  if (spellings === undefined) return undefined;
  const isOther = (id: number) => spellings.of.has(id) && spellings.of.get(id) !== spellings.usual;
  const kindsWithout = (isLeftOut: (index: number) => boolean) => {
    const readings = own.filter((_, index) => !isLeftOut(index));
    const without = makeXray(readHistory({ ...log, readings }, 'primary'), period, log.knowledge);
    return without?.violations.length === 0 ? consistentKinds(without) : [];
  };
  const own = [...pick(log.readings, ({ exchange }) => exchange.request.credential === 'primary')];
  const others = new Set(own.flatMap(({ exchange: { id } }, index) => (isOther(id) ? [index] : [])));
  const explaining = kindsWithout((index) => others.has(index));
  // One request less explains any limit that is one too high: only Remaining shows several counters.
  const isTold = violations.some(({ rule }) => rule === 'RATE-4');
  const told = kinds
    .filter(({ kind }) => explaining.includes(kind))
    .flatMap(({ contradictions }) => contradictions)
    .filter(({ rule, by, shownBy }) => rule === 'RATE-4' && by !== 'announced' && shownBy.some(isOther));
  if (explaining.length === 0 || (!isTold && told.length === 0)) return undefined;
  // Where leaving out as many others works as well, their number is the explanation, not how the key was written.
  const isByNumber = [-1, 1].some(
    (step) => kindsWithout((index) => others.has(index + step) && !others.has(index)).length > 0,
  );
  if (isByNumber) return undefined;
  return { says: sayOf(spellings), xray: isTold ? xray : { ...xray, violations: told.slice(0, 1) } };
}

function sayOf({ manner, usual, others }: Spellings): string {
  return manner.says(others, usual);
}

function sayApart(others: readonly string[], usual: string): string {
  const sent = others.map((spelling) => `"${spelling}"`).join(', ');
  return `the key sent as ${sent} seems to have a counter of its own, apart from "${usual}"`;
}

function headerOf(name: string): Manner['of'] {
  return ({ headers }) => headerValues(headers, name).join(', ');
}

/** Whether two requests are sent in the same manner: a limiter may have a counter for each. */
export function areSpelledAlike(one: SentRequest, other: SentRequest): boolean {
  return MANNERS.every(({ of }) => of(one) === of(other));
}

/** Undefined where the key was served under one spelling only. */
function spellingsOf({ readings }: LimiterLog, manner: Manner): Spellings | undefined {
  // A long run has many requests, all of them spelled alike.
  const requests = new Set<SentRequest>();
  for (const { exchange } of readings) if (exchange.request.credential === 'primary') requests.add(exchange.request);
  if (new Set([...requests].map(manner.of)).size < 2) return undefined;
  const own = readings.filter(({ exchange }) => exchange.request.credential === 'primary');
  const of = new Map(own.map(({ exchange: { id, request } }) => [id, manner.of(request)]));
  const served = own.filter(({ exchange }) => exchange.answer.status !== 401);
  const bySpelling = Map.groupBy(served, ({ exchange }) => of.get(exchange.id) ?? '');
  const [usual, ...others] = [...bySpelling]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([spelling]) => spelling);
  return usual === undefined || others.length === 0 ? undefined : { manner, usual, others, of };
}

/** A served request under another spelling, and those of the usual one before and after it that tell what remains. */
interface Between {
  readonly before: MeteredRequest;
  readonly apart: MeteredRequest;
  readonly after: MeteredRequest;
  /** Requests after `before`, up to `after`. */
  readonly sent: number;
}

function* betweenUsual({ batches }: History, { usual, of }: Spellings): Generator<Between, undefined> {
  let before: MeteredRequest | undefined;
  let apart: MeteredRequest | undefined;
  let sent = 0;
  for (const { requests } of batches) {
    const [request, ...beside] = requests;
    if (request === undefined || beside.length > 0) {
      before = undefined;
      continue;
    }
    sent++;
    if (request.remaining === undefined) continue;
    if (of.get(request.number) !== usual) {
      if (isSuccess(request)) apart = request;
      continue;
    }
    if (before !== undefined && apart !== undefined) yield { before, apart, after: request, sent };
    [before, apart, sent] = [request, undefined, 0];
  }
}
