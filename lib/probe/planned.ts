import { isInt64, PAGE, PET_STATUSES } from '../contract/pets.ts';
import { NO_BODY, type SentRequest } from '../evidence/exchange.ts';
import type { Covers } from '../model/coverage.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { asPrimary } from './credentials.ts';

/** What the choice of the next request follows from. */
export interface Planning {
  /** What a request would add to what is covered, if it were sent now. */
  readonly adds: (request: SentRequest) => Covers;
  /** The moment of the run, in words: what adds nothing at one adds nothing at the same one later. */
  readonly moment: () => string;
  /** The ids of the known pets, in the order in which they tell most. */
  readonly known: readonly bigint[];
  /** Queries of lists with an odd value that were not sent, and petIds that are none. */
  readonly odd: readonly string[];
}

/** So many of the known pets are looked at for what they add. */
const MOST_PETS = 60;

/** Limits of every partition, with a few of each wide one. */
const LIMITS = [1, 2, 3, 12, 18, 19, 20, 21, 22, 64, 98, 99, 100].filter(
  (limit) => limit >= PAGE.minimum && limit <= PAGE.maximum,
);

/**
 * Chooses requests that change nothing for what they add to the input model as covered so far: documented ones by partitions, then
 * by pairs, and between them, one for each, odd ones, which bring partitions and the moment after an error. What is chosen counts
 * as covered, though its response is not there yet.
 *
 * @returns what chooses the next one; nothing where none adds anything at that moment
 */
export function planRequests({ adds, moment, known, odd }: Planning): () => OutgoingRequest | undefined {
  const documented = [...lists(), ...pets(known), ...unknownIds(known)];
  const left = [...odd];
  const planned = new Set<string>();
  const fresh = (keys: readonly string[]) => keys.filter((key) => !planned.has(key));
  const gain = (
    target: string,
  ): { readonly partitions: number; readonly pairs: number; readonly keys: readonly string[] } => {
    const { partitions, pairs } = adds(sentAs(target));
    const [freshPartitions, freshPairs] = [fresh(partitions), fresh(pairs)];
    return { partitions: freshPartitions.length, pairs: freshPairs.length, keys: [...freshPartitions, ...freshPairs] };
  };
  let isOddsTurn = false;
  const exhausted = new Set<string>();
  return () => {
    const at = moment();
    if (exhausted.has(at)) return undefined;
    const target = (isOddsTurn ? nextOdd(left, gain) : undefined) ?? best(documented, gain) ?? nextOdd(left, gain);
    if (target === undefined) {
      exhausted.add(at);
      return undefined;
    }
    isOddsTurn = !isOddsTurn;
    for (const key of gain(target).keys) planned.add(key);
    return asPrimary('GET', target);
  };
}

type Gain = (target: string) => { readonly partitions: number; readonly pairs: number };

function nextOdd(left: string[], gain: Gain): string | undefined {
  const at = left.findIndex((target) => gain(target).partitions > 0);
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

function best(targets: readonly string[], gain: Gain): string | undefined {
  let found: { readonly target: string; readonly partitions: number; readonly pairs: number } | undefined;
  for (const target of targets) {
    const { partitions, pairs } = gain(target);
    if (partitions === 0 && pairs === 0) continue;
    const isBetter =
      found === undefined || partitions > found.partitions || (partitions === found.partitions && pairs > found.pairs);
    if (isBetter) found = { target, partitions, pairs };
  }
  return found?.target;
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
const NOBODYS = 8_000_000_000_000_017n;

/** Ids of each kind that nobody was shown, and that no pet beyond the pages has: none between those that were seen. */
function unknownIds(known: readonly bigint[]): readonly string[] {
  const taken = new Set(known);
  const largest = known.reduce((most, id) => (id > most ? id : most), 1n);
  return [largest < NOBODYS ? NOBODYS : largest + 2_000_003n, 0n, -largest - 7n]
    .filter((id) => !taken.has(id) && isInt64(id))
    .map((id) => `/pets/${id}`);
}

function sentAs(target: string): SentRequest {
  return { method: 'GET', target, headers: asPrimary('GET', target).headers, body: NO_BODY, credential: 'primary' };
}
