import { drawFreedoms, type Freedom } from './freedoms.ts';
import type { ClientRequest } from './request-log.ts';
import { shrink } from './shrink.ts';

/** What a client was shown to stand of what the specification leaves open, and what it relies on. */
export interface Grease {
  readonly seed: number;
  /** Those that it was run with; all that were drawn where it was run with none. */
  readonly freedoms: readonly Freedom[];
  /** Whether a request was refused in each run: not where the client fails or gives up at any 429. Then freedoms of a 429 are left out. */
  readonly isRefused: boolean;
  /** `unknown`: it fails where nothing is left open as well. */
  readonly verdict: 'stands' | 'breaks' | 'unknown';
  /** The freedoms without which it was seen not to break: one alone, or several that it takes together. Empty unless it breaks. */
  readonly reliesOn: readonly Freedom[];
  /** Those that a run used which it did not break in: all of them, some where it breaks, none where that is unknown. */
  readonly stood: readonly Freedom[];
  /** Whether without any one of these it was seen not to break. */
  readonly isMinimal: boolean;
  /** How often the client was run for that. */
  readonly runs: number;
}

/** One freedom of 25 takes ten runs. */
const MOST_RUNS = 24;

/**
 * Runs a client against a service that conforms in a drawn mixture of ways, and refuses a request once; where it breaks, narrows the
 * mixture down. A client that fails or gives up at a refusal as such is not refused.
 *
 * @param fails - whether the client fails against a service with these freedoms and no others, that refuses or does not
 */
export async function grease(
  seed: number,
  fails: (some: readonly Freedom[], isRefused: boolean) => Promise<boolean>,
): Promise<Grease> {
  const drawn = drawFreedoms(seed);
  const isRefused = !(await fails([], true));
  const isUnknown = !isRefused && (await fails([], false));
  const freedoms = isRefused || isUnknown ? drawn : drawn.filter(({ isOfRefusals = false }) => !isOfRefusals);
  const plain = isRefused ? 1 : 2;
  const told = { seed, freedoms, isRefused, stood: [], reliesOn: [], isMinimal: true };
  if (isUnknown) return { ...told, verdict: 'unknown', runs: plain };
  const used = new Set<Freedom>();
  const breaks = async (some: readonly Freedom[]) => {
    const isBroken = await fails(some, isRefused);
    if (!isBroken) for (const freedom of some) used.add(freedom);
    return isBroken;
  };
  if (!(await breaks(freedoms))) return { ...told, stood: freedoms, verdict: 'stands', runs: plain + 1 };
  const { left, isMinimal, runs } = await shrink(freedoms, breaks, MOST_RUNS);
  const stood = freedoms.filter((freedom) => used.has(freedom));
  return { ...told, stood, verdict: 'breaks', reliesOn: left, isMinimal, runs: plain + 1 + runs };
}

/** The requests of one run among all that was sent. @param run - its number, from 1, among those for a seed */
export function requestsOfRun(log: readonly ClientRequest[], run: number): ClientRequest[] {
  return log.filter((one) => one.situation === 'greased' && one.run === run);
}

/** Whether a run shows that the client failed: by its exit status, or because it gave up at the refusal and saw nothing more of the service. */
export function hasBroken({ status }: { readonly status: number | null }, sent: readonly ClientRequest[]): boolean {
  const refused = sent.findIndex((one) => one.refusal !== undefined);
  const wentOn =
    refused < 0 || sent.slice(refused + 1).some((one) => one.refusal === undefined && one.status !== undefined);
  return status !== 0 || !wentOn;
}

/** What came of it, in one clause. */
export function tellGrease({ verdict, freedoms, isRefused, reliesOn, isMinimal, seed }: Grease): string {
  if (verdict === 'unknown') return 'it fails where nothing is left open as well, so what it relies on cannot be told';
  const how = isRefused ? '' : 'it fails or gives up at any 429, so none was sent: ';
  if (verdict === 'stands')
    return `${how}it stands ${isRefused ? 'all' : 'the other'} ${freedoms.length} freedoms of seed ${seed}`;
  const all = reliesOn.map(({ says, clause }) => `${says} (${clause})`).join(', and ');
  return `${how}it breaks where ${all}${isMinimal ? '' : '; fewer of these may do as well'}`;
}
