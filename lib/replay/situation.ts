import { isPetStatus, PAGE } from '../contract/pets.ts';
import { headerValue, type Exchange, type SentRequest } from '../evidence/exchange.ts';
import { largest } from '../evidence/extremes.ts';
import { readParameters } from '../expectation/request.ts';
import { rules } from '../rules/index.ts';
import { petsAtFault } from './at-fault.ts';
import { areAtOnce } from './company.ts';
import { takesTheLimit } from './place.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import type { RecordedStore } from './recorded-store.ts';
import { isOwn, ownNames } from './stand-ins.ts';
import { itemsOf, type ShownPet } from './shown-pets.ts';

/**
 * The kind of a finding: what was sent that showed it, what was sent before that without which it would not have shown, and what the
 * store must hold. Sent again in this order, with what the store holds today in the place of what it held then, it shows the same
 * fault on any service that has it.
 */
export interface Situation {
  /** What showed the violation, and what led to it, in the order of the run. */
  readonly steps: readonly Exchange[];
  /** Of these, what showed it. */
  readonly shown: readonly Exchange[];
  readonly needs: readonly StoreNeed[];
  /** The pets of one of whose kinds there must be one; none where any will do. */
  readonly atFault: readonly ShownPet[];
  /** Whether the store held more pets than the largest page shows; undefined where the finding is not about what is in which list. */
  readonly isBeyondAPage: boolean | undefined;
}

/** How many pets there must be of a status, or of all together. */
interface StoreNeed {
  readonly status?: string;
  readonly atLeast: number;
}

/** No finding is worth more requests than these. */
const MOST_STEPS = 10;

/** As many pets as show that a list holds all of them, where its length is not what is at fault. */
const A_FEW = 3;

/** As many requests that went with one, at the same time. */
const MOST_COMPANY = 4;

/** The situation that a recorded finding was made in. */
export function situationOf(found: RecordedFinding, run: RecordedRun, store: RecordedStore): Situation {
  const originals = found.exchanges.map((exchange) => originOf(exchange, run));
  const shown = withoutRepeats(originals).slice(0, MOST_STEPS);
  const atFault = petsAtFault(found, run, store);
  const context = [
    ...looksBefore(shown, run),
    ...shown.flatMap((exchange) => creationOf(exchange, store) ?? []),
    ...satisfiedBefore(found, shown, run, store),
    ...(takesTheLimit(found.rule, found.exchanges) ? [] : companyOf(shown, run)),
    ...creationsOf(atFault, store),
    ...readsOf(atFault, shown, run),
    ...shown.flatMap((exchange) => namesakeOf(exchange, run, store) ?? []),
  ];
  const steps = [...new Set([...context, ...shown])].toSorted((a, b) => a.id - b.id);
  return { steps, shown, needs: needsOf(found, shown), atFault, isBeyondAPage: isBeyondAPage(found, run) };
}

/** One request as a text: equal texts are the same request, whoever sent it and when. */
export function requestKey({ method, target, headers, body }: Omit<SentRequest, 'credential'>): string {
  const told = headers.filter(isOwn).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  const sent = body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1') : '';
  return [`${method} ${target}`, ...told.toSorted(), sent].join('\n');
}

function originOf(exchange: Exchange, { exchanges }: RecordedRun): Exchange {
  const origin = exchange.retryOf === undefined ? undefined : exchanges.get(exchange.retryOf);
  return origin ?? exchange;
}

/**
 * The wire makes its own second tries, so a repeated request counts once; looks that alternate are taken once each, too, but anew after
 * every POST.
 */
