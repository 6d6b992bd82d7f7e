import { NO_BODY, type Exchange, type SentRequest } from '../evidence/exchange.ts';
import { readOperation } from '../expectation/request.ts';
import type { Dimension, Partition } from './dimension.ts';
import { MODEL } from './index.ts';
import { MOMENT } from './moments.ts';
import { keyOf, pairKey, pairsOf } from './pairs.ts';
import { AT_ONCE, hasStrayQuery, look, type Moment, type Seen, type Surroundings } from './seen.ts';
import { Followed, type KnownPets } from './surroundings.ts';

/** What one request covers of the model, by the keys of partitions and pairs. */
export interface Covers {
  readonly partitions: readonly string[];
  readonly pairs: readonly string[];
}

/** Every pair that counts. */
export const ALL_PAIRS = pairsOf(MODEL);

const PAIRS: ReadonlySet<string> = new Set(ALL_PAIRS.map(({ key }) => key));

/** The partitions that are in some pair. */
const IN_PAIRS: ReadonlySet<string> = new Set(ALL_PAIRS.flatMap(({ of }) => of));

const [OF_MOMENTS, OF_REQUESTS] = [
  MODEL.filter(({ name }) => name === MOMENT),
  MODEL.filter(({ name }) => name !== MOMENT),
];

/** Follows a run and gathers what its requests cover of the input model. */
export class Coverage {
  readonly #followed = new Followed();
  readonly #partitions = new Set<string>();
  readonly #pairs = new Set<string>();
  /** What requests lie in at any moment: a plan looks at the same ones again and again. */
  readonly #lying = new Map<string | SentRequest, Lies>();
  #knew = 0;
  #last: Lies | undefined;

  /** The keys of all partitions that were covered. */
  get partitions(): ReadonlySet<string> {
    return this.#partitions;
  }

  /** The keys of all pairs that were covered. */
  get pairs(): ReadonlySet<string> {
    return this.#pairs;
  }

  /** Takes the next exchange. @param known - the pets that the responses before it have shown */
  take(exchange: Exchange, known: KnownPets): void {
    const around = this.#followed.around(exchange, petIdOf(exchange.request), known);
    const lies = whereLies(exchange.request, around);
    this.#add(coversOf(lies, around));
    // Which of two at the same time is in the log first, their ends decide.
    if (around.moments.includes(AT_ONCE) && this.#last !== undefined)
      this.#add(coversOf(this.#last, { moments: [AT_ONCE] }));
    this.#last = lies;
    this.#followed.follow(exchange);
  }

  /** The moment of a request that would be sent now, in words. */
  get moment(): string {
    return this.#followed.moments.join(', ');
  }

  /** What asking for each known pet by the key would cover. */
  ofPets(known: KnownPets): ReadonlySet<string> {
    return new Set(
      [...known.keys()].flatMap((id) => covers(plainGet(`/pets/${id}`), this.#followed.now(id, known)).partitions),
    );
  }

  /**
   * What a plain request by the key would add.
   *
   * @param moments - those at which it would be sent; now when absent
   */
  adds(request: SentRequest, known: KnownPets, moments?: readonly Moment[]): Covers {
    if (known.size !== this.#knew) this.#lying.clear();
    this.#knew = known.size;
    const now = this.#followed.now(petIdOf(request), known);
    const key = request.method === 'GET' ? request.target : request;
    const lies = this.#lying.get(key) ?? whereLies(request, now);
    this.#lying.set(key, lies);
    const { partitions, pairs } = coversOf(lies, { moments: moments ?? now.moments });
    return {
      partitions: partitions.filter((one) => !this.#partitions.has(one)),
      pairs: pairs.filter((one) => !this.#pairs.has(one)),
    };
  }

  #add({ partitions, pairs }: Covers): void {
    for (const one of partitions) this.#partitions.add(one);
    for (const one of pairs) this.#pairs.add(one);
  }
}

/** What a request covers among what surrounds it. */
export function covers(request: SentRequest, surroundings: Surroundings): Covers {
  return coversOf(whereLies(request, surroundings), surroundings);
}

/** What a request covers whenever it is sent. */
interface Lies {
  readonly seen: Seen | undefined;
  readonly keys: readonly string[];
  /** Something in it is odd, or in no partition: it may hide what else is in the request. */
  readonly isOdd: boolean;
  /** Whoever sent it is not let in, at whichever moment. */
  readonly isTurnedAway: boolean;
}

/** A value of a request in one dimension. */
interface Place {
  readonly dimension: Dimension;
  readonly partition: Partition | undefined;
}

function whereLies(request: SentRequest, surroundings: Surroundings): Lies {
  const seen = look(request, surroundings);
  if (seen === undefined) return { seen, keys: [], isOdd: true, isTurnedAway: true };
  const places = OF_REQUESTS.flatMap((one) => placesIn(one, seen));
  const odd = places.filter(({ partition }) => partition?.kind !== 'documented');
  const atTheGate = odd.filter(({ dimension }) => dimension.isGate === true);
  const isTurnedAway = atTheGate.length > 0;
  const isOdd = odd.length > 0 || hasStrayQuery(seen);
  const looked = isTurnedAway ? atTheGate : isOdd ? odd : places;
  return { seen, keys: keysOf(looked), isOdd, isTurnedAway };
}

function coversOf({ seen, keys, isOdd, isTurnedAway }: Lies, { moments }: Pick<Surroundings, 'moments'>): Covers {
  if (seen === undefined) return { partitions: [], pairs: [] };
  const around = { ...seen, moments };
  const inMoments = isTurnedAway ? [] : keysOf(OF_MOMENTS.flatMap((one) => placesIn(one, around)));
  const partitions = [...keys, ...inMoments];
  const paired = isOdd ? [] : partitions.filter((one) => IN_PAIRS.has(one));
  const pairs = paired.flatMap((one, at) =>
    paired.slice(at + 1).flatMap((other) => {
      const key = pairKey(one, other);
      return PAIRS.has(key) ? [key] : [];
    }),
  );
  return { partitions, pairs };
}

function placesIn(dimension: Dimension, seen: Seen): readonly Place[] {
  if (dimension.operation !== seen.operation && dimension.operation !== 'any') return [];
  return dimension.of(seen).map((partition) => ({ dimension, partition }));
}

function keysOf(places: readonly Place[]): readonly string[] {
  return places.flatMap(({ dimension, partition }) => (partition === undefined ? [] : keyOf(dimension, partition.id)));
}

/** A documented GET by the key, as it is recorded. */
export function plainGet(target: string): SentRequest {
  const headers = [['Authorization', 'Bearer {primary}']] as const;
  return { method: 'GET', target, headers, body: NO_BODY, credential: 'primary' };
}

function petIdOf(request: SentRequest): bigint | undefined {
  const { petId } = readOperation(request);
  return petId?.kind === 'int64' ? petId.id : undefined;
}
