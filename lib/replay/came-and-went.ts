import { isAnsweredWithinLimit } from '../contract/within-limit.ts';
import { isPetStatus } from '../contract/pets.ts';
import { createdId } from '../evidence/creation.ts';
import { printExactJson, type ExactObject } from '../evidence/exact-json.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { placesOf } from '../model/places.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import type { RecordedRun } from './recorded-run.ts';
import { sentObject, type RecordedStore } from './recorded-store.ts';
import { isOfList, petsOf, readPet } from './shown-pets.ts';
import { requestKey } from './situation.ts';
import { ownNames } from './stand-ins.ts';

/** As many responses satisfy the rule by chance, of a service whose fault is as frequent as it was, in one of a hundred replays. */
const BY_CHANCE = 0.01;

/** As often as a request that was sent once is sent once more, to see whether its fault comes and goes. */
const MOST_TIMES = 36;

/** Twice as many requests as it took then to meet the fault once: fewer are satisfied by chance. */
const TWICE = 2;

/** What a recorded run shows of whether its faults stayed. */
export interface CameAndWent {
  /**
   * Why responses that satisfy a rule today do not show that the fault is gone: of the same requests some violated the rule then and
   * others satisfied it, and too few were sent today.
   *
   * @param times - how many were sent today
   * @returns one clause; undefined where the fault was there each time, as far as the run shows
   */
  why(rule: RuleId, exchange: Exchange, times: number): string | undefined;
  /** How often a request must be sent until responses that satisfy the rule say anything. */
  times(rule: RuleId, exchange: Exchange): number;
}

/** How many requests could have violated a rule, and how many did. */
interface Share {
  violated: number;
  judged: number;
}

/** The requests of a run that are like each other. */
interface Likes extends Share {
  /** As far as they differ in what seldom matters, one text for them all. */
  readonly kind: string;
  readonly operation: string;
  /** The partitions of the input that they meet. */
  readonly places: ReadonlySet<string>;
}

/** Tells faults that came and went in a recorded run from those that stayed. */
export function cameAndWentIn(run: RecordedRun, store: RecordedStore): CameAndWent {
  const likeness = likenessIn(run);
  const known = new Map<RuleId, ReadonlyMap<string, Likes>>();
  const likesOf = (rule: RuleId): ReadonlyMap<string, Likes> => {
    const before = known.get(rule);
    if (before !== undefined) return before;
    const violates = outcomesIn(rule, run, store);
    const likes = new Map<string, Likes>();
    for (const exchange of run.exchanges.values()) {
      const isViolated = violates(exchange);
      if (isViolated === undefined) continue;
      const { key, kind } = likeness(rule, exchange);
      const own = likes.get(key) ?? {
        kind,
        operation: operationOf(rule, exchange),
        places: partitionsOf(exchange),
        violated: 0,
        judged: 0,
      };
      own.judged++;
      if (isViolated) own.violated++;
      likes.set(key, own);
    }
    known.set(rule, likes);
    return likes;
  };
  /** Where it came and went: how often all requests of its operation met it, since those that did are chosen by that. */
  const varying = (rule: RuleId, exchange: Exchange): Share | undefined => {
    const likes = likesOf(rule);
    const own = likes.get(likeness(rule, exchange).key);
    if (own === undefined || own.violated === 0 || hasStayed(own)) return undefined;
    const others = [...likes.values()].filter(({ operation }) => operation === own.operation);
    if (isOfAnInput(others)) return undefined;
    const kinds = Map.groupBy(others, ({ kind }) => kind);
    return [...kinds.values()].some((alike) => varied(sumOf(alike)) && !alike.some(hasStayed))
      ? sumOf(others)
      : undefined;
  };
  return {
    times(rule, exchange) {
      const share = varying(rule, exchange);
      if (share !== undefined) return timesFor(share);
      const likes = likesOf(rule);
      const own = likes.get(likeness(rule, exchange).key);
      // A request that violated the rule each time, or another one that did.
      if (own === undefined || own.violated === 0 || [...likes.values()].some(hasStayed)) return 1;
      const all = sumOf([...likes.values()]);
      return varied(all) ? 1 + Math.min(MOST_TIMES, Math.ceil((TWICE * all.judged) / all.violated)) : 1;
    },
    why(rule, exchange, sent) {
      const share = varying(rule, exchange);
      const more = share === undefined ? 0 : timesFor(share) - sent;
      if (share === undefined || more <= 0) return undefined;
      return `violated ${rule} now and then (${share.violated} of ${share.judged} such requests): that it is gone takes ${more} more that satisfy it`;
    },
  };
}

function partitionsOf({ request }: Exchange): ReadonlySet<string> {
  const all = placesOf(request)?.all ?? [];
  return new Set([...all].flatMap(([dimension, partitions]) => partitions.map((one) => `${dimension}: ${one}`)));
}

/** Whether the requests that violated a rule have something in common that none has that satisfied it: then the fault is of that input. */
function isOfAnInput(likes: readonly Likes[]): boolean {
  const [first, ...violating] = likes.filter(({ violated }) => violated > 0);
  if (first === undefined || violating.length === 0) return false;
  const satisfying = likes.filter(({ violated, judged }) => violated < judged);
  return [...first.places].some(
    (place) =>
      violating.every(({ places }) => places.has(place)) && !satisfying.some(({ places }) => places.has(place)),
  );
}

