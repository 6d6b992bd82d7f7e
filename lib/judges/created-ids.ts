import { LOOKS_APART_MS, momentOf, SETTLING_MS, type Moment } from './alternation.ts';
import { otherBeside } from './shared-ids.ts';
import { blameOn } from './blame.ts';
import { readPet, type CallerLog, type SeenPet } from './caller-log.ts';
import { disturbanceAround } from './disturbance.ts';
import { losesDigits, mayBeRounded } from './double-rounding.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import { areOtherCreations, ownCreations, type OwnCreation, type Sent, type Write } from './own-pets.ts';
import { areOtherNames } from './pet-names.ts';
import { listedItems, type Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';
import { sightsOf } from './sights.ts';
import { judgeTakenOver } from './taken-over-ids.ts';
import { strongest, uncertain } from './weighing.ts';

/**
 * CREATE-4: every created pet has an id of its own. The same id for two creations that differ in what was sent, not in how a
 * service writes it, is a violation, unless the first pet may have been deleted before the second was created: its id may then be given again.
 * CREATE-3: no creation takes over an id of its request that a pet has. A service that reuses the ids of deleted pets may have
 * chosen that one by itself.
 * Source: section 2, Pet.
 */
export const createdIdJudge: RelationJudge = {
  name: 'created-id',
  neededFor: 'ids-race',
  rules: ['CREATE-3', 'CREATE-4'],
  judge(view) {
    const { writes } = view;
    const logs = view.callers.map((log) => ({ log, own: ownCreations(log, writes) }));
    const taken = logs.flatMap(({ own, log }) => judgeTakenOver(own, log));
    const isTakingOver = taken.some(({ verdict }) => verdict === 'fail');
    const ids = strongest(
      logs.flatMap(({ own, log }) => {
        const telling = own.filter(({ name, replayable }) => name !== undefined && !replayable);
        return judgeIds(telling, { log, writes, isTakingOver }, () => shownTwice(view.readings));
      }),
    );
    return [...taken, ...ids];
  },
};

/**
 * Within this time after a pet was created, in milliseconds, another client will hardly have found and deleted it. As a service may
 * create a pet anywhere between request and answer, it counts from the one request to the other answer.
 */
const SOON_MS = 250;

/** This many reused listed ids are not a coincidence, where they are not the largest, which some stores reuse. */
const LEAST_TAKEN = 2;

/** This many deletions, each just in time for the next creation, are not a coincidence; one may be. */
const LEAST_REPEATED = 2;

const BASE = { rule: 'CREATE-4', operation: 'createPet' } as const;

/** A creation whose id another pet had. */
interface Collision {
  readonly creation: OwnCreation;
  readonly former: Moment & Sent;
  readonly wasCreated: boolean;
}

/** What else is known where ids are compared. */
interface Surroundings {
  readonly log: CallerLog;
  /** Those of all callers. */
  readonly writes: readonly Write[];
  /** The service was seen to use ids of requests. */
  readonly isTakingOver: boolean;
}

function judgeIds(
  own: readonly OwnCreation[],
  { log, writes, isTakingOver }: Surroundings,
  readTwice: () => readonly Twice[],
): Finding[] {
  const isAskedFor = ({ creation: { sentId, pet } }: Collision) => isTakingOver && sentId === pet.id;
  const known = [...createdTwice(own), ...alreadyListed(own, log)];
  const all = known.length > 0 ? known : listedBeside(own, writes, readTwice);
  const collisions = all.filter((collision) => !isAskedFor(collision));
  const takenOver = all.find(isAskedFor);
  if (takenOver !== undefined && collisions.length === 0) {
    const { creation, former } = takenOver;
    return [blameOn({ ...BASE, shownBy: [former.number, creation.number].toSorted((a, b) => a - b) }, 'CREATE-3')];
  }
  if (collisions.length > 0) {
    const twice = readTwice();
    const proven = collisions.filter((collision) => isProven(collision, log, writes) || areBothShown(collision, twice));
    const repeated = apart(collisions.filter((collision) => isImmediate(collision, log)));
    const taken = collisions.filter((collision) => isTakenOver(collision, log));
    const isTaking = new Set(taken.map(({ creation }) => creation.pet.id)).size >= LEAST_TAKEN;
    const violations = new Set([
      ...proven,
      ...(repeated.length >= LEAST_REPEATED ? repeated : []),
      ...(isTaking ? taken : []),
    ]);
    return violations.size > 0
      ? [...violations].map((collision) => uncertain(violation(collision), log))
      : collisions.map(openQuestion);
  }
  const ids = new Set(own.map(({ pet }) => pet.id));
  const [first] = own;
  const other = own.find(({ name }) => areOtherNames(name, first?.name));
  if (first === undefined) return [];
  if (other === undefined || ids.size < 2) {
    const says = 'no two pets with different names were created, so no ids could be compared';
    return [makeFinding({ ...BASE, shownBy: [first.number] }, 'inconclusive', says, { unverified: true })];
  }
  const atOnce = own.find((one) =>
    own.some((another) => overlap(one, another) && areOtherNames(one.name, another.name)),
  );
  const says = `each created pet has its own id${atOnce ? ', even when several are created at the same time' : ''}`;
  return [makeFinding({ ...BASE, shownBy: own.map(({ number }) => number) }, 'pass', says)];
}

/** Two creations of different pets were answered with the same id. */
function createdTwice(own: readonly OwnCreation[]): Collision[] {
  return [...Map.groupBy(own, ({ pet }) => pet.id).values()].flatMap((sharing) =>
    sharing.flatMap((creation, index) => {
      const former = sharing.slice(0, index).findLast((one) => areOtherCreations(one, creation));
      return former ? [{ creation, former, wasCreated: true }] : [];
    }),
  );
}

/** The id of a creation belonged to a pet with another name, as a list or getPet had shown. */
function alreadyListed(own: readonly OwnCreation[], log: CallerLog): Collision[] {
  return own.flatMap((creation) => {
    const sight = sightsOf(creation.pet.id, log, 'createPet').findLast(
      ({ to, pet: { name } }) =>
        to <= creation.from && areOtherNames(name, creation.name) && areOtherNames(name, creation.pet.name),
    );
    const isOwn = own.some(({ pet, name }) => pet.id === creation.pet.id && !areOtherNames(name, sight?.pet.name));
    return sight === undefined || isOwn ? [] : [{ creation, former: { ...sight, ...sight.pet }, wasCreated: false }];
  });
}

/**
 * A page shows a created pet beside another one under the same id, which no response had shown before. Where it has other ids twice as well,
 * the list repeats them, whatever the creations were given.
 */
function listedBeside(
  own: readonly OwnCreation[],
  writes: readonly Write[],
  readTwice: () => readonly Twice[],
): Collision[] {
  if (own.length === 0) return [];
  const names = new Set(writes.flatMap(({ name }) => name ?? []));
  const pages = [...Map.groupBy(readTwice(), ({ number }) => number).values()];
  return pages.flatMap((page) => {
    const beside = page.map(({ number, from, to, id, pets }) => {
      const creation = own.find((one) => one.pet.id === id && one.to <= from);
      if (creation === undefined || mayBeRounded(id)) return undefined;
      const other = otherBeside(pets, { name: creation.pet.name, names });
      return other && { creation, former: { ...other, number, from, to }, wasCreated: false };
    });
    const collisions = beside.flatMap((collision) => collision ?? []);
    return collisions.length === page.length ? collisions : [];
  });
}

/** No deletion explains it: both were created at once, or the former pet is still shown, and not another of its name. */
function isProven({ creation, former, wasCreated }: Collision, log: CallerLog, writes: readonly Write[]): boolean {
  if (wasCreated && overlap(creation, former) && isSoon(creation, former)) return true;
  const { id } = creation.pet;
  if (!wasCreated && mayBeRoundedIn(log, id)) return false;
  const namesakes = writes.filter((write) => write.number !== creation.number && mayCreateAgain(write, former));
  return sightsOf(id, log, 'createPet').some(
    ({ pet: { name }, from, to }) =>
      from >= creation.to + SETTLING_MS &&
      name === former.name &&
      areOtherNames(name, creation.pet.name) &&
      !namesakes.some((namesake) => namesake.to > creation.from && namesake.from < to),
  );
}

/** Another request than the one that created a pet asks for one of its name. */
function mayCreateAgain({ number, name, answered }: Write, former: Moment & Sent): boolean {
  if (number === former.number) return false;
  return name === undefined ? answered < 400 : !areOtherNames(name, former.name);
}

/** A page that shows one id several times, and the pets with it. */
interface Twice extends Moment {
  readonly id: bigint;
  readonly pets: readonly SeenPet[];
}

function shownTwice(readings: Sequence<Reading>): Twice[] {
  return readings.flatMap((reading) => {
    const listed = (listedItems(reading) ?? []).flatMap((item) => readPet(item) ?? []);
    return [...Map.groupBy(listed, ({ id }) => id)].flatMap(([id, pets]) =>
      pets.length > 1 ? [{ ...momentOf(reading.exchange), id, pets }] : [],
    );
  });
}

/** Both pets are on one page: neither was deleted to make room for the other. */
function areBothShown({ creation, former }: Collision, twice: readonly Twice[]): boolean {
  return twice.some(
    ({ number, id, pets }) =>
      number > creation.number &&
      id === creation.pet.id &&
      pets.some((pet) => isOneOf(pet, former, creation)) &&
      pets.some((pet) => isOneOf(pet, creation, former)),
  );
}

/** Whether a listed pet is one of two: by its name, and where both have that, by what else they differ in. */
function isOneOf(pet: Sent, one: Sent, other: Sent): boolean {
  return pet.name === one.name && (one.name !== other.name || !areOtherCreations(pet, one));
}

function isSoon(creation: Moment, former: Moment): boolean {
  return Math.max(creation.to, former.to) - Math.min(creation.from, former.from) <= SOON_MS;
}

/** Collisions that no single deletion explains: their times do not overlap. */
function apart(collisions: readonly Collision[]): Collision[] {
  const found: Collision[] = [];
  for (const collision of collisions.toSorted((a, b) => a.creation.to - b.creation.to)) {
    if ((found.at(-1)?.creation.from ?? -Infinity) <= collision.former.from) found.push(collision);
  }
  return found;
}

/** The id of a creation was given again almost at once, and nothing shows other clients at work. */
function isImmediate({ creation, former, wasCreated }: Collision, log: CallerLog): boolean {
  if (!wasCreated || !isSoon(creation, former)) return false;
  return disturbanceAround([former, creation], log, new Set([creation.pet.id])) !== 'others write';
}

/** A listed id was given again though larger ones are still in use, and the store is at rest except for such pets. */
function isTakenOver({ creation, former, wasCreated }: Collision, log: CallerLog): boolean {
  const { id } = creation.pet;
  if (wasCreated || mayBeRoundedIn(log, id) || creation.from - former.to > LOOKS_APART_MS) return false;
  const isInside = log.pages.some(
    ({ from, pets }) => from >= creation.to && [...pets.keys()].some((other) => other > id && !log.written.has(other)),
  );
  const since = { ...former, from: former.to };
  return isInside && disturbanceAround([since, creation], log, log.written) === 'at rest';
}

/** Lists that never show an id beyond a double's precision may have rounded this one: then it is another pet's. */
function mayBeRoundedIn({ pages }: CallerLog, id: bigint): boolean {
  return mayBeRounded(id) && !pages.some(({ pets }) => [...pets.keys()].some(losesDigits));
}

function overlap(a: Moment, b: Moment): boolean {
  return a !== b && a.from < b.to && b.from < a.to;
}

function violation({ creation, former, wasCreated }: Collision): Finding {
  const { number, pet } = creation;
  const differ = areOtherNames(former.name, creation.name)
    ? 'with different names'
    : 'with the same name, but another category or status,';
  const says = wasCreated
    ? `two creations ${differ}${overlap(creation, former) ? ' sent at the same time,' : ''} returned the same id`
    : 'a created pet was given the id of another one';
  return makeFinding({ ...BASE, shownBy: [former.number, number].toSorted((a, b) => a - b) }, 'fail', says, {
    fault: wasCreated ? 'one id for two creations' : 'the id of another pet',
    place: 'id',
    expected: 'an id that no other pet has',
    actual: `id ${pet.id} for ${quoted(former.name)} and for ${quoted(creation.name)}`,
  });
}

function openQuestion({ creation, former }: Collision): Finding {
  const shownBy = [former.number, creation.number].toSorted((a, b) => a - b);
  const says = 'a created pet has the id that another one had before, which may have been deleted meanwhile';
  return makeFinding({ ...BASE, shownBy }, 'inconclusive', says, { fault: 'an id given again', place: 'id' });
}

function quoted(name: string | undefined): string {
  return JSON.stringify((name ?? '').slice(0, 60));
}
