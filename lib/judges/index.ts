import type { Exchange } from '../evidence/exchange.ts';
import { beyondUsualHttp, mayBeCutShort } from '../evidence/refused-in-front.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { expect } from '../expectation/expect.ts';
import { rules as catalogue, type RuleId } from '../rules/index.ts';
import type { Expectation, JudgeKnowledge } from '../expectation/expectation.ts';
import { acceptedKeysJudge } from './accepted-keys.ts';
import { biggestPageJudge } from './biggest-page.ts';
import { blameOnLimit, settleBlame } from './blame.ts';
import { bodyJudge } from './body.ts';
import { createdJudge } from './created.ts';
import { credentialsJudge } from './credentials.ts';
import { Deployment } from './deployment.ts';
import { errorBodyJudge } from './error-body.ts';
import type { Finding } from './finding.ts';
import { inputClass, withInput } from './input-class.ts';
import { getPetJudge } from './get-pet.ts';
import { GrowingKnowledge } from './growing-knowledge.ts';
import { integersJudge } from './integers.ts';
import { Interruptions, interruptionsJudge } from './interruptions.ts';
import { signed, type ExchangeJudge, type Judge, type RelationJudge } from './judge.ts';
import { leaksJudge } from './leaks.ts';
import { LeanReadings } from './lean-readings.ts';
import { LogView } from './log-view.ts';
export { KIND_JUDGE, LIMITER_RULES } from './limiter/index.ts';
import { LIMITER_JUDGES, type OverLimit, type Xray } from './limiter/index.ts';
import { NONE_OVER_LIMIT } from './limiter/over-limit.ts';
import { judgeAcrossRestarts } from './limiter/restarts.ts';
import { listPageJudge } from './list-page.ts';
import { PlanChange } from './plan-change.ts';
import { openQuestionsJudge } from './open-questions.ts';
import { rateHeadersJudge } from './rate-headers.ts';
import { Expected, readExchange, type Reading } from './reading.ts';
import { RELATION_JUDGES as COMPARING_JUDGES } from './relations.ts';
import { schemeCaseJudge } from './scheme-case.ts';
import type { Sequence } from './sequence.ts';
import { Sightseer, type Sightings } from './sightings.ts';
import { statusJudge } from './statuses.ts';
import { WRITE_JUDGES } from './writes.ts';
import { owedRules, unansweredJudge, type Unanswered } from './unanswered.ts';

/** The judges of single exchanges. */
export const EXCHANGE_JUDGES: readonly ExchangeJudge[] = [
  bodyJudge,
  integersJudge,
  statusJudge,
  credentialsJudge,
  listPageJudge,
  createdJudge,
  getPetJudge,
  errorBodyJudge,
  leaksJudge,
  rateHeadersJudge,
  openQuestionsJudge,
];

/** The judges of what only several exchanges show. */
const RELATION_JUDGES: readonly RelationJudge[] = [
  acceptedKeysJudge,
  schemeCaseJudge,
  biggestPageJudge,
  ...COMPARING_JUDGES,
  ...WRITE_JUDGES,
];

/** Every judge, by name and with the rules that it may judge. */
const JUDGES: readonly Judge[] = [
  ...EXCHANGE_JUDGES,
  ...RELATION_JUDGES,
  ...LIMITER_JUDGES,
  unansweredJudge,
  interruptionsJudge,
];

/** Those that judge rules of `petvet check`; a load run has one of its own. */
export const CHECK_JUDGES: readonly Judge[] = JUDGES.filter((judge) =>
  judge.rules.some((id) => catalogue[id].by !== 'load'),
);

/** Every rule that some judge covers. */
export const JUDGED_RULES: ReadonlySet<RuleId> = new Set(JUDGES.flatMap(({ rules }) => rules));

/**
 * Whether a violation found by one judge is fixed where another one finds the rule satisfied: only where it is the same judge, or
 * one that leaves passes to others. Each looks for violations that the others do not see.
 *
 * @param found - the name of the judge that found the violation
 * @param passed - the name of the judge that finds the rule satisfied
 */
export function answersFor(found: string, passed: string | undefined, rule: RuleId): boolean {
  return (
    found === passed || JUDGES.some(({ name, passedByOthers }) => name === found && passedByOthers?.includes(rule))
  );
}

/**
 * The bench takes the exchanges of a run one by one, in the order of the log, and returns every finding. What a
 * response shows is knowledge for the exchanges after it. Raw bodies are released at once, so a long log fits into memory.
 */
