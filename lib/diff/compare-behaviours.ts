import { behavioursOf, type Behaviour } from './behaviours.ts';
import { BY_ORDER, type RunNames } from './run-names.ts';
import { shownByOf, subjectOf, type Compared, type RuleRow } from './difference.ts';
import type { Difference, Undecided } from './diff-document.ts';

/**
 * Compares what two services do where the specification is silent. Only what both runs met counts, and only where nothing that one
 * service did is what the other did: a service that does several things, one at a time, may have done any of them.
 *
 * @param isOneScope - both runs set out to send the same kinds of requests
 */
export function compareBehaviours(
  before: readonly RuleRow[],
  after: readonly RuleRow[],
  isOneScope: boolean,
  names: RunNames = BY_ORDER,
): Compared {
  const [seen, seenAfter] = [behavioursOf(before), behavioursOf(after)];
  const pairs = pairsOf(seen, seenAfter).filter(({ was }) => isOneScope || was.topic !== OF_MANY_CONDITIONS);
  const titles = new Map(after.map(({ id, title }) => [id, title]));
  return {
    differences: pairs.filter(isChanged).map(({ was, is }) => differenceOf(was, is, titles)),
    undecided: [
      ...variesIn(pairs),
      ...onlyIn(seen, seenAfter, names.before.on),
      ...onlyIn(seenAfter, seen, names.after.on),
    ],
    count: pairs.filter(({ is }) => !is.isOfItems).length,
  };
}

/**
 * By subject, what a second run of the service before did that its first run did not do, and the service after did; each with all
 * that the second run did. One that met fewer conditions than the first has fewer codes, which tells nothing.
 */
export function alsoDone(
  before: readonly RuleRow[],
  again: readonly RuleRow[],
  after: readonly RuleRow[],
): ReadonlyMap<string, string> {
  const seen = behavioursOf(before);
  const also = pairsOf(behavioursOf(again), behavioursOf(after)).filter(({ key, was, is }) =>
    [...was.did.keys()].some((one) => is.did.has(one) && seen.get(key)?.did.has(one) === false),
  );
  return new Map(also.map(({ was }) => [subjectOfBehaviour(was), sortedOf(was).join(', ')]));
}

/** The subjects of all behaviours that a run met. */
export function metBehaviours(rules: readonly RuleRow[]): ReadonlySet<string> {
  return new Set([...behavioursOf(rules).values()].map(subjectOfBehaviour));
}

type Behaviours = ReturnType<typeof behavioursOf>;

function pairsOf(seen: Behaviours, seenAfter: Behaviours): Pair[] {
  return [...seenAfter].flatMap(([key, is]) => {
    const was = seen.get(key);
    return was === undefined ? [] : [{ key, was, is }];
  });
}

function subjectOfBehaviour({ rule, topic, isOfItems }: Behaviour): string {
  return subjectOf('behaviour', rule, topic, isOfItems ? '(items)' : undefined);
}

interface Pair {
  readonly key: string;
  readonly was: Behaviour;
  readonly is: Behaviour;
}

/** Without writes a 400 is for a query, with them for a body as well: which codes there are depends on what was sent. */
const OF_MANY_CONDITIONS = 'code of 400';

/** Of a status that several conditions share, a code that came this often comes in every run. */
const OFTEN = 5;

function isChanged(pair: Pair): boolean {
  const { was, is } = pair;
  if (isDisjoint(was, is)) return was.rule !== 'ERR-6' || (recurs(was) && recurs(is));
  // ERR-6 names no condition: where one is met no more, its code goes, too. A code in place of another is no such case.
  return was.rule === 'ERR-6' && missingIn(is, was).length > 0 && missingIn(was, is).length > 0;
}

/** A code that never comes again may be one of each response, such as an id. */
function recurs({ did }: Behaviour): boolean {
  return [...did.values()].some((times) => times > 1);
}

function isDisjoint(was: Behaviour, is: Behaviour): boolean {
  return [...was.did.keys()].every((one) => !is.did.has(one));
}

/** What `from` did often, and `other` never. */
function missingIn(other: Behaviour, from: Behaviour): string[] {
  return [...from.did].filter(([one, times]) => times >= OFTEN && !other.did.has(one)).map(([one]) => one);
}

function differenceOf(was: Behaviour, is: Behaviour, titles: ReadonlyMap<string, string>): Difference {
  const isPart = !isDisjoint(was, is);
  const [gone, appeared] = isPart
    ? [missingIn(is, was), missingIn(was, is)]
    : [[...was.did.keys()], [...is.did.keys()]];
  const shown = is.findings.filter(({ actual }) => !isPart || appeared.includes(actual ?? ''));
  return {
    weight: 'changed',
    of: 'behaviour',
    subject: subjectOfBehaviour(is),
    rule: is.rule,
    what: TOPICS_IN_FULL.has(is.rule) ? is.topic : `${titles.get(is.rule) ?? is.rule}: ${is.topic}`,
    before: gone.toSorted().join(', '),
    after: appeared.toSorted().join(', '),
    shownBy: shownByOf(shown),
    shownIn: 'after',
  };
}

/** Rules whose topics say what was requested. */
const TOPICS_IN_FULL: ReadonlySet<string> = new Set(['LIST-5', 'LIST-8', 'CREATE-9', 'CREATE-11', 'ERR-6', 'RATE-12']);

function variesIn(pairs: readonly Pair[]): Undecided[] {
  const varied = pairs.filter(
    (pair) =>
      !pair.is.isOfItems &&
      !isChanged(pair) &&
      JSON.stringify(sortedOf(pair.was)) !== JSON.stringify(sortedOf(pair.is)),
  );
  return varied.map(({ is: { rule, topic } }) => ({
    about: [`${rule} ${topic}`],
    why: 'the responses of one run vary, or came only once',
    kind: 'other',
  }));
}

function sortedOf({ did }: Behaviour): string[] {
  return [...did.keys()].toSorted();
}

function onlyIn(
  one: ReadonlyMap<string, Behaviour>,
  other: ReadonlyMap<string, Behaviour>,
  where: string,
): Undecided[] {
  const alone = [...one].filter(([key, { isOfItems }]) => !isOfItems && !other.has(key));
  return alone.map(([, { rule, topic }]) => ({
    about: [`${rule} ${topic}`],
    why: `observed only ${where}`,
    kind: 'other',
  }));
}
