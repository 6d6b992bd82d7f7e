import { PET_STATUSES } from '../contract/pets.ts';
import { AT_ONCE, type Moment } from '../model/seen.ts';
import type { RuleId } from '../rules/index.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { notAnObject } from './bodies.ts';
import { wrongTypes } from './wrong-types.ts';
import { rankPets } from './choose-pets.ts';
import { asPrimary, VALID } from './credentials.ts';
import { type Draw } from './draws.ts';
import { oddReads } from './odd-reads.ts';
import { hostileBodies, hostileReads } from './hostile.ts';
import { shuffled, type ProbeRun } from './for-all.ts';
import { NOBODYS, planRequests } from './planned.ts';
import type { Session } from './session.ts';
import { longName, nameInScripts, nameLikeAValue, nameOnTwoLines, nameWithPunctuation } from './odd-names.ts';

/** Requests for each draw beyond the first. */
const REQUESTS_A_DRAW = 4;

/** Requests that a run without writes sends instead of its creations. */
const INSTEAD_OF_WRITES = 30;

/** What the requests show: whoever asks for less than this wants fewer requests, not more. */
const SHOWN: readonly RuleId[] = ['LIST-2', 'LIST-6', 'GET-1', 'GET-2', 'GET-3', 'CREATE-6', 'CREATE-7'];

/** Requests per creation: creations are few, because pets stay. */
const REQUESTS_A_CREATION = 30;

/**
 * Sends what the run has not combined yet, where it may send more than the smallest complete run, and judges what that shows: one
 * request after the other; then two at once; then wrong values that were not drawn; then, where what is stored does not last, a few
 * creations, each with a request after it.
 */
export async function coverMore(run: ProbeRun): Promise<void> {
  const { chosen } = run.session.spec;
  if (!SHOWN.every((rule) => chosen.includes(rule))) return;
  const { writes, isExpendable } = run.service;
  const wanted = Math.max(0, run.draws - 1) * REQUESTS_A_DRAW + (writes ? 0 : INSTEAD_OF_WRITES);
  const all = Math.min(wanted, run.most);
  const creations = isExpendable && writes ? Math.floor(all / REQUESTS_A_CREATION) : 0;
  const left = await inTurn(run, all - 2 * creations);
  await undrawn(run, await atOnce(run, left));
  await afterCreations(run, creations);
}

/**
 * What chooses the next request that adds to what is covered.
 *
 * @param moments - those at which it is going to be sent; now when absent
 */
export async function nextPlanned(
  run: ProbeRun,
  moments?: readonly Moment[],
): Promise<() => OutgoingRequest | undefined> {
  const { session } = run;
  const known = knownIds(session);
  const reads = oddReads(known[0], run.seed).filter((target) => !session.targets.has(target));
  const odd = [
    ...reads.map((target) => asPrimary('GET', target)),
    ...(await oddBodies(run)),
    ...(await hostileRequests(run)),
  ];
  return planRequests({ ...session.planning(moments), known, odd });
}

/** Bodies that must be refused, where the run may write. */
async function oddBodies({ service }: ProbeRun): Promise<readonly OutgoingRequest[]> {
  if (!service.writes) return [];
  const ingredients = await service.ingredients();
  return [wrongTypes(ingredients), notAnObject(ingredients)]
    .flatMap(allOf)
    .map(({ text }) => asPrimary('POST', '/pets', text));
}

/** Hostile input that changes nothing, and hostile bodies that must be refused: of each what is drawn, which is odd in one way. */
async function hostileRequests({ service }: ProbeRun): Promise<readonly OutgoingRequest[]> {
  const leftOut = service.leftOutInputs();
  const { others: reads = [] } = hostileReads(leftOut);
  const { others: bodies = [] } = service.writes ? hostileBodies(await service.ingredients(), leftOut) : {};
  return [...reads, ...bodies].map(({ request }) => ({ ...request, headers: [...VALID.headers, ...request.headers] }));
}

function allOf<T>({ always, others = [] }: Draw<T>): readonly T[] {
  return [...others, ...always];
}

/** The ids of the known pets, in the order in which getPet tells most. */
export function knownIds(session: Session): readonly bigint[] {
  return rankPets([...session.judged.knowledge.pets.values()], session.judged.created()).map(({ id }) => id);
}

/** From one id that nobody has to the next. */
const APART = 7_919n;

/** @returns how many requests are left */
async function inTurn(run: ProbeRun, most: number): Promise<number> {
  const { session, service } = run;
  const next = await nextPlanned(run);
  let nobodys = NOBODYS;
  let isVain = false;
  for (let left = most; left > 0; left--) {
    const request = next();
    // What adds nothing after a success may add something after an error, where the service returns one.
    if (request === undefined && (isVain || session.planning().moment() !== '')) return left;
    isVain = request === undefined;
    await service.sendAsIs(request ?? asPrimary('GET', `/pets/${(nobodys += APART)}`));
  }
  return 0;
}

/** @returns how many requests are left */
async function atOnce(run: ProbeRun, most: number): Promise<number> {
  const { service } = run;
  const next = await nextPlanned(run, [AT_ONCE]);
  for (let left = most; left > 1; left -= 2) {
    const request = next();
    if (request === undefined) return left;
    // The last of an odd number needs another one to be sent with.
    const other = next() ?? asPrimary('GET', '/pets');
    await Promise.all([service.sendAsIs(request), service.sendAsIs(other)]);
  }
  return 0;
}

/** All probes draw equally many values, so the longest list, that of wrong types, has some left over: sends those. */
async function undrawn({ service, seed, draws }: ProbeRun, most: number): Promise<void> {
  if (!service.writes) return;
  const { others = [] } = wrongTypes(await service.ingredients());
  // The share of another probe may be one less.
  const drawn = Math.max(0, Math.floor(draws) - 1);
  for (const { text } of shuffled(others, seed).slice(drawn, drawn + most)) await service.createPet({ raw: text });
}

/** A text, for an id that nobody was shown. */
const FREE_ID = '6000000000001';

/** What the smallest run sends by turns or not at all, then names of each kind with each status: all of the first kind, then all of the next. */
async function afterCreations(run: ProbeRun, count: number): Promise<void> {
  const { session, service, seed } = run;
  const next = await nextPlanned(run, ['after a creation']);
  const kinds = [nameInScripts, nameWithPunctuation, longName].flatMap((make) =>
    [...PET_STATUSES, undefined].map((status) => (name: string) => ({
      name: make(name),
      ...(status !== undefined && { status }),
    })),
  );
  const first = [
    (name: string) => ({ name: nameOnTwoLines(name) }),
    () => ({ id: FREE_ID }),
    (name: string) => ({ name: nameLikeAValue(name, seed) }),
  ];
  for (const fieldsOf of [...first, ...kinds].slice(0, count)) {
    const plain = await service.newPet();
    await service.createPet({ ...plain, ...fieldsOf(session.freshName()) });
    const request = next();
    if (request !== undefined) await service.sendAsIs(request);
  }
}
