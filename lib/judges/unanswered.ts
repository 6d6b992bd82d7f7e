import { allowedLosses } from '../contract/instability.ts';
import type { Body, Exchange } from '../evidence/exchange.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { Judge } from './judge.ts';
import type { Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';

/** A request that got no answer. Its judge's expectation says which rule asks for one. */
export interface Unanswered {
  readonly exchange: Exchange;
  /** ERR-3 for documented requests, ERR-7 for hostile ones. */
  readonly rule: 'ERR-3' | 'ERR-7';
  /** Its path, query or headers are such that an HTTP parser may close the connection before the service sees it. */
  readonly refusedInFront?: boolean;
  /** Its body is so long that a server need not read it to its end. */
  readonly mayBeCutShort?: boolean;
  /** Others got no answer at that time either. */
  readonly duringOutage?: boolean;
}

/** Judges requests that got no answer, beside those that did. */
export const unansweredJudge: Judge & {
  judge(unanswered: readonly Unanswered[], readings: Sequence<Reading>): Finding[];
} = {
  name: 'unanswered',
  rules: ['ERR-3', 'ERR-7'],
  passedByOthers: ['ERR-3', 'ERR-7'],
  judge: judgeUnanswered,
};

/** As many silent attempts of one request as show that it is the request, not the network. */
const ATTEMPTS = 2;

/** The same for requests that differ in their bodies, whose connections may each be closed by chance. */
const DIFFERENT_ATTEMPTS = 3;

/**
 * ERR-3 and ERR-7 where there is no status at all. One silence is the network's; the same request met by a closed
 * connection or by no HTTP each time, while others before and after it are answered, is the service's. What is hostile
 * outside the body may be met so by an HTTP parser. Of thousands of requests a few connections that close are no more than one silence of
 * a hundred.
 */
function judgeUnanswered(unanswered: readonly Unanswered[], readings: Sequence<Reading>): Finding[] {
  const judged = unanswered.filter(({ mayBeCutShort, exchange }) => !(mayBeCutShort === true && isClosed(exchange)));
  if (judged.length === 0) return [];
  const isHiccup = unanswered.length <= allowedLosses(unanswered.length + readings.length);
  const byRequest = Map.groupBy(judged, ({ rule, exchange: { request } }) =>
    [rule, request.credential, request.method, request.target].join(' '),
  );
  const [since, until] = rangeOf(readings);
  return [...byRequest.values()].flatMap((all) => {
    // After the last answer of all nobody knows whether the service is still there.
    const amid = all.filter(({ exchange: { id } }) => id > since && id < until);
    const silent = amid.length > 0 ? amid : all;
    const [one] = silent;
    if (one === undefined) return [];
    const { rule, exchange: first } = one;
    const ids = silent.map(({ exchange }) => exchange.id);
    const says = first.failure?.says ?? 'there was no response';
    const closed = silent.every(({ exchange }) => isClosed(exchange) || exchange.failure?.kind === 'protocol');
    const enough = silent.every(({ exchange }) => isSameBody(exchange.request.body, first.request.body))
      ? ATTEMPTS
      : DIFFERENT_ATTEMPTS;
    const inFront = silent.some(({ refusedInFront }) => refusedInFront === true);
    const away = silent.some(({ duringOutage }) => duringOutage === true);
    const sure = !isHiccup && !away && closed && amid.length > 0 && ids.length >= enough && !inFront;
    const { method, target } = first.request;
    const line = `${method} ${target.length > 120 ? `${target.slice(0, 120)}…` : target}`;
    return [
      makeFinding(
        { rule, shownBy: ids },
        sure ? 'fail' : 'inconclusive',
        `${line} got no response${ids.length > 1 ? ` in ${ids.length} attempts` : ''}: ${says}`,
        {
          expected: 'a response',
          actual: says,
          fault: closed ? 'the connection was closed' : 'no answer',
          input: line,
        },
      ),
    ];
  });
}

/** The smallest and the largest number of what was answered. */
function rangeOf(readings: Sequence<Reading>): readonly [since: number, until: number] {
  let [since, until] = [Infinity, -Infinity];
  for (const { exchange } of readings) [since, until] = [Math.min(since, exchange.id), Math.max(until, exchange.id)];
  return [since, until];
}

function isClosed({ failure }: Exchange): boolean {
  return failure?.kind === 'reset';
}

function isSameBody(a: Body, b: Body): boolean {
  if (a.kind !== 'bytes' || b.kind !== 'bytes') return a.kind === b.kind;
  return a.bytes.length === b.bytes.length && a.bytes.every((byte, index) => byte === b.bytes[index]);
}
