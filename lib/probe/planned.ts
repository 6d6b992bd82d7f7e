import { isInt64, PAGE, PET_STATUSES } from '../contract/pets.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import { plainGet, type Covers } from '../model/coverage.ts';
import { CHUNKED, composeHeaders, type OutgoingRequest } from '../wire/outgoing.ts';
import { asPrimary } from './credentials.ts';

/** What the choice of the next request follows from. */
export interface Planning {
  /** What a request would add to what is covered, if it were sent now. */
  readonly adds: (request: SentRequest) => Covers;
  /** The moment of the run, in words: what adds nothing at one adds nothing at the same one later. */
  readonly moment: () => string;
  /** The ids of the known pets, in the order in which they tell most. */
  readonly known: readonly bigint[];
  /** Requests with an odd value: queries of lists, petIds that are none, bodies that must be refused, and hostile input. */
  readonly odd: readonly OutgoingRequest[];
}

/** How many of the known pets are looked at for what they add. */
const MOST_PETS = 60;

/** Limits of every partition, with a few of each wide one. */
const LIMITS = [1, 2, 3, 12, 18, 19, 20, 21, 22, 64, 98, 99, 100].filter(
  (limit) => limit >= PAGE.minimum && limit <= PAGE.maximum,
);

/**
 * Chooses requests that change nothing on a service that keeps its rules for what they add to the input model as covered so far: documented ones by partitions, then
 * by pairs, and between them, one for each, odd ones, which bring partitions and the moment after an error. What is chosen counts
 * as covered, though its response is not there yet.
 *
 * @returns what chooses the next one; nothing where none adds anything at that moment
 */
export function planRequests({ adds, moment, known, odd }: Planning): () => OutgoingRequest | undefined {
  const documented = [...lists(), ...pets(known), ...unknownIds(known)].map((target) =>
    candidate(asPrimary('GET', target)),
  );
  const left = odd.map(candidate);
  const planned = new Set<string>();
  const fresh = (keys: readonly string[]) => keys.filter((key) => !planned.has(key));
  const gain: Gain = ({ request, sent }) => {
    const { partitions, pairs } = adds(sent);
    return { request, partitions: fresh(partitions), pairs: fresh(pairs) };
  };
  let isOddsTurn = false;
  const exhausted = new Set<string>();
  return () => {
    const at = moment();
    if (exhausted.has(at)) return undefined;
    const chosen = (isOddsTurn ? nextOdd(left, gain) : undefined) ?? best(documented, gain) ?? nextOdd(left, gain);
    if (chosen === undefined) {
      exhausted.add(at);
      return undefined;
    }
    isOddsTurn = !isOddsTurn;
    for (const key of [...chosen.partitions, ...chosen.pairs]) planned.add(key);
    return chosen.request;
  };
}

/** A request that may be chosen: as it is sent, and as it will be recorded. */
interface Candidate {
  readonly request: OutgoingRequest;
  readonly sent: SentRequest;
}

function candidate(request: OutgoingRequest): Candidate {
  const { method, target, body, chunked } = request;
  const plain = plainGet(target);
  const own = composeHeaders(request, [], '');
  const headers = chunked === true ? [...own, CHUNKED] : own;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return {
    request,
    sent: { ...plain, method, headers, ...(bytes !== undefined && { body: { kind: 'bytes', bytes } }) },
  };
}

/** What a request would add that is not planned yet. */
interface Gained extends Covers {
  readonly request: OutgoingRequest;
}

type Gain = (candidate: Candidate) => Gained;

function nextOdd(left: Candidate[], gain: Gain): Gained | undefined {
  for (const [at, one] of left.entries()) {
    const gained = gain(one);
    if (gained.partitions.length === 0) continue;
    left.splice(at, 1);
    return gained;
  }
  return undefined;
}

/** The one that adds most partitions, of these the one that adds most pairs, of these the first. */
function best(candidates: readonly Candidate[], gain: Gain): Gained | undefined {
  let found: Gained | undefined;
  for (const one of candidates) {
    const gained = gain(one);
    const [partitions, pairs] = [gained.partitions.length, gained.pairs.length];
    if (partitions + pairs === 0) continue;
    const ahead = partitions - (found?.partitions.length ?? 0);
    if (ahead > 0 || (ahead === 0 && pairs > (found?.pairs.length ?? 0))) found = gained;
  }
  return found;
}

function lists(): readonly string[] {
  const limits = LIMITS.map((limit) => `limit=${limit}`);
  const statuses = PET_STATUSES.map((status) => `status=${status}`);
  const both = limits.flatMap((limit) => statuses.flatMap((status) => [`${limit}&${status}`, `${status}&${limit}`]));
  return ['/pets', ...[...both, ...limits, ...statuses].map((query) => `/pets?${query}`)];
}

function pets(known: readonly bigint[]): readonly string[] {
  return known.slice(0, MOST_PETS).map((id) => `/pets/${id}`);
}

/** Larger than the ids of any store that counts its pets. */
export const NOBODYS = 8_000_000_000_000_003n;

/** Ids of each kind that nobody was shown, and that no pet beyond the pages has: none between those that were seen. */
function unknownIds(known: readonly bigint[]): readonly string[] {
  const taken = new Set(known);
  const largest = known.reduce((most, id) => (id > most ? id : most), 1n);
  return [largest < NOBODYS ? NOBODYS : largest + 2_000_003n, 0n, -largest - 7n]
    .filter((id) => !taken.has(id) && isInt64(id))
    .map((id) => `/pets/${id}`);
}
