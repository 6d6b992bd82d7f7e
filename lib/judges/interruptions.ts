import { largest, smallest } from '../evidence/extremes.ts';
import { asksForRepetition, isTrouble } from '../evidence/trouble.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { Operation } from '../contract/operations.ts';
import type { Expectation } from '../expectation/expectation.ts';
import { isToBeRepeated } from './circumstances.ts';
import { makeFinding, MOST_SHOWN, toDoubt, type Finding } from './finding.ts';
import { withInput } from './input-class.ts';
import type { Judge } from './judge.ts';
import type { Reading } from './reading.ts';
import { answeredWith, wrongStatus } from './status-findings.ts';

/** Tells a service that was unavailable for a while from one that answers a documented request with 502, 503, 504 or the like. */
export const interruptionsJudge: Judge = {
  name: 'interruptions',
  neededFor: 'wrong-type-502',
  rules: ['ERR-3'],
  passedByOthers: ['ERR-3'],
};

/** Requests that meet trouble within this time of one another, in milliseconds, may meet the same trouble: a gateway has several instances. */
const NEAR_MS = 5_000;

/**
 * A deploy or a restart, of one instance after another too, meets a run a few times. A service that was in trouble more often than that, and
 * for more than this share of the requests, was more than briefly interrupted.
 */
const MOST_STRETCHES = 5;
const MOST_TROUBLED = 0.1;

/** An exchange that met an unavailable service or gateway. */
interface Trouble {
  readonly id: number;
  /** The first exchange of the same request, where this one repeats it. */
  readonly first: number;
  /** How often the request had been sent by then. */
  readonly attempts: number;
  /** How many exchanges before it met no trouble: equal for all of one stretch. */
  readonly wellBefore: number;
  /** Another request was sent and served after its first attempt had failed. */
  readonly isAlone: boolean;
  /** Identifies the request. */
  readonly request: string;
  readonly what: string;
  readonly from: number;
  readonly to: number;
  /** When its first attempt began and failed. */
  readonly began: number;
  readonly firstFailed: number;
  /** What ERR-3 says about it, if the request itself causes it; absent for what is not documented, hostile or unanswered. */
  readonly own?: OwnFault;
  readonly operation?: Operation | undefined;
  /** The specification has a response for it. */
  readonly isDocumented: boolean;
}

/** Exchanges in trouble, with none between them that was served. */
interface Stretch {
  /** The number of its first exchange. */
  readonly first: number;
  /** The documented requests among them. */
  readonly documented: Set<string>;
}

/** What ERR-3 says of a request that the service cannot serve, and its request and status in words. */
interface OwnFault {
  readonly finding: Finding;
  readonly line: string;
}

/**
 * The exchanges that met a 502, 503, 504 or the like, a refused or a closed connection, in the order of the log. Which of them count
 * against the service follows from what was answered between and after them.
 */
export class Interruptions {
  readonly #troubles: Trouble[] = [];
  readonly #byId = new Map<number, Trouble>();
  /** The first exchanges of requests that were answered in the end. */
  readonly #recovered = new Set<number>();
  readonly #answered = new Set<Operation>();
  /** By the number of exchanges before it that met no trouble. */
  readonly #stretches = new Map<number, Stretch>();
  #well = 0;
  /** When the latest request that was served was sent. */
  #servedAt = -Infinity;

  /** Records an exchange, in the order of the log. */
  see(exchange: Exchange, expectation: Expectation, reading?: Reading): void {
    const { operation, regularity } = expectation;
    const repeated = exchange.retryOf === undefined ? undefined : this.#byId.get(exchange.retryOf);
    if (!isTrouble(exchange) || isRefusal(exchange, expectation)) {
      if (repeated !== undefined) this.#recovered.add(repeated.first);
      if (exchange.answer !== undefined && operation !== undefined) this.#answered.add(operation);
      if (exchange.answer === undefined) return;
      this.#well++;
      this.#servedAt = Math.max(this.#servedAt, exchange.times.startedAt);
      return;
    }
    const { id, request, times } = exchange;
    const isDocumented = operation !== undefined && regularity !== 'hostile';
    const own = reading === undefined || !isDocumented ? undefined : ownFault(reading);
    const { began = times.startedAt, firstFailed = times.endedAt } = repeated ?? {};
    const trouble: Trouble = {
      id,
      first: repeated?.first ?? id,
      attempts: (repeated?.attempts ?? 0) + 1,
      wellBefore: this.#well,
      isAlone: repeated !== undefined && this.#servedAt >= firstFailed,
      request: [request.credential, request.method, request.target].join(' '),
      what: exchange.answer === undefined ? 'no response' : `${exchange.answer.status}`,
      from: times.startedAt,
      to: times.endedAt,
      began,
      firstFailed,
      ...(own !== undefined && { own }),
      operation,
      isDocumented,
    };
    const stretch = this.#stretches.get(this.#well) ?? { first: id, documented: new Set() };
    if (isDocumented) stretch.documented.add(trouble.request);
    this.#stretches.set(this.#well, stretch);
    this.#troubles.push(trouble);
    this.#byId.set(id, trouble);
  }

  /** Whether a request met trouble once, and was served when it was sent again. */
  isRecovered(id: number): boolean {
    const trouble = this.#byId.get(id);
    return trouble !== undefined && this.#recovered.has(trouble.first);
  }