export class Bench {
  readonly #knowledge: Knowledge;
  readonly #grown: GrowingKnowledge;
  readonly #readings: LeanReadings;
  readonly #expected = new Expected();
  /** The rules that single exchanges violate, by the judges that found it. */
  readonly #failed = new Map<string, Set<RuleId>>();
  /** The last findings of the comparing judges, before the blame is settled. */
  #compared: readonly Finding[] = [];
  readonly #unanswered: Unanswered[] = [];
  readonly #interruptions = new Interruptions();
  readonly #deployment = new Deployment();
  readonly #planChange = new PlanChange();
  readonly #sightseer = new Sightseer();
  #xrays: readonly Xray[] = [];
  #overLimit: OverLimit = NONE_OVER_LIMIT;
  /** The conclusion from the log so far, once it was requested. */
  #conclusion: readonly Finding[] | undefined;

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
    this.#grown = new GrowingKnowledge(knowledge);
    this.#readings = new LeanReadings();
  }

  /** What a judge may know at this point of the log: what it holds grows with each exchange. */
  get knowledge(): JudgeKnowledge {
    return this.#grown.known;
  }

  /** Judges one exchange by what the log showed before it. An exchange without an answer says nothing about the service. */
  see(exchange: Exchange): readonly Finding[] {
    this.#conclusion = undefined;
    const { knowledge } = this;
    const reading = readExchange(exchange, knowledge, this.#expected);
    if (reading === undefined) {
      this.#miss(exchange, expect(exchange.request, knowledge));
      return [];
    }
    this.#deployment.see(exchange);
    this.#interruptions.see(exchange, reading.expectation, reading);
    const single = EXCHANGE_JUDGES.flatMap((judge) => signed(judge, judge.judge(reading, knowledge)));
    const findings = this.#planChange.see(
      exchange,
      single.map((finding) => withInput(finding, reading)),
    );
    for (const { verdict, judge = '', rule } of findings)
      if (verdict === 'fail') this.#failed.set(judge, (this.#failed.get(judge) ?? new Set()).add(rule));
    this.#grown.see(reading);
    this.#sightseer.see(reading);
    this.#readings.add(reading);
    return findings;
  }

  /** Judges what the whole log shows; once, until the log grows. */
  conclude(): readonly Finding[] {
    return lastOf(this.concludeInSteps());
  }

  /** The same in steps, one for each judge: with a long log each takes time, and the caller may do something in between. */
  *concludeInSteps(): Generator<undefined, readonly Finding[]> {
    if (this.#conclusion !== undefined) return this.#conclusion;
    const readings = this.#readings.inOrder();
    const limiter = judgeAcrossRestarts(
      { readings, unanswered: this.#unanswered, knowledge: this.#knowledge },
      this.#restarts(),
    );
    this.#xrays = limiter.xrays;
    this.#overLimit = limiter.overLimit;
    const view = new LogView(readings, this.#knowledge, this.#grown.wronglyStored);
    const compared: Finding[][] = [];
    for (const judge of RELATION_JUDGES) {
      yield;
      compared.push(signed(judge, judge.judge(view)));
    }
    this.#compared = [
      ...compared.flat(),
      ...limiter.findings,
      ...this.#ofOutages(readings),
      ...signed(rateHeadersJudge, this.#planChange.conclude()),
    ];
    this.#conclusion = this.#settled(() => true);
    return this.#conclusion;
  }

  /** What the log shows so far, but for the rate limit, which takes the longest to judge and says little before the run ends. */
  soFar(): readonly Finding[] {
    if (this.#conclusion !== undefined) return this.#conclusion;
    const readings = this.#readings.inOrder();
    const view = new LogView(readings, this.#knowledge, this.#grown.wronglyStored);
    const compared = RELATION_JUDGES.flatMap((judge) => signed(judge, judge.judge(view)));
    return settleBlame([...compared, ...this.#ofOutages(readings)], new Set(this.#violated(() => true)));
  }

  #ofOutages(readings: Sequence<Reading>): readonly Finding[] {
    return [
      ...signed(unansweredJudge, unansweredJudge.judge(this.#ownSilences(), readings)),
      ...signed(interruptionsJudge, [...this.#interruptions.conclude(), ...this.#deployment.conclude()]),
    ];
  }

  /** The last conclusion without one judge: what would be missed without it? */
  concludedWithout(name: string): Finding[] {
    return this.#settled((judge) => judge !== name);
  }

  #settled(isHeard: (judge: string | undefined) => boolean): Finding[] {
    const compared = this.#compared.filter(({ judge }) => isHeard(judge));
    return settleBlame(blameOnLimit(compared, this.#overLimit.refused), new Set(this.#violated(isHeard)));
  }

  /** The rules that single exchanges violate. */
  #violated(isHeard: (judge: string) => boolean): RuleId[] {
    return [...this.#failed].flatMap(([judge, violated]) => (isHeard(judge) ? [...violated] : []));
  }

  /** What the log shows about the limiter, as of the last conclusion. */
  get xrays(): readonly Xray[] {
    return this.#xrays;
  }

  /** The requests over the limit that were not refused with 429, where the last conclusion was that RATE-5 is violated. */
  get overLimit(): OverLimit {
    return this.#overLimit;
  }

  /** What the log contains, as far as it explains why a rule was not verified. */
  get sightings(): Sightings {
    return this.#sightseer.sightings;
  }

  /** The exchanges at which the service may have restarted. */
  #restarts(): number[] {
    const { from } = this.#deployment;
    return [...this.#interruptions.moments, ...(from === undefined ? [] : [from])].toSorted((a, b) => a - b);
  }

  /** The requests that got no answer, not even at a second attempt. */
  #ownSilences(): Unanswered[] {
    return this.#unanswered
      .filter(({ exchange: { id } }) => !this.#interruptions.isRecovered(id))
      .map((one) => ({ ...one, duringOutage: this.#interruptions.isWithinOutage(one.exchange.id) }));
  }

  #miss(exchange: Exchange, expectation: Expectation): void {
    if (exchange.failure?.kind === 'interrupted') return;
    this.#interruptions.see(exchange, expectation);
    const { regularity } = expectation;
    const refusedInFront = beyondUsualHttp(exchange.request).length > 0;
    const rule = regularity === 'hostile' ? 'ERR-7' : 'ERR-3';
    const owes = owedRules(expectation);
    const input = inputClass(exchange, expectation, rule);
    const isLong = mayBeCutShort(exchange.request);
    this.#unanswered.push({ exchange, rule, owes, input, refusedInFront, mayBeCutShort: isLong });
  }
}

/** What a generator returns after all of its steps. */
function lastOf<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
