import { createdId } from '../evidence/created.ts';
import { isExactArray, isExactObject, parseExactJson } from '../evidence/exact-json.ts';
import type { Exchange, SentRequest } from '../evidence/exchange.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import { isOwn } from './resend.ts';

/** What is sent again for a finding: what showed it, and before that what the judges must have seen. */
export interface Steps {
  readonly context: readonly Exchange[];
  readonly shown: readonly Exchange[];
}

/** No finding is worth more requests than these. */
const MOST_STEPS = 10;

/**
 * The requests behind a finding, in their order. The wire makes its own second tries, so a repeated request counts once;
 * looks that alternate are taken once each, too, but anew after every POST.
 */
export function stepsOf({ exchanges }: RecordedFinding, run: RecordedRun): Steps {
  const originals = exchanges.map((exchange) => originOf(exchange, run));
  const shown = withoutRepeats(originals).slice(0, MOST_STEPS);
  const context = [...looksBefore(shown, run), ...shown.flatMap((exchange) => sightBefore(exchange, shown, run) ?? [])];
  return { context: [...new Set(context)], shown };
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

/** Where the run had learnt of an animal that is asked for by its id, unless that is among what is sent anyhow. */
function sightBefore(exchange: Exchange, shown: readonly Exchange[], { exchanges }: RecordedRun): Exchange | undefined {
  const id = /^\/pets\/(-?\d+)$/.exec(exchange.request.target)?.[1];
  if (id === undefined || exchange.request.method !== 'GET') return undefined;
  const before = [...exchanges.values()].filter(
    (other) => other.id < exchange.id && (`${createdId(other)}` === id || lists(other, id)),
  );
  if (before.some((other) => shown.some(({ id: sent }) => sent === other.id))) return undefined;
  return before.find(({ request }) => request.method === 'POST') ?? before[0];
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

function lists({ request, answer }: Exchange, id: string): boolean {
  if (request.method !== 'GET' || !/^\/pets(\?|$)/.test(request.target) || answer?.body.kind !== 'bytes') return false;
  const reading = parseExactJson(new TextDecoder().decode(answer.body.bytes));
  if (answer.status !== 200 || !reading.ok || !isExactArray(reading.value)) return false;
  return reading.value.some((item) => isExactObject(item) && item['id'] === BigInt(id));
}
