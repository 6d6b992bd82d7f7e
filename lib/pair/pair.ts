import { drawFreedoms, type Freedom } from '../client/freedoms.ts';
import type { Grease } from '../client/grease.ts';
import type { Choice } from './choices.ts';

/** What is known of one side, by the must rules: which it was seen to violate, and which were not verified. */
export interface Side {
  readonly violated: readonly string[];
  readonly unverified: readonly string[];
}

/** Whether a client copes with what a service does where the specification leaves it open. */
export interface Meeting extends Choice {
  /** `unknown`: it was not run against such a service, or what it broke on there cannot be told. */
  readonly client: 'stands' | 'relies' | 'unknown';
  readonly verdict: 'yes' | 'no' | 'not shown';
}

/** May this client meet this service? */
export interface Pair {
  /** `yes` and `no` follow from what both were seen to do; `not shown` names what is missing. */
  readonly verdict: Meeting['verdict'];
  readonly client: Side;
  readonly service: Side;
  readonly meetings: readonly Meeting[];
  /** A seed with which `petvet client --grease` shows most of what was not shown of the client, and what it shows. */
  readonly next?: { readonly seed: number; readonly shows: readonly string[] };
}

/** As many seeds are tried; each takes some microseconds. */
const SEEDS = 2_000;

/**
 * Holds what a client was shown to stand against what a service was seen to do. What one run of the client stood, it stands.
 *
 * @param greases - of all runs of the client; none where it was run without
 * @param choices - of the service, see `choicesIn`
 */
export function pairOf(
  greases: readonly Grease[],
  choices: readonly Choice[],
  { client, service }: Pick<Pair, 'client' | 'service'>,
): Pair {
  const relied = greases.map(({ reliesOn }) => namesOf(reliesOn));
  const stood = namesOf(greases.flatMap((one) => one.stood));
  const meetings = choices.map((choice): Meeting => {
    const { name } = choice.freedom;
    // Several freedoms that a client relies on together break it only together.
    const together = relied.filter((names) => names.has(name)).map((names) => togetherOf(names, choices));
    const shown = together.length > 0 ? 'relies' : stood.has(name) ? 'stands' : 'unknown';
    const breaking = together.find((is) => is === 'used') ?? together.find((is) => is === 'unseen');
    if (breaking !== undefined) return { ...choice, client: shown, verdict: breaking === 'used' ? 'no' : 'not shown' };
    const isFine = choice.is === 'unused' || stood.has(name);
    return { ...choice, client: shown, verdict: isFine ? 'yes' : 'not shown' };
  });
  const verdicts = [...meetings.map(({ verdict }) => verdict), sideVerdict(client), sideVerdict(service)];
  const missing = meetings.filter((one) => one.verdict === 'not shown' && one.client === 'unknown');
  const next = seedFor(missing.map(({ freedom }) => freedom));
  return {
    verdict: verdicts.find((one) => one === 'no') ?? verdicts.find((one) => one === 'not shown') ?? 'yes',
    client,
    service,
    meetings,
    ...(next !== undefined && { next }),
  };
}

/** Whether a service uses all of these freedoms. */
function togetherOf(names: ReadonlySet<string>, choices: readonly Choice[]): Choice['is'] {
  const all = choices.filter(({ freedom }) => names.has(freedom.name)).map(({ is }) => is);
  return all.find((is) => is === 'unused') ?? all.find((is) => is === 'unseen') ?? 'used';
}

function sideVerdict({ violated, unverified }: Side): Meeting['verdict'] {
  return violated.length > 0 ? 'no' : unverified.length > 0 ? 'not shown' : 'yes';
}

function seedFor(missing: readonly Freedom[]): Pair['next'] {
  if (missing.length === 0) return undefined;
  let best: Pair['next'];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const drawn = namesOf(drawFreedoms(seed));
    const shows = missing.flatMap(({ name }) => (drawn.has(name) ? name : []));
    if (shows.length > (best?.shows.length ?? 0)) best = { seed, shows };
  }
  return best;
}

function namesOf(freedoms: readonly Freedom[]): ReadonlySet<string> {
  return new Set(freedoms.map(({ name }) => name));
}
