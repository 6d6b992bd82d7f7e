import { allowedLosses } from '../contract/instability.ts';
import type { Body, Exchange } from '../evidence/exchange.ts';
import type { Expectation } from '../expectation/expectation.ts';
import { blameOn } from './blame.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { Judge } from './judge.ts';
import type { Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';

/** Rules by which a creation owes a 400. */
const BODY_RULES = ['CREATE-5', 'CREATE-6', 'CREATE-7'] as const;

type BodyRule = (typeof BODY_RULES)[number];

/** The rules that require a 400 for a request; none unless its body is bad. */
export function owedRules({ rules }: Pick<Expectation, 'rules'>): BodyRule[] {
  return BODY_RULES.filter((rule) =>
    rules.some((one) => one.rule === rule && one.satisfiedBy !== 'allowed' && one.satisfiedBy.includes(400)),
  );
}

/** A request that got no answer. The expectation says which rule requires one. */
export interface Unanswered {
  readonly exchange: Exchange;
  /** ERR-3 for documented requests, ERR-7 for hostile ones. */
  readonly rule: 'ERR-3' | 'ERR-7';
  /** The rules on bad bodies, whose 400 it should have got. */
  readonly owes?: readonly BodyRule[];
  /** What is unusual about it; absent for a plain one. */
  readonly input?: string | undefined;
  /** Its path, query or headers may make an HTTP parser close the connection before the service sees it. */
  readonly refusedInFront?: boolean;
  /** Its body is so long that a server need not read all of it. */
  readonly mayBeCutShort?: boolean;
  /** Others got no answer at that time either. */
  readonly duringOutage?: boolean;
}

/** Judges requests that got no answer, beside those that did. */
export const unansweredJudge: Judge & {
  judge(unanswered: readonly Unanswered[], readings: Sequence<Reading>): Finding[];
} = {
  name: 'unanswered',
  neededFor: 'unknown-id-closes',
  rules: ['ERR-3', 'ERR-7', 'CREATE-5', 'CREATE-6', 'CREATE-7'],
  passedByOthers: ['ERR-3', 'ERR-7', 'CREATE-5', 'CREATE-6', 'CREATE-7'],
  judge: judgeUnanswered,
};

/** How many unanswered attempts of one request show that the request is the cause, not the network. */
const ATTEMPTS = 2;

/** The same for requests that differ in their bodies, whose connections may each be closed by chance. */
const DIFFERENT_ATTEMPTS = 3;

/**
 * ERR-3 and ERR-7 where there is no status at all. One missing response may be the network's fault; the same request met by a closed
 * connection or by no HTTP each time, while others before and after it are answered, is the service's fault. What is hostile
 * outside the body may be met like this by an HTTP parser. A few closed connections in thousands of requests count no more than one in
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
    // After the last response of all it is unknown whether the service is still running.
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
    const line = `${method} ${shortened(target, 120)}`;
    const byInput = [...Map.groupBy(silent, ({ input }) => input).entries()];
    return [
      ...byInput.map(([input, some]) => {
        const shownBy = some.map(({ exchange: { id } }) => id);
        const what = input === undefined ? line : `${method} ${shortened(target, 60)} (${input})`;
        return makeFinding(
          { rule, shownBy },
          sure ? 'fail' : 'inconclusive',
          `${what} got no response${some.length > 1 ? ` in ${some.length} attempts` : ''}: ${says}`,
          {
            expected: 'a response',
            actual: says,
            fault: closed ? 'the connection was closed' : 'no answer',
            input: input ?? line,
          },
        );
      }),
      ...(sure && rule === 'ERR-3' ? owed(silent) : []),
    ];
  });
}

function shortened(target: string, most: number): string {
  return target.length > most ? `${target.slice(0, most)}…` : target;
}

/** A rule does not pass while requests that it covers get no response. */
function owed(silent: readonly Unanswered[]): Finding[] {
  return BODY_RULES.flatMap((rule) => {
    const shownBy = silent.filter(({ owes }) => owes?.includes(rule) === true).map(({ exchange }) => exchange.id);
    return shownBy.length === 0 ? [] : [blameOn({ rule, shownBy }, 'ERR-3')];
  });
}

/** The smallest and the largest number of the answered exchanges. */
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
