import { getPetPhase } from '../contract/lifecycle.ts';
import { judgeAltered } from './altered-pets.ts';
import type { CallerLog } from './caller-log.ts';
import { judgeComesAndGoes } from './comes-and-goes.ts';
import { judgeDoubled } from './doubled-pets.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { judgeLost } from './lost-writes.ts';
import { readOwnPets, type OwnPet, ownCreations, uniqueNames, shownByName, type NamedPet } from './own-pets.ts';
import { judgeUnlisted } from './unlisted-pets.ts';
import { alteredFields } from './alterations.ts';
import { strongest, uncertain } from './weighing.ts';

/**
 * CREATE-10: what was created is what is read back, by getPet until its removal and in the lists. Compared with the
 * answer to the creation; what others may have edited or deleted, and what a lag explains, is not a violation.
 * Source: sections 4.1, 4.2 and 4.3.
 */
export const readBackJudge: RelationJudge = {
  name: 'read-back',
  neededFor: 'creations-lost',
  rules: ['CREATE-10'],
  judge(view) {
    const { writes } = view;
    const isCreated = view.callers.some(({ created }) => created.length > 0);
    if (!isCreated && !writes.some(({ answered }) => answered === 201)) return [];
    const getsTell = getPetPhase(view.knowledge.asOf) === 'deprecated';
    const named = shownByName(view.readings, uniqueNames(writes));
    const findings = view.callers.flatMap((log) => judgeLog(log, view, named, getsTell));
    return strongest(findings);
  },
};

function judgeLog(log: CallerLog, view: LogView, named: readonly NamedPet[], getsTell: boolean): Finding[] {
  const creations = ownCreations(log, view.writes);
  if (creations.length === 0) return [];
  const whole = view.wholeSets(log);
  const own = readOwnPets(creations, log, whole, getsTell);
  const findings = [
    ...judgeAltered(own, log),
    ...judgeUnlisted(own, named, log, whole),
    ...judgeLost(own, log),
    ...judgeComesAndGoes(own, log),
    ...judgeDoubled(own, named, log),
    ...judgeKept(own, log, getsTell),
  ];
  return findings.map((finding) => (finding.verdict === 'fail' ? uncertain(finding, log) : finding));
}

/** The created pets that were read back as created; the sentence names the operations. */
function judgeKept(own: readonly OwnPet[], { pages }: CallerLog, getsTell: boolean): Finding[] {
  const [first] = own;
  if (first === undefined) return [];
  const base = { rule: 'CREATE-10', operation: 'createPet' } as const;
  const byGetPet = readBackBy(true, own);
  const inLists = readBackBy(false, own);
  const shownBy = [...new Set([...byGetPet, ...inLists])].toSorted((a, b) => a - b);
  if (shownBy.length === 0) {
    const says = 'no later response had to show a created pet';
    return [makeFinding({ ...base, shownBy: [first.creation.number] }, 'inconclusive', says, { unverified: true })];
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
  return [makeFinding({ ...base, shownBy }, 'pass', `what was created is read back ${where}${but}`)];
}

/** The first creation, and the answer of an operation that showed its pet as it was created; none where there is none. */
function readBackBy(isGet: boolean, own: readonly OwnPet[]): number[] {
  for (const { creation, sights } of own) {
    const kept = sights.find(
      (sight) => (sight.view === 'getPet') === isGet && alteredFields(creation, sight).length === 0,
    );
    if (kept !== undefined) return [creation.number, kept.number];
  }
  return [];
}