  /** Whether a request met trouble when others did, too. */
  isWithinOutage(id: number): boolean {
    const trouble = this.#byId.get(id);
    return trouble !== undefined && this.#isWithinOutage(trouble);
  }

  /** The first exchange of each stretch of trouble: the service may have restarted there. */
  get moments(): number[] {
    return Array.from(this.#stretches.values(), ({ first }) => first);
  }

  /** The findings at the end of the log: violations and doubts that no single exchange shows, and interruptions. */
  conclude(): Finding[] {
    return [...this.#unsettled(), ...this.#interruptions(), ...this.#recurring()];
  }

  *#unsettled(): Generator<Finding> {
    const last = new Map(this.#troubles.map((trouble) => [trouble.first, trouble]));
    const passed = this.#troubles.filter(({ first, isDocumented }) => isDocumented && this.#recovered.has(first));
    for (const trouble of last.values()) {
      const { own, attempts, isAlone } = trouble;
      if (own === undefined || this.#recovered.has(trouble.first)) continue;
      const { finding, line } = own;
      const isAmidTrouble = passed.some((other) => isNear(other, trouble));
      if (isAmidTrouble || (!isAlone && this.#isWithinOutage(trouble)))
        yield toDoubt(finding, `${line}; another request failed at that time, too`);
      else if (attempts > 1)
        yield { ...finding, says: `${finding.says}; it was not served in any of ${attempts} attempts` };
      else yield toDoubt(finding, `${line}; it was not sent again, so the failure may have been temporary`);
    }
  }

  /** Each interruption: the service, or one of its instances, was unavailable and then responded again. */
  #interruptions(): Finding[] {
    const passing = this.#troubles.filter(
      (trouble) => this.#recovered.has(trouble.first) || this.#isWithinOutage(trouble),
    );
    return together(passing)
      .filter((group) => group.some(({ isDocumented }) => isDocumented))
      .map((group) => {
        const seconds = (largest(group.map(({ to }) => to)) - smallest(group.map(({ from }) => from))) / 1_000;
        const met = [...new Set(group.map(({ what }) => what))].join(', ');
        const requests = group.length === 1 ? 'one request' : `${group.length} requests`;
        return makeFinding(
          { rule: 'ERR-3', shownBy: group.map(({ id }) => id) },
          'observed',
          `${requests} met ${met}${group.length === 1 ? '' : ` in a period of ${Math.max(0.1, seconds).toFixed(1)} s`}, and the service responded again afterwards`,
          { topic: 'interruptions', actual: met },
        );
      });
  }

  /** Trouble that passed each time, but recurred. */
  *#recurring(): Generator<Finding> {
    const passing = this.#troubles.filter(({ first, isDocumented }) => isDocumented && this.#recovered.has(first));
    const stretches = new Set(passing.map(({ wellBefore }) => wellBefore)).size;
    const troubled = new Set(passing.map(({ first }) => first)).size;
    const requests = this.#well + new Set(this.#troubles.map(({ first }) => first)).size - this.#recovered.size;
    if (stretches <= MOST_STRETCHES || troubled <= requests * MOST_TROUBLED) return;
    const met = [...new Set(passing.map(({ what }) => what))].join(', ');
    yield makeFinding(
      { rule: 'ERR-3', shownBy: passing.slice(0, MOST_SHOWN).map(({ id }) => id) },
      'inconclusive',
      `${troubled} of ${requests} requests met ${met} before they were served, at ${stretches} different times: too often for an interruption, though each was served when it was sent again`,
      {
        expected: 'requests are served',
        actual: `${met} at ${stretches} different times`,
        fault: 'interrupted again and again',
      },
    );
  }

  /** Two different documented requests in a row that met trouble, none between them that did not, and answers after them. */
  #isWithinOutage({ wellBefore, operation }: Trouble): boolean {
    const requests = this.#stretches.get(wellBefore)?.documented.size ?? 0;
    const cameBack = this.#well > wellBefore;
    return cameBack && requests > 1 && (operation === undefined || this.#answered.has(operation));
  }
}

/** A refusal that the request may get, though it is one after which other requests may be sent once more. */
function isRefusal({ answer }: Exchange, expectation: Expectation): boolean {
  return answer !== undefined && asksForRepetition(answer.status) && !isToBeRepeated(answer.status, expectation);
}

function ownFault(reading: Reading): OwnFault {
  return { finding: withInput(wrongStatus(reading, 'ERR-3'), reading), line: answeredWith(reading) };
}

/** Whether one request met trouble within seconds of the time in which another one did. */
function isNear(one: Trouble, { request, began, to }: Trouble): boolean {
  return one.request !== request && one.from >= began - NEAR_MS && one.from <= to + NEAR_MS;
}

/** Groups of what was met within seconds of one another. */
function together(troubles: readonly Trouble[]): Trouble[][] {
  const groups: Trouble[][] = [];
  for (const trouble of troubles) {
    const group = groups.at(-1);
    const latest = group?.at(-1);
    if (group === undefined || latest === undefined || trouble.from - latest.to > NEAR_MS) groups.push([trouble]);
    else group.push(trouble);
  }
  return groups;
}
