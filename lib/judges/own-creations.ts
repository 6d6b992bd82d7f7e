import type { PetStatus } from '../contract/pets.ts';
import type { NewPetReading } from '../expectation/new-pet.ts';
import { momentOf, type Moment } from './alternation.ts';
import type { CallerLog, SeenAnimal } from './caller-log.ts';
import { isOwnName, areOtherNames } from './pet-names.ts';
import type { Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';

/** A createPet that was answered. */
export interface Write extends Moment {
  /** The status of the answer. */
  readonly answered: number;
  /** What was sent; fields are undefined where the body does not say them, or was not recorded. */
  readonly name: string | undefined;
  readonly categoryId: bigint | undefined;
  readonly status: PetStatus | undefined;
  /** The id that the request contains, which the service must not use. */
  readonly sentId: bigint | undefined;
  /** The request asks that a repetition be answered as the first was. */
  readonly replayable: boolean;
}

/** A creation that was answered 201 with an animal. */
export interface OwnCreation extends Write {
  readonly animal: SeenAnimal;
}

/** Every createPet of the log, whoever sent it and whatever it got. */
export function readWrites(readings: Sequence<Reading>): Write[] {
  return readings.flatMap(({ exchange, expectation: { operation, newPet } }) => {
    if (operation !== 'createPet') return [];
    return [
      {
        ...momentOf(exchange),
        answered: exchange.answer.status,
        ...fieldsOf(newPet ?? { kind: 'unknown' }),
        replayable: exchange.request.headers.some(([name]) => /idempotency/i.test(name)),
      },
    ];
  });
}

/** One caller's creations, with what was sent in each. */
export function ownCreations({ created }: CallerLog, writes: readonly Write[]): OwnCreation[] {
  const byNumber = new Map(writes.map((write) => [write.number, write]));
  return created.flatMap(({ number, animal }) => {
    const write = byNumber.get(number);
    return write === undefined ? [] : [{ ...write, animal }];
  });
}

/** The names made up by petvet that only one request of the log sent: an animal with such a name is from that request. */
export function uniqueNames(writes: readonly Write[]): Set<string> {
  const sent = [...Map.groupBy(writes, ({ name }) => name)];
  return new Set(sent.flatMap(([name, all]) => (isOwnName(name) && all.length === 1 ? [name] : [])));
}

/**
 * Whether two creations were not the same one sent twice: they have different names, or one name with different categories or
 * statuses.
 */
export function areOtherCreations(a: Sent, b: Sent): boolean {
  if (areOtherNames(a.name, b.name)) return true;
  const isNamed = a.name !== undefined && a.name === b.name;
  return isNamed && (areOthers(a.categoryId, b.categoryId) || areOthers(a.status, b.status));
}

/** The members that distinguish two creations, or two pets. */
export type Sent = Pick<Write, 'name' | 'categoryId' | 'status'>;

function areOthers<T>(a: T | undefined, b: T | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

function fieldsOf(newPet: NewPetReading): Pick<Write, 'name' | 'categoryId' | 'status' | 'sentId'> {
  if (newPet.kind === 'valid') {
    const { name, categoryId, status, sentId } = newPet;
    return { name, categoryId, status, sentId };
  }
  const sentId = undefined;
  if (newPet.kind === 'unknown') return { name: undefined, categoryId: undefined, status: undefined, sentId };
  const { sentName: name, sentStatus: status, sentCategoryId } = newPet;
  const isRefusable = newPet.kind === 'missing' || newPet.kind === 'wrong-type';
  return { name, categoryId: isRefusable ? sentCategoryId : undefined, status, sentId };
}
