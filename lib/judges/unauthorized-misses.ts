import { isSettled, momentOf, type Moment } from './alternation.ts';
import type { CallerLog } from './caller-log.ts';
import { requestLine } from './circumstances.ts';
import { explain } from './explanations.ts';
import { faultOfStatus, makeFinding, type Finding } from './finding.ts';
import { inputClass } from './input-class.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import type { Reading } from './reading.ts';
import { dayAfterRemoval } from './removal.ts';
import { restOf } from './rest.ts';
import { sightsOf } from './sights.ts';
import { whoAsks } from './status-findings.ts';
import { amongClients, strongest, uncertain } from './weighing.ts';

/**
 * AUTH-1 and AUTH-2 where getPet returns 404 to a caller without a valid key for a pet that was shown before. It may have been deleted
 * meanwhile, and then 404 is a documented answer as well; a violation only where the key sees the pet before and after.
 * Source: sections 4.3, 5 and 7.
 */
export const unauthorizedMissJudge: RelationJudge = {
  name: 'unauthorized-miss',
  neededFor: 'wrong-key-404-on-get',
  rules: ['AUTH-1', 'AUTH-2'],
  passedByOthers: ['AUTH-1', 'AUTH-2'],
  judge(view) {
    const asked = readAsked(view);
    if (asked.length === 0) return [];
    return RULES.flatMap((rule) => {
      const ofRule = asked.filter((one) => one.rule === rule);
      const misses = [...Map.groupBy(ofRule.filter(isMiss), ({ id }) => id).values()];
      const judged = view.callers.flatMap((log) => misses.flatMap((all) => judgePet(all, log, view)));
      return judged.length > 0 ? strongest(judged) : judgeRefused(ofRule, view);
    });
  },
};

const RULES = ['AUTH-1', 'AUTH-2'] as const;

/** A getPet without a valid key, for a known pet, and its 404 or 401. */
interface Asked extends Moment {
  readonly rule: (typeof RULES)[number];
  readonly id: bigint;
  readonly reading: Reading;
}

function readAsked({ readings }: LogView): Asked[] {
  return readings.flatMap((reading) => {
    const { exchange, expectation } = reading;
    const { petId, doubtful } = expectation;
    const doubt = doubtful.find(({ isWeighed }) => isWeighed === true);
    const rule = RULES.find((id) => id === doubt?.rule);
    if (rule === undefined || petId?.kind !== 'int64' || ![401, 404].includes(exchange.answer.status)) return [];
    return [{ ...momentOf(exchange), rule, id: petId.id, reading }];
  });
}

/** Where getPet is gone by the service's own clock, a 404 says nothing about the pet. */
function isMiss({ reading: { exchange } }: Asked): boolean {
  return exchange.answer.status === 404 && dayAfterRemoval(exchange) === undefined;
}

/** A pet that the key saw got 401 without a valid one. */
function judgeRefused(asked: readonly Asked[], { callers }: LogView): Finding[] {
  for (const { id, number, rule, reading } of asked) {
    if (reading.exchange.answer.status !== 401) continue;
    const sight = callers.flatMap(({ pages }) => pages.filter(({ pets }) => pets.has(id))).at(0);
    if (sight === undefined) continue;
    const shownBy = [sight.number, number].toSorted((a, b) => a - b);
    return [
      makeFinding(
        { rule, operation: 'getPet', shownBy },
        'pass',
        'a pet that the key sees gets 401 without a valid key',
      ),
    ];
  }
  return [];
}

function judgePet(misses: readonly Asked[], log: CallerLog, view: LogView): Finding[] {
  const last = misses.at(-1);
  if (last === undefined) return [];
  const { id } = last;
  const sights = sightsOf(id, log);
  const { unfit, stores } = view.wholeSets(log);
  const against: Moment[] = [
    ...log.gets.filter((got) => got.id === id && got.pet === undefined),
    ...(unfit === undefined ? stores : []).filter((page) => !page.pets.has(id)),
  ];
  const isAtRest = restOf(log);
  const explained = explain({ sights, looks: misses, against }, isAtRest);
  const proof = explained?.by === 'service' ? explained.shownBy : enclosedForLong(sights, misses, against);
  if (proof !== undefined) {
    const shown = misses.find(({ number }) => proof.some((moment) => moment.number === number)) ?? last;
    const finding = missed(shown, 'fail', proof, 'though the key sees this pet before and after');
    const isProven = explained?.by === 'service' || isAtRest(proof, false);
    return [isProven ? uncertain(finding, log) : amongClients(finding)];
  }
  const before =
    log.pages.findLast(({ pets, to }) => pets.has(id) && to <= last.from) ?? sights.find(({ to }) => to <= last.from);
  if (before === undefined || against.some(({ from }) => from >= last.from)) return [];
  return [missed(last, 'inconclusive', [before, last], 'which is right if it was deleted meanwhile')];
}

/** A sight before and one after a miss, each farther off than any lag, with nothing in between that shows that the pet was gone. */
function enclosedForLong(
  sights: readonly Moment[],
  misses: readonly Asked[],
  against: readonly Moment[],
): readonly Moment[] | undefined {
  for (const miss of misses) {
    const before = sights.findLast((sight) => isSettled(miss, sight));
    const after = sights.find((sight) => isSettled(sight, miss));
    if (before === undefined || after === undefined) continue;
    if (!against.some(({ from, to }) => from >= before.to && to <= after.from)) return [before, miss, after];
  }
  return undefined;
}

function missed(
  { rule, reading }: Asked,
  verdict: 'fail' | 'inconclusive',
  shownBy: readonly Moment[],
  because: string,
): Finding {
  const { exchange, expectation } = reading;
  const input = inputClass(exchange, expectation, rule);
  return makeFinding(
    { rule, operation: 'getPet', shownBy: shownBy.map(({ number }) => number) },
    verdict,
    `${requestLine(reading)}${whoAsks(reading)} returned 404, ${because}`,
    { expected: '401 or 429', actual: '404', ...faultOfStatus(404), ...(input !== undefined && { input }) },
  );
}
