import type { JudgedRules } from '../certificate/rejudge.ts';
import { behavioursOf, type Behaviour } from '../diff/behaviours.ts';

/** One thing that the specification leaves open, and what each implementation does there. */
export interface Choice {
  /** The rule that records it. */
  readonly rule: string;
  /** The requirement in the catalogue. */
  readonly title: string;
  /** What it is of, e.g. `limit is "101"`. Absent for the row of a rule that gathers what one implementation alone met. */
  readonly what?: string;
  /** In the order of the implementations; none where nothing was recorded. */
  readonly of: readonly (readonly string[])[];
  /** Whether implementations do different things. Absent where that cannot be told: it depends on pets, seed or time, or one alone met it. */
  readonly differ?: boolean;
}

/** What implementations do where the specification is silent: a row for each thing, in the order of the catalogue. */
export function choicesOf(all: readonly JudgedRules[]): Choice[] {
  const [some = []] = all;
  const seen = all.map(didOf);
  return some.flatMap(({ id, title }) => {
    const ofRule = seen.map((one) => one.get(id) ?? new Map<string, Did>());
    const topics = [...new Set(ofRule.flatMap((one) => [...one.keys()]))].toSorted(BY_NUMBERS.compare);
    const isRow = (what: string) => {
      const met = ofRule.flatMap((one) => one.get(what) ?? []);
      return met.length > 1 || met.some(({ same }) => same !== undefined);
    };
    const rows = topics.filter(isRow).map((what): Choice => {
      const of = ofRule.map((one) => one.get(what));
      const differ = areDifferent(of);
      return {
        rule: id,
        title,
        what,
        of: of.map((did) => did?.said ?? []),
        ...(differ !== undefined && { differ }),
      };
    });
    const rest = ofRule.map((one) => [...one].flatMap(([what, { says }]) => (isRow(what) ? [] : says)));
    return rest.every((said) => said.length === 0) ? rows : [...rows, { rule: id, title, of: rest }];
  });
}

const BY_NUMBERS = new Intl.Collator('en', { numeric: true });

/** What one implementation did in one respect. */
interface Did {
  /** What stays the same with other pets, seeds and times; absent where nothing does. */
  readonly same?: string;
  /** In full: what it did, and the sentences about that. */
  readonly said: readonly string[];
  readonly says: readonly string[];
}

/**
 * What one implementation did, in full where that says more than what is compared: `200 with 100 items`, and not `200`.
 *
 * @param short - what is compared
 */
export function inFull(
  judged: JudgedRules,
  { rule, what }: { readonly rule: string; readonly what: string },
  short: string,
): string {
  const [one, ...others] = didOf(judged).get(rule)?.get(what)?.said ?? [];
  return one !== undefined && others.length === 0 && one.startsWith(short) ? one : short;
}

function areDifferent(of: readonly (Did | undefined)[]): boolean | undefined {
  const told = of.flatMap((did) => did?.same ?? []);
  return told.length < 2 ? undefined : new Set(told).size > 1;
}

/** By rule and topic. */
function didOf(judged: JudgedRules): ReadonlyMap<string, ReadonlyMap<string, Did>> {
  const behaviours = [...behavioursOf(judged).values()];
  const compared = new Set(behaviours.flatMap(({ findings }) => findings));
  return new Map(
    judged.map(({ id, level, findings }) => {
      const stable = Map.groupBy(
        behaviours.filter(({ rule }) => rule === id),
        ({ topic }) => topic,
      );
      const others = Map.groupBy(
        findings.filter((one) => (level === 'observed' || one.verdict === 'observed') && !compared.has(one)),
        ({ topic, says }) => topic ?? says,
      );
      return [
        id,
        new Map([
          ...[...others].map(([topic, found]): [string, Did] => {
            const says = found.map((one) => one.says);
            return [topic, { says, said: found.map(({ actual }, index) => actual ?? says[index] ?? '') }];
          }),
          ...[...stable].map(([topic, same]): [string, Did] => [topic, stableDid(same)]),
        ]),
      ];
    }),
  );
}

/** The status, and where that tells something, how many items: together they are what a reader wants to see. */
function stableDid(behaviours: readonly Behaviour[]): Did {
  const same = [...new Set(behaviours.flatMap(({ did }) => [...did.keys()]))].toSorted();
  const said = behaviours.flatMap(({ topic, did, findings }) =>
    findings.every((finding) => finding.topic === topic)
      ? findings.flatMap(({ actual }) => actual ?? [])
      : [...did.keys()],
  );
  return { same: JSON.stringify(same), said: [...new Set(said)].toSorted(), says: [] };
}
