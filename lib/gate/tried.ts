import type { Knowledge } from '../evidence/knowledge.ts';
import type { EvidenceItem } from '../evidence/log.ts';
import type { CountedFinding, LedgerRow } from '../ledger/ledger.ts';
import { answersFor, Bench } from '../judges/index.ts';
import type { Finding } from '../judges/finding.ts';
import { placesOf, type RequestPlaces } from '../model/places.ts';
import { nameOf, type FindingName } from './finding-name.ts';
import { isSameFault } from './same-fault.ts';
import { EVERYTHING, ownFindings } from './violations.ts';

/**
 * In which partitions of one dimension of the input a fault was seen, and in which such requests were sent and it was not. Of some partitions
 * only certain requests show it: those are in both lists.
 */
export interface Where {
  /** The dimension, as the input model names it. */
  readonly of: string;
  readonly seen: readonly string[];
  readonly passed: readonly string[];
}

/** What a run tried: where its requests lie in the input model, and which rules they satisfied. */
export interface Tried {
  readonly places: ReadonlyMap<number, RequestPlaces>;
  readonly passes: readonly Finding[];
}

/** Reads from evidence what the run tried. */
export async function readTried(evidence: AsyncIterable<EvidenceItem>, knowledge: Knowledge): Promise<Tried> {
  const bench = new Bench(knowledge);
  const places = new Map<number, RequestPlaces>();
  const passes: Finding[] = [];
  const keep = (findings: readonly Finding[]) => {
    for (const finding of findings) if (finding.verdict === 'pass') passes.push(finding);
  };
  for await (const item of evidence) {
    // Virtual users of a load follow no plan.
    if (!('exchange' in item) || item.exchange.sender !== undefined) continue;
    const place = placesOf(item.exchange.request);
    if (place !== undefined) places.set(item.exchange.id, place);
    keep(bench.see(item.exchange));
  }
  keep(bench.conclude());
  return { places, passes };
}

/** A dimension must tell this share of the satisfied requests from the violating ones: a chance coincidence tells few. */
const TELLING = 0.7;

/** Dimensions that tell nearly as much as the best one are recorded, too. */
const NEARLY = 0.9;

/**
 * Where a fault was seen and where not, by the dimension that best tells its requests from others of the same rule and operation; nothing
 * where none tells them apart, as with a fault that comes and goes.
 */
export function whereOf(name: FindingName, rows: readonly LedgerRow[], { places, passes }: Tried): Where[] {
  const own = findingsOf(name, rows);
  const mine = own.filter((finding) => isSameFault(name, nameOf(name.rule, finding)));
  const failing = new Set(mine.flatMap(exchangesOf));
  const judges = [...new Set(mine.flatMap(({ judge }) => judge ?? []))];
  const satisfied = passes.filter(
    ({ rule, judge }) => rule === name.rule && judges.some((found) => answersFor(found, judge, rule)),
  );
  const tried = [...satisfied.flatMap(({ shownBy }) => shownBy), ...own.flatMap(exchangesOf)];
  const others = new Set(tried.filter((id) => !failing.has(id)));
  const bad = [...failing].flatMap((id) => places.get(id) ?? []);
  const operations = new Set(bad.map(({ operation }) => operation));
  const good = [...others].flatMap((id) => places.get(id) ?? []).filter(({ operation }) => operations.has(operation));
  const dimensions = [...new Set(bad.flatMap(({ all }) => [...all.keys()]))].filter((of) =>
    bad.every(({ all }) => all.has(of)),
  );
  const told = dimensions.map((of) => {
    const seen = new Set(bad.flatMap(({ all }) => all.get(of) ?? []));
    const apart = good.filter(({ looked }) => looked.get(of)?.every((one) => !seen.has(one)) === true);
    const passed = new Set(good.flatMap(({ looked }) => looked.get(of) ?? []));
    return {
      of,
      seen: [...seen].toSorted(),
      passed: [...passed].toSorted(),
      share: apart.length / Math.max(1, good.length),
    };
  });
  const best = Math.max(0, ...told.map(({ share }) => share));
  if (best < TELLING) return [];
  return told.filter(({ share }) => share >= NEARLY * best).map(({ share: _share, ...where }) => where);
}

/**
 * Where an entry saw its fault, with where a run saw the same fault besides: what it takes to accept it there, too.
 *
 * @returns undefined where the run saw it nowhere but where the entry has it, or where nobody had tried
 */
export function widenedWhere(
  name: FindingName & { readonly where?: readonly Where[] | undefined },
  rows: readonly LedgerRow[],
  tried: Pick<Tried, 'places'>,
): { readonly where: readonly Where[]; readonly more: readonly Where[] } | undefined {
  const { where } = name;
  if (where === undefined) return undefined;
  const spread = findingsOf(name, rows).filter(
    (finding) => isSameFault(name, nameOf(name.rule, finding)) && !isWhereSeen(where, finding, tried),
  );
  if (spread.length === 0) return undefined;
  const places = spread.flatMap(exchangesOf).flatMap((id) => tried.places.get(id) ?? []);
  const more = where.map((one) => ({
    ...one,
    seen: [...new Set(places.flatMap(({ all }) => all.get(one.of) ?? []))]
      .filter((at) => !one.seen.includes(at))
      .toSorted(),
  }));
  return {
    where: where.map((one, index) => ({ ...one, seen: [...one.seen, ...(more[index]?.seen ?? [])].toSorted() })),
    more: more.filter(({ seen }) => seen.length > 0),
  };
}

/**
 * Whether each request that shows a finding lies where the fault was seen, or where nobody tried: not one where it had passed.
 *
 * @param how - strictly: it is not enough that nobody tried there, or that the fault was seen on some requests of the partition
 */
export function isWhereSeen(
  where: readonly Where[],
  finding: CountedFinding,
  { places }: Pick<Tried, 'places'>,
  how?: 'strictly',
): boolean {
  return exchangesOf(finding).every((id) => {
    // Another input is told by what is unusual about it.
    const at = how === 'strictly' ? places.get(id)?.looked : places.get(id)?.all;
    const here = where.flatMap(({ of, seen, passed }) => (at?.get(of) ?? []).map((one) => ({ one, seen, passed })));
    if (how === 'strictly')
      return here.length > 0 && here.every(({ one, seen, passed }) => seen.includes(one) && !passed.includes(one));
    return here.length === 0 || here.some(({ one, seen, passed }) => seen.includes(one) || !passed.includes(one));
  });
}

/** What violates the rule of a name, with the warnings. */
function findingsOf({ rule }: FindingName, rows: readonly LedgerRow[]): CountedFinding[] {
  return rows.filter(({ id }) => id === rule).flatMap((row) => ownFindings(row, EVERYTHING.warnings));
}

function exchangesOf({ shownBy, alsoShownBy = [], firstShownBy = [] }: CountedFinding): number[] {
  return [...shownBy, ...alsoShownBy, ...firstShownBy];
}