function withoutRepeats(exchanges: readonly Exchange[]): Exchange[] {
  let seen = new Set<string>();
  return [...new Set(exchanges)].filter(({ request, answer }) => {
    if (request.method === 'POST') seen = new Set();
    const key = requestKey(request);
    const isNew = answer === undefined || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The creation of the pet that is asked for by its id. */
function creationOf({ request }: Exchange, { creations }: RecordedStore): Exchange | undefined {
  const id = /^\/pets\/(-?\d+)$/.exec(request.target)?.[1];
  return id === undefined || request.method !== 'GET' ? undefined : creations.get(BigInt(id));
}

/** As many creations of pets at fault. */
const MOST_AT_FAULT = 2;

function creationsOf(pets: readonly ShownPet[], { creations }: RecordedStore): readonly Exchange[] {
  const own = pets.flatMap(({ id }) => (id === undefined ? [] : (creations.get(id) ?? [])));
  return own.length < pets.length ? [] : own.slice(0, MOST_AT_FAULT);
}

/** Where a pet at fault was asked for by its id before: what became of it may be due to that. */
function readsOf(
  pets: readonly ShownPet[],
  shown: readonly Exchange[],
  { exchanges }: RecordedRun,
): readonly Exchange[] {
  const last = largest(shown.map(({ id }) => id));
  const targets = new Set(pets.slice(0, 1).map(({ id }) => `/pets/${id}`));
  const reads = [...exchanges.values()].filter(
    ({ id, request }) =>
      id < last && request.method === 'GET' && request.credential === 'primary' && targets.has(request.target),
  );
  return reads.slice(0, 1);
}

/** The first creation under the name that a later one has, too. */
function namesakeOf(
  { id, request }: Exchange,
  { report: { run } }: RecordedRun,
  { creations }: RecordedStore,
): Exchange | undefined {
  if (request.method !== 'POST') return undefined;
  const [name] = textOf(request).match(ownNames(run.id)) ?? [];
  if (name === undefined) return undefined;
  return [...creations.values()].find((other) => other.id < id && textOf(other.request).includes(name));
}

function textOf({ body }: SentRequest): string {
  return body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1') : '';
}

/**
 * The same lists as those that did not show what had been created, where the run had asked for them before the creation: what
 * a cache gives is as old as that.
 */
function looksBefore(shown: readonly Exchange[], { exchanges }: RecordedRun): readonly Exchange[] {
  const creation = shown.find(({ request }) => request.method === 'POST');
  if (creation === undefined) return [];
  const after = shown.filter(({ id, request }) => id > creation.id && request.method === 'GET');
  const keys = new Set(after.map(({ request }) => requestKey(request)));
  const before = [...exchanges.values()].filter(({ id, request }) => id < creation.id && keys.has(requestKey(request)));
  return [...new Map(before.map((exchange) => [requestKey(exchange.request), exchange])).values()];
}

/**
 * What satisfied the rule before, though it was the same request, or came with the same invalid key: then what was sent in between,
 * or that it was sent before, may be why it violated the rule.
 */
function satisfiedBefore(
  { rule }: RecordedFinding,
  shown: readonly Exchange[],
  { exchanges }: RecordedRun,
  store: RecordedStore,
): readonly Exchange[] {
  const [first] = shown;
  if (first === undefined || shown.length > 1) return [];
  const { request: own } = first;
  const isLike = ({ request }: Exchange) =>
    requestKey(request) === requestKey(own) ||
    (own.credential === 'wrong' && request.method === 'GET' && keyOf(request) === keyOf(own));
  const before = [...exchanges.values()].filter((one) => one.id < first.id && isLike(one));
  return before.filter((one) => one.answer !== undefined && store.verdict(rule, one) !== 'fail').slice(0, 1);
}

function keyOf({ headers, credential }: SentRequest): string {
  return `${credential} ${headerValue(headers, 'Authorization') ?? ''}`;
}

/** What was under way at the same time. */
function companyOf(shown: readonly Exchange[], { exchanges }: RecordedRun): readonly Exchange[] {
  return shown.flatMap((exchange) =>
    [...exchanges.values()]
      .filter((other) => other.id !== exchange.id && other.probe === exchange.probe && areAtOnce(exchange, other))
      .slice(0, MOST_COMPANY),
  );
}

/** What the lists must have to show of, to show the violation. */
function needsOf({ rule }: RecordedFinding, shown: readonly Exchange[]): readonly StoreNeed[] {
  const { needsFullPages = false, over } = rules[rule].again ?? {};
  return shown.flatMap((exchange) => {
    const items = itemsOf(exchange)?.length;
    if (items === undefined || items === 0) return [];
    const { status, atMost } = pageOf(exchange);
    const atLeast = needsFullPages ? Math.min(items, atMost + 1) : over === undefined ? 1 : Math.min(items, A_FEW);
    return [{ atLeast, ...(status !== undefined && { status }) }];
  });
}

/** What a list asked for, as far as it is documented. */
function pageOf({ request }: Exchange): { readonly status?: string; readonly atMost: number } {
  const parameters = readParameters(request.target);
  const [limit, status] = ['limit', 'status'].map((name) => parameters.find((one) => one.name === name)?.value);
  const figure = limit !== undefined && /^\d{1,3}$/.test(limit) ? Number(limit) : undefined;
  const isLegal = figure !== undefined && figure >= PAGE.minimum && figure <= PAGE.maximum;
  return {
    atMost: isLegal ? figure : limit === undefined ? PAGE.default : PAGE.maximum,
    ...(isPetStatus(status) && { status }),
  };
}

/** Where a list goes by which pets there are, one of more pets than it may show is not one that shows all. */
function isBeyondAPage({ rule }: RecordedFinding, { exchanges }: RecordedRun): boolean | undefined {
  const { over, of } = rules[rule].again ?? {};
  if (over !== 'pages' && of !== 'creations') return undefined;
  return largest([...exchanges.values()].map((one) => itemsOf(one)?.length ?? 0)) >= PAGE.maximum;
}