/** As many requests in a row that none of them meets a fault of this share is a matter of chance, and rare. */
function timesFor({ violated, judged }: Share): number {
  return Math.ceil(Math.log(BY_CHANCE) / Math.log(1 - violated / judged));
}

function varied({ violated, judged }: Share): boolean {
  return violated > 0 && violated < judged;
}

function hasStayed({ violated, judged }: Share): boolean {
  return judged > 1 && violated === judged;
}

function sumOf(shares: readonly Share[]): Share {
  const sum = { violated: 0, judged: 0 };
  for (const { violated, judged } of shares) {
    sum.violated += violated;
    sum.judged += judged;
  }
  return sum;
}

/** Requests of one operation are tries of a fault that comes and goes; where the request does not matter to a rule, all requests are. */
export function operationOf(rule: RuleId, { request: { method, target } }: Exchange): string {
  return rules[rule].ofAnyRequest === true ? 'any' : `${method} ${/^\/pets\/./.test(target) ? 'one' : 'all'}`;
}

/**
 * Tells requests that are alike but for the names that are new in each. What becomes of a pet depends on what is sent of it, not on how its
 * JSON is written; a server error seldom on that, on headers, or on which of the documented values it is.
 */
function likenessIn({
  report,
  exchanges,
}: RecordedRun): (rule: RuleId, exchange: Exchange) => Pick<Likes, 'kind'> & { key: string } {
  const names = ownNames(report.run.id);
  const namesOf = ({ request }: Exchange): string[] => requestKey(request).match(names) ?? [];
  const creations = [...exchanges.values()].filter(({ request }) => request.method === 'POST');
  const all = Map.groupBy(creations.flatMap(namesOf), (name) => name);
  return (rule, exchange) => {
    const { request } = exchange;
    if (request.method !== 'POST') {
      const key = `${request.credential} ${requestKey(request)}`;
      return { key, kind: key };
    }
    const isTaken = namesOf(exchange).some((name) => (all.get(name)?.length ?? 0) > 1);
    const told = (text: string) => [request.credential, isTaken, text.replaceAll(names, '{name}')].join(' ');
    const whole = told(requestKey(request));
    const pet = sentObject(exchange);
    if (pet === undefined) return { key: whole, kind: whole };
    const { status, ...fields } = pet;
    const ofPet = told(printExactJson(sorted(isPetStatus(status) && isOfServerErrors(rule) ? fields : pet)));
    return { key: isOfStored(rule) ? ofPet : whole, kind: isOfStored(rule) || isOfServerErrors(rule) ? ofPet : whole };
  };
}

/** Whether a rule is about what is stored of a pet. */
function isOfStored(rule: RuleId): boolean {
  const { over, of } = rules[rule].again ?? {};
  return over === 'sets' && of === 'creations';
}

function isOfServerErrors(rule: RuleId): boolean {
  return rules[rule].again?.satisfiedBy === 'no server error';
}

function sorted(object: ExactObject): ExactObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether an exchange violated a rule; undefined where it could not have. One server error is as another, whatever rule names it. */
function outcomesIn(rule: RuleId, run: RecordedRun, store: RecordedStore): (exchange: Exchange) => boolean | undefined {
  if (isOfStored(rule)) return readBackIn(rule, run);
  const same = isOfServerErrors(rule) ? RULE_IDS.filter(isOfServerErrors) : [rule];
  return (exchange) => {
    const verdicts = same.map((id) => store.verdict(id, exchange));
    if (verdicts.includes('fail')) return true;
    const isServed = isOfServerErrors(rule) && isAnsweredWithinLimit(exchange) && exchange.answer.status < 500;
    return verdicts.includes('pass') || isServed ? false : undefined;
  };
}

/** Whether what was created was not found, or not as it was sent, afterwards: a finding names a few of such creations only. */
function readBackIn(rule: RuleId, { report, exchanges }: RecordedRun): (exchange: Exchange) => boolean | undefined {
  const own = (report.rules.find(({ id }) => id === rule)?.findings ?? []).filter(({ verdict }) => verdict === 'fail');
  const failing = new Set(own.flatMap(({ shownBy, alsoShownBy = [] }) => [...shownBy, ...alsoShownBy]));
  const looks = [...exchanges.values()].filter(({ request }) => request.method === 'GET');
  const sights = looks.map((look) => ({ look, pets: petsOf(look) }));
  return (exchange) => {
    const created = createdId(exchange);
    if (created === undefined) return undefined;
    const sent = readPet(sentObject(exchange) ?? {});
    const later = sights.filter(({ look }) => look.id > exchange.id);
    const seen = later.flatMap(({ look, pets }) =>
      pets.filter(({ id }) => id === created).map((pet) => ({ pet, isListed: isOfList(look) })),
    );
    const isMissed = later.some(
      ({ look }) => look.request.target === `/pets/${created}` && look.answer?.status === 404,
    );
    const isAltered = seen.some(({ pet }) =>
      (['name', 'categoryId', 'status'] as const).some(
        (field) => sent[field] !== undefined && pet[field] !== undefined && sent[field] !== pet[field],
      ),
    );
    if (failing.has(exchange.id) || isMissed || isAltered) return true;
    return seen.some(({ isListed }) => isListed) ? false : undefined;
  };
}
