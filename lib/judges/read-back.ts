import { getPetPhase } from '../contract/lifecycle.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { judgeAltered } from './altered-animals.ts';
import { readCallers, type CallerLog } from './caller-log.ts';
import { judgeDoubled } from './doubled-animals.ts';
import { exactEverywhereJudge } from './exact-everywhere.ts';
import { filterJudge } from './filters.ts';
import type { Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { knownAnimalJudge } from './known-animals.ts';
import { judgeLost } from './lost-writes.ts';
import { readOwnAnimals, type OwnAnimal, type OwnSight } from './own-animals.ts';
import { ownCreations, readWrites, uniqueNames, type Write } from './own-creations.ts';
import { shownByName, type NamedAnimal } from './shown-animals.ts';
import type { Reading } from './reading.ts';
import { judgeUnlisted } from './unlisted-animals.ts';
import { alteredFields } from './alterations.ts';
import { strongest, uncertain } from './weighing.ts';
import { readWholeSets } from './whole-sets.ts';
import type { Sequence } from './sequence.ts';

/**
 * CREATE-10: what was created is what is read back, by getPet until its removal and in the lists. Compared with the
 * answer to the creation; what others may have edited or deleted, and what a lag explains, is no violation.
 * Source: sections 4.1, 4.2 and 4.3.
 */
export const readBackJudge: RelationJudge = {
  name: 'read-back',
  rules: ['CREATE-10'],
  judge(readings, knowledge) {
    const writes = readWrites(readings);
    if (!writes.some(({ answered }) => answered === 201)) return [];
    const getsTell = getPetPhase(knowledge.asOf) === 'deprecated';
    const named = shownByName(readings, uniqueNames(writes));
    const findings = readCallers(readings, knowledge).flatMap((log) => judgeLog(log, writes, named, getsTell));
    return blamedOnce(strongest(findings), readings, knowledge);
  },
};

function judgeLog(
  log: CallerLog,
  writes: readonly Write[],
  named: readonly NamedAnimal[],
  getsTell: boolean,
): Finding[] {
  const creations = ownCreations(log, writes);
  if (creations.length === 0) return [];
  const own = readOwnAnimals(creations, log, readWholeSets(log), getsTell);
  const findings = [
    ...judgeAltered(own, log),
    ...judgeUnlisted(own, named, log),
    ...judgeLost(own, log),
    ...judgeDoubled(own, named),
    ...judgeKept(own, log, getsTell),
  ];
  return findings.map((finding) => (finding.verdict === 'fail' ? uncertain(finding, log) : finding));
}

/** The created animals that were read back as they were answered; the sentence says by which operations. */
function judgeKept(own: readonly OwnAnimal[], { pages }: CallerLog, getsTell: boolean): Finding[] {
  const [first] = own;
  if (first === undefined) return [];
  const base = { rule: 'CREATE-10', operation: 'createPet' } as const;
  const byGetPet = readBackBy('getPet', own);
  const inLists = readBackBy('listPets', own);
  const shownBy = [...new Set([...byGetPet, ...inLists])].toSorted((a, b) => a - b);
  if (shownBy.length === 0) {
    const says = 'no later response had to show a created pet';
    return [{ ...base, verdict: 'inconclusive', shownBy: [first.creation.number], says, unverified: true }];
  }
  const where = [...(byGetPet.length > 0 ? ['by getPet'] : []), ...(inLists.length > 0 ? ['in the lists'] : [])].join(
    ' and ',
  );
  const isListed = pages.some(({ from }) => from >= first.creation.to);
  const but =
    inLists.length === 0
      ? `; ${isListed ? 'no list page had to show it' : 'no list was requested afterwards'}`
      : getsTell && byGetPet.length === 0
        ? '; getPet was not seen to find it'
        : '';
  return [{ ...base, verdict: 'pass', shownBy, says: `what was created is read back ${where}${but}` }];
}

/** The first creation, and the answer of an operation that showed its animal as it was created; none where there is none. */
function readBackBy(view: OwnSight['view'], own: readonly OwnAnimal[]): number[] {
  for (const { creation, sights } of own) {
    const kept = sights.find((sight) => sight.view === view && alteredFields(creation, sight).length === 0);
    if (kept !== undefined) return [creation.number, kept.number];
  }
  return [];
}

/**
 * A fault that a judge of known animals sees as well is that judge's: getPet that does not find what lists show, or shows
 * it otherwise, is GET-1's; a filter that hides an animal is LIST-7's and GET-6's; lost digits are JSON-3's.
 */
function blamedOnce(findings: readonly Finding[], readings: Sequence<Reading>, knowledge: Knowledge): Finding[] {
  if (!findings.some(({ verdict }) => verdict === 'fail')) return [...findings];
  const others = [exactEverywhereJudge, knownAnimalJudge, filterJudge]
    .flatMap((judge) => judge.judge(readings, knowledge))
    .filter(({ verdict }) => verdict === 'fail');
  const blamed = findings.map((finding) => {
    const other = others.find((one) => finding.verdict === 'fail' && isSameFault(finding, one));
    if (other === undefined) return finding;
    const { rule, operation = 'createPet' } = finding;
    const says = `see ${other.rule}`;
    return { rule, operation, verdict: 'inconclusive' as const, shownBy: other.shownBy, says, see: other.rule };
  });
  const [own] = blamed.filter(({ verdict }) => verdict === 'fail');
  return own === undefined ? blamed.slice(0, 1) : blamed.filter(({ verdict }) => verdict === 'fail');
}

/** Whether another rule's violation is the same fault: an absence, lost digits, or the same field. */
function isSameFault({ place }: Finding, other: Finding): boolean {
  if (other.rule === 'GET-1') return other.place === place;
  return place === undefined;
}
