import { smallest } from '../evidence/extremes.ts';
import { getPetPhase } from '../contract/lifecycle.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { isNamelessRefusal, judgeNameless } from './nameless-pets.ts';
import { ownCreations, type Write, shownByName, type NamedPet } from './own-pets.ts';
import { isOwnName } from './pet-names.ts';
import { strongest } from './weighing.ts';
import { wouldBeSeen, type Surroundings } from './unseen-pets.ts';

/**
 * CREATE-8 and AUTH-4: a creation that was refused with 400 or 401 has no effect. A violation only when a pet with the name
 * that was sent is seen; satisfied only where a stored pet would have been seen. For other refusals, as a 403 of a filter for
 * responses, the specification does not say that nothing was done: then a pet that is seen is a doubt. Source: sections 4.2 and 5.
 */
export const refusedWriteJudge: RelationJudge = {
  name: 'refused-write',
  neededFor: 'missing-stored',
  rules: ['CREATE-8', 'AUTH-4'],
  judge(view) {
    const { asOf } = view.knowledge;
    const { writes } = view;
    const refused = refusedWrites(writes);
    if (refused.length === 0 && !writes.some(isNamelessRefusal)) return [];
    const named = shownByName(view.readings, new Set(refused.map(({ name }) => name)));
    const shown = Map.groupBy(named, ({ name }) => name);
    const surroundings = view.callers.map((log) => ({
      log,
      whole: view.wholeSets(log),
      own: ownCreations(log, writes),
      getsTell: getPetPhase(asOf) === 'deprecated',
    }));
    const findings = RULES.flatMap((rule) => judgeRule(rule, refused, shown, surroundings));
    return withNameless(findings, judgeNameless(view, surroundings));
  },
};

/** A nameless pet that was stored all the same takes precedence over findings that nothing was. */
function withNameless(findings: readonly Finding[], nameless: readonly Finding[]): Finding[] {
  const ofRule = Map.groupBy([...findings, ...nameless], ({ rule }) => rule === 'CREATE-8');
  return [...strongest(ofRule.get(true) ?? []).slice(0, 1), ...(ofRule.get(false) ?? [])];
}

const RULES = ['CREATE-8', 'AUTH-4'] as const;

type Rule = (typeof RULES)[number];

/** A creation that was finally refused, under a name that no other one may have stored. */
interface RefusedWrite extends Write {
  readonly name: string;
  readonly rule: Rule;
}

/** These refusals do not say that the request was not carried out: it timed out on its way, or another one may have been. */
const SAYS_NOTHING_OF_THE_WRITE = new Set([408, 425]);

/** Section 8 has clients send such a request again: if it had been carried out, there would be two pets. But the specification does not say that it was not. */
const OVER_THE_LIMIT = 429;

function ruleOf(answered: number): Rule | undefined {
  if (answered === 401) return 'AUTH-4';
  return answered >= 400 && answered < 500 && !SAYS_NOTHING_OF_THE_WRITE.has(answered) ? 'CREATE-8' : undefined;
}

function refusedWrites(writes: readonly Write[]): RefusedWrite[] {
  const named = Map.groupBy(writes, ({ name }) => name);
  return [...named].flatMap(([name, all]) => {
    if (!isOwnName(name)) return [];
    const refused = all.flatMap((write) => {
      const rule = ruleOf(write.answered);
      return rule === undefined ? [] : [{ ...write, name, rule }];
    });
    return refused.length === all.length ? refused : [];
  });
}

function judgeRule(
  rule: Rule,
  all: readonly RefusedWrite[],
  shown: ReadonlyMap<string, readonly NamedPet[]>,
  surroundings: readonly Surroundings[],
): Finding[] {
  const refused = all.filter((write) => write.rule === rule);
  const stored = refused.flatMap((write) => {
    const namesakes = all.filter(({ name }) => name === write.name);
    return judgeShown(write, namesakes, shown.get(write.name) ?? []);
  });
  if (stored.length > 0) return strongest(stored).slice(0, 1);
  const unseen = refused.filter(({ name, answered }) => answered !== OVER_THE_LIMIT && !shown.has(name));
  const base = { rule, operation: 'createPet' } as const;
  const open: number[] = [];
  const [unfit] = surroundings.flatMap(({ whole }) => whole.unfit ?? []);
  for (const write of unseen) {
    for (const around of surroundings) {
      const { proof, nearest } = wouldBeSeen(write, around);
      if (proof) return [makeFinding({ ...base, shownBy: proof }, 'pass', KEPT[rule])];
      if (open.length === 0) open.push(...(nearest ? [nearest.number] : []), write.number);
    }
  }
  const [first] = unseen;
  if (first === undefined) return [];
  const why = unfit === undefined ? '' : `, as ${unfit}`;
  const says = `could not verify that the rejected pet was not stored: no later response had to show it${why}`;
  const shownBy = open.length > 0 ? open.toSorted((a, b) => a - b) : [first.number];
  return [makeFinding({ ...base, shownBy }, 'inconclusive', says, { unverified: true })];
}

const STORED = 'stored all the same';

const KEPT = {
  'CREATE-8': 'a rejected create stores nothing',
  'AUTH-4': 'a create that is rejected for its key stores nothing',
} as const;

/** The pet was seen: the violation, or the doubt whose it is. */
function judgeShown(write: RefusedWrite, namesakes: readonly RefusedWrite[], shown: readonly NamedPet[]): Finding[] {
  const { rule, name, answered } = write;
  const [sight] = shown;
  const earliest = smallest(namesakes.map(({ from }) => from));
  if (sight === undefined || sight.to <= earliest || sight.to <= write.from) return [];
  const base = { rule, operation: 'createPet', shownBy: [write.number, sight.number] } as const;
  if (namesakes.some((other) => other.rule !== rule && other.from < sight.to)) {
    const says = 'a pet is shown whose name was refused twice, with 401 and otherwise: one of the two was stored';
    return [makeFinding(base, 'inconclusive', says, { fault: STORED })];
  }
  const isDocumented = answered === 400 || answered === 401;
  const says = `a creation that returned ${answered} was carried out all the same: its pet is shown afterwards`;
  const doubt = isDocumented ? '' : `; the specification does not say what a ${answered} means for the pet`;
  return [
    makeFinding(base, isDocumented ? 'fail' : 'inconclusive', `${says}${doubt}`, {
      expected: `no pet with the name "${name.slice(0, 60)}"`,
      actual: `${sight.request} showed it${sight.id === undefined ? '' : `, with id ${sight.id}`}`,
      fault: STORED,
    }),
  ];
}
