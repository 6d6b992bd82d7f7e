import { drawnNumber } from '../probe/drawn-number.ts';
import { isInt64 } from '../contract/pets.ts';
import { createdId } from '../evidence/creation.ts';
import type { Exchange, HeaderPair } from '../evidence/exchange.ts';
import { readPetId } from '../expectation/pet-id.ts';
import type { Target } from '../targets/target.ts';
import { tellsOfChunks, type OutgoingRequest } from '../wire/outgoing.ts';
import type { RecordedStore } from './recorded-store.ts';
import { areAlike, type ShownPet } from './shown-pets.ts';

/** What the service holds today, as far as its responses have shown it. */
export interface StoreToday {
  readonly pets: ReadonlyMap<bigint, ShownPet>;
  readonly categories: Iterable<bigint>;
}

/**
 * Makes requests of an earlier run into requests of today. What a request names of the store of then is replaced by what plays the
 * same part today: a pet by the one that was created in its place, else by itself, else by one of its kind; an id that nobody has by one
 * that is as far from a pet's; a category by one that there is; a name by one that is new.
 */
export interface StandIns {
  /**
   * The request, or why it cannot be sent again, in one clause.
   *
   * @param another - one of the same kind as the last time, under another name
   */
  again(exchange: Exchange, another?: 'another'): OutgoingRequest | string;
  /** Tells what came of it: a pet that was created anew has another id from now on. */
  came(before: Exchange, now: Exchange): void;
  /** The pet that stands in for one of then; undefined where there is none of its kind. */
  petFor(id: bigint): bigint | undefined;
}

/**
 * Names that a run gives to its pets: `petvet`, the run's id in large letters, and a number of two characters or more.
 * A request that spells one in another letter case is renamed, too.
 *
 * @param runId - of the recorded run; letters and digits
 */
export function ownNames(runId: string): RegExp {
  return new RegExp(`petvet${runId.replaceAll(/[^a-z\d]/gi, '')}[0-9a-z]{2}`, 'gi');
}

/** How far ids that nobody has are from a known one, where a service may take one for the other: see the draws of ids. */
const DISTANCES: readonly bigint[] = [32n, 53n, 63n, 64n, 65n]
  .map((bits) => 2n ** bits)
  .concat(1n, 1_000_003n)
  .flatMap((distance) => [distance, -distance]);

/** From one id that nobody has to the next. */
const APART = 7_919n;

/**
 * Makes the stand-ins of a recorded run.
 *
 * @param freshName - gives a name of the same kind that was never used; the same old name gets the same new one
 */
