import { largest, smallest } from '../evidence/extremes.ts';
import type { Body, Exchange } from '../evidence/exchange.ts';
import type { Finding } from './finding.ts';
import type { Judge } from './judge.ts';
import type { Reading } from './reading.ts';

/** A request that got no answer. Its judge's expectation says which rule asks for one. */
export interface Unanswered {
  readonly exchange: Exchange;
  /** ERR-3 for documented requests, ERR-7 for hostile ones. */
  readonly rule: 'ERR-3' | 'ERR-7';
  /** Its path, query or headers are such that an HTTP parser may close the connection before the service sees it. */
  readonly refusedInFront?: boolean;
}

/** Judges requests that got no answer, beside those that did. */
export const unansweredJudge: Judge & {
  judge(unanswered: readonly Unanswered[], readings: readonly Reading[]): Finding[];
} = {
  name: 'unanswered',
  rules: ['ERR-3', 'ERR-7'],
  passedByOthers: ['ERR-3', 'ERR-7'],
  judge: judgeUnanswered,
};

/** As many silent attempts of one request as show that it is the request, not the network. */
const ATTEMPTS = 2;

/** The same for requests that differ in their bodies, as POST is never retried: a connection may be closed between two. */
const DIFFERENT_ATTEMPTS = 3;

/**
 * ERR-3 and ERR-7 where there is no status at all. One silence is the network's; the same request met by a closed
 * connection or by no HTTP each time, while others before and after it are answered, is the service's. What is hostile
 * outside the body may be met so by an HTTP parser.
 */
function judgeUnanswered(unanswered: readonly Unanswered[], readings: readonly Reading[]): Finding[] {
  const answered = readings.map(({ exchange }) => exchange.id);
  const byRequest = Map.groupBy(unanswered, ({ rule, exchange: { request } }) =>
    [rule, request.credential, request.method, request.target].join(' '),
  );
  const [since, until] = [smallest(answered), largest(answered)];
  return [...byRequest.values()].flatMap((all) => {
    // After the last answer of all nobody knows whether the service is still there.
    const amid = all.filter(({ exchange: { id } }) => id > since && id < until);
    const silent = amid.length > 0 ? amid : all;
    const [one] = silent;
    if (one === undefined) return [];
    const { rule, exchange: first } = one;
    const ids = silent.map(({ exchange }) => exchange.id);
    const says = first.failure?.says ?? 'there was no answer';
    const closed = silent.every(
      ({ exchange }) => exchange.failure?.kind === 'reset' || exchange.failure?.kind === 'protocol',
    );
    const enough = silent.every(({ exchange }) => isSameBody(exchange.request.body, first.request.body))
      ? ATTEMPTS
      : DIFFERENT_ATTEMPTS;
    const inFront = silent.some(({ refusedInFront }) => refusedInFront === true);
    const sure = closed && amid.length > 0 && ids.length >= enough && !inFront;
    const { method, target } = first.request;
    const line = `${method} ${target.length > 120 ? `${target.slice(0, 120)}…` : target}`;
    return [
      {
        rule,
        verdict: sure ? 'fail' : 'inconclusive',
        shownBy: ids,
        says: `${line} got no answer${ids.length > 1 ? ` in ${ids.length} attempts` : ''}: ${says}`,
        expected: 'an answer',
        actual: says,
      },
    ];
  });
}

function isSameBody(a: Body, b: Body): boolean {
  if (a.kind !== 'bytes' || b.kind !== 'bytes') return a.kind === b.kind;
  return a.bytes.length === b.bytes.length && a.bytes.every((byte, index) => byte === b.bytes[index]);
}