export function createStandIns(
  runId: string,
  then: Pick<RecordedStore, 'pets' | 'knowledge'>,
  today: () => StoreToday,
  target: Target,
  freshName: () => string,
): StandIns {
  const names = new Map<string, string>();
  const ids = new Map<bigint, bigint>();
  const pattern = ownNames(runId);
  const renamed = (text: string) =>
    text.replaceAll(pattern, (name) => {
      const fresh = names.get(name) ?? freshName();
      names.set(name, fresh);
      return fresh;
    });

  const petFor = (id: bigint): bigint | undefined => {
    const { pets } = today();
    const made = ids.get(id);
    if (made !== undefined) return made;
    if (pets.has(id)) return id;
    const pet = then.pets.get(id);
    const used = new Set(ids.values());
    const alike = [...pets].filter(([, other]) => pet !== undefined && areAlike({ ...pet, id }, other));
    const [chosen] = alike.find(([one]) => !used.has(one)) ?? alike[0] ?? [];
    if (chosen !== undefined) ids.set(id, chosen);
    return chosen;
  };

  /** An id that nobody had, or one beyond int64. */
  const strangeId = (id: bigint): bigint => {
    const { pets } = today();
    const near = [-id, ...DISTANCES.map((distance) => id - distance)].find((one) => then.pets.has(one));
    const standIn = near === undefined ? undefined : petFor(near);
    const moved = near === undefined || standIn === undefined ? id : id === -near ? -standIn : standIn + (id - near);
    let free = isInt64(moved) === isInt64(id) ? moved : id;
    while (pets.has(free)) free += APART;
    return free;
  };

  const segmentFor = (segment: string): string => {
    const read = readPetId(segment);
    if (read.kind === 'int64') return `${then.pets.has(read.id) ? (petFor(read.id) ?? read.id) : strangeId(read.id)}`;
    return segment.replaceAll(/(?<!\d)-?\d{1,40}(?!\d)/g, (digits) => {
      const id = BigInt(digits);
      if (then.pets.has(id)) return `${petFor(id) ?? id}`;
      return digits === segment ? `${strangeId(id)}` : digits;
    });
  };

  const bodyFor = (text: string): string =>
    renamed(text)
      .replaceAll(/("categoryId"\s*:\s*)(-?\d{1,40})(?=\s*[,}])/g, (whole, before: string, digits: string) => {
        const category = categoryFor(BigInt(digits), then.knowledge.categories, today().categories);
        return category === undefined ? whole : `${before}${category}`;
      })
      .replaceAll(/("id"\s*:\s*"?)(\d{1,18})(?="?\s*[,}])/g, (_whole, before: string, digits: string) => {
        const id = BigInt(digits);
        // An id that was new then is not new any more.
        return `${before}${then.pets.has(id) && !isTakenOver(id) ? (petFor(id) ?? id) : id + 1n + BigInt(drawnNumber(freshName()))}`;
      });

  const isTakenOver = (id: bigint): boolean => then.knowledge.takenOverIds?.has(`${id}`) === true;

  return {
    petFor,
    again({ request }, another) {
      if (another !== undefined) names.clear();
      const why = whyNot(request, target);
      if (why !== undefined) return why;
      const { method, body, headers } = request;
      const [, path = '', segment = '', rest = ''] = /^(\/pets\/)([^?]*)(.*)$/s.exec(request.target) ?? [];
      // Bytes as latin1 stay what they are, even where they are no UTF-8.
      const bytes =
        body.kind === 'bytes' ? Buffer.from(bodyFor(Buffer.from(body.bytes).toString('latin1')), 'latin1') : undefined;
      return {
        method,
        target: segment === '' ? request.target : `${path}${segmentFor(segment)}${rest}`,
        headers: headers.filter((pair) => isOwn(pair) && !tellsOfChunks(pair)),
        ...(bytes !== undefined && { body: new Uint8Array(bytes) }),
        without: (['Accept', 'Content-Type'] as const).filter((name) => !has(headers, name)),
        ...(headers.some(tellsOfChunks) && { chunked: true as const }),
      };
    },
    came(before, now) {
      const [old, fresh] = [createdId(before), createdId(now)];
      if (old !== undefined && fresh !== undefined) ids.set(old, fresh);
    },
  };
}

/** A category of today in place of one of then, as large as that; undefined where it may stay. */
function categoryFor(category: bigint, then: ReadonlySet<bigint>, today: Iterable<bigint>): bigint | undefined {
  const all = [...today];
  if (!then.has(category) || all.includes(category)) return undefined;
  return all.find((one) => areAlike({ categoryId: one }, { categoryId: category }));
}

function whyNot({ method, target: path, body, headers }: Exchange['request'], target: Target): string | undefined {
  if (body.kind === 'not-recorded' || body.kind === 'truncated') return 'its body was not recorded';
  if (method === 'POST' && !target.writes) return 'it is a POST, and writes are off; --writes turns them on';
  if (headers.some(([, value]) => value.includes('{second')) && target.secondApiKey === undefined)
    return "it needs a second caller's key, and none is configured";
  if (/\{(primary|second|wrong)[:}]/.test(path) && !target.loopback)
    return 'its address contains a key, and petvet sends such an address only to this machine';
  return undefined;
}

/** Whether the wire does not add a header by itself: configured ones are added anew, with the values of today. */
export function isOwn([name, value]: HeaderPair): boolean {
  return name.toLowerCase() !== 'user-agent' && !/^\{header:.*\}$/s.test(value);
}

function has(headers: readonly HeaderPair[], name: string): boolean {
  return headers.some(([present]) => present.toLowerCase() === name.toLowerCase());
}
