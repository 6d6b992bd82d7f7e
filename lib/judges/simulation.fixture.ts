import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import type { ExactJson } from '../evidence/exact-json.ts';
import { readListQuery } from '../expectation/request.ts';
import { aReading, FIRST_INSTANT } from './judges.fixture.ts';
import { withoutRawBodies, type Reading } from './reading.ts';
import { randomOf, type ServiceTraits, type SimulatedDefect } from './service-traits.fixture.ts';

const LAG_MS = 2_000;

interface SimulatedPet {
  readonly id: bigint;
  readonly name: string;
  readonly born: number;
  died: number;
  readonly statuses: { readonly at: number; readonly status: PetStatus | undefined }[];
}

/** A service in a simulated world: a clock, other clients, and the log of petvet's requests. */
export class Simulation {
  readonly readings: Reading[] = [];
  readonly #traits: ServiceTraits;
  readonly #defect: SimulatedDefect | undefined;
  readonly #random: () => number;
  readonly #pets: SimulatedPet[] = [];
  #now = 0;
  #nextWrite: number;

  constructor(seed: number, traits: ServiceTraits, defect?: SimulatedDefect) {
    this.#random = randomOf(seed);
    this.#traits = traits;
    this.#defect = defect;
    for (let index = 0; index < traits.pets; index++) this.#create(-86_400_000 + index);
    this.#nextWrite = this.#untilNextWrite();
  }

  /** Lets time pass, in milliseconds. */
  wait(milliseconds: number): void {
    const until = this.#now + milliseconds;
    while (this.#nextWrite <= until) {
      this.#now = this.#nextWrite;
      this.#neighbourWrites();
      this.#nextWrite = this.#now + this.#untilNextWrite();
    }
    this.#now = until;
  }

  /** Sends one request as the primary caller. */
  get(target: string): Reading {
    this.wait(1 + this.#random() * this.#traits.pace);
    return this.#record(target, 200, () => (target.startsWith('/pets/') ? this.#getPet(target) : this.#list(target)));
  }

  /** Sends one request without a key. */
  getWithoutKey(target: string): Reading {
    this.wait(1 + this.#random() * this.#traits.pace);
    const apart = this.#defect === 'codes-apart' && target.startsWith('/pets/');
    const error = { code: apart ? 'no_key' : 'unauthorized', message: 'a key is needed', status: 401n };
    return this.#record(target, 401, () => ({ status: 401, value: error }), 'none');
  }

  #record(
    target: string,
    usual: number,
    answer: () => { status: number; value: ExactJson },
    credential: 'primary' | 'none' = 'primary',
  ): Reading {
    const startedAt = this.#now;
    const { status, value } = answer();
    const isLinked = this.#traits.paging === 'short-with-link' && !target.startsWith('/pets/') && status === usual;
    const reading = withoutRawBodies(
      aReading({
        id: this.readings.length + 1,
        at: FIRST_INSTANT + startedAt,
        target,
        credential,
        status,
        ...(isLinked && { headers: [['Link', '</v1/pets?after=7>; rel="next"'] as const] }),
      }),
    );
    this.wait(4);
    const read: Reading = { ...reading, body: { kind: 'json', value } };
    this.readings.push(read);
    return read;
  }

  #list(target: string): { status: number; value: ExactJson } {
    const { paging } = this.#traits;
    const { page } = readListQuery(target);
    const asked = page.limit ?? (this.#defect === 'default-is-10' ? 10 : page.atMost);
    const limit = this.#cut(asked, page.limit !== undefined, page.status !== undefined);
    const seen = this.#ordered(this.#view(target));
    const { status } = page;
    const filter = (all: readonly SeenAt[]) => (status === undefined ? all : this.#filter(all, status));
    const kept = paging === 'filter-after' ? filter(seen.slice(0, limit)) : filter(seen).slice(0, limit);
    return { status: 200, value: kept.map((one) => this.#asJson(one)) };
  }

  #cut(asked: number, explicit: boolean, filtered: boolean): number {
    const { paging } = this.#traits;
    if (this.#defect === 'one-less-than-limit' && explicit && asked > 1) return asked - 1;
    if (paging === 'clamp-50') return Math.min(asked, 50);
    if (paging === 'filtered-clamp-30' && filtered) return Math.min(asked, 30);
    if (paging === 'short-silent') return Math.max(1, Math.floor(asked * 0.8));
    return paging === 'short-with-link' ? Math.max(1, Math.floor(asked * this.#random())) : asked;
  }

  #filter(all: readonly SeenAt[], status: PetStatus): readonly SeenAt[] {
    const matching = all.filter((one) => one.status === status);
    const newest = newestOf(matching);
    switch (this.#defect) {
      case 'filter-hides-newest':
        return matching.filter((one) => one !== newest);
      case 'filter-drops-some':
        return matching.filter(({ pet }) => pet.id % 7n !== 3n);
      case 'filter-empty-for-sold':
        return status === 'sold' ? [] : matching;
      default:
        return matching;
    }
  }

  #getPet(target: string): { status: number; value: ExactJson } {
    const id = BigInt(target.slice('/pets/'.length));
    const seen = this.#view(target);
    const one = seen.find(({ pet }) => pet.id === id);
    const missing = { status: 404, value: { code: 'not_found', message: 'no such pet', status: 404n } };
    if (this.#defect === 'get-any-id' && one === undefined)
      return { status: 200, value: { id, name: 'any', categoryId: 1n } };
    if (one === undefined || this.#defect === 'get-misses-all') return missing;
    if (this.#defect === 'get-misses-newest' && one === newestOf(seen)) return missing;
    if (this.#defect === 'get-other-pet')
      return { status: 200, value: this.#asJson(seen.find((other) => other !== one) ?? one) };
    if (this.#defect === 'get-other-name') return { status: 200, value: { ...this.#asJson(one), name: 'another' } };
    if (this.#defect === 'get-other-status' && one.status) {
      return { status: 200, value: { ...this.#asJson(one), status: one.status === 'sold' ? 'pending' : 'sold' } };
    }
    return { status: 200, value: this.#asJson(one) };
  }

  /** The world as one request sees it. */
  #view(target: string): SeenAt[] {
    const behind = this.#now - this.#lagOf(target);
    const then = this.#traits.late === 'writes' ? behind : this.#now;
    return this.#pets
      .filter(({ born, died }) => born <= behind && died > then)
      .map((pet) => ({
        pet,
        ...(pet.statuses.findLast(({ at }) => at <= then) ?? { at: pet.born, status: undefined }),
      }));
  }

  #lagOf(target: string): number {
    switch (this.#traits.lag) {
      case 'replica':
        return this.#random() * LAG_MS;
      case 'view':
        return (Buffer.from(target).reduce((sum, byte) => sum + byte * 37, 0) % 21) * (LAG_MS / 20);
      case 'index':
        return target.includes('status=') ? LAG_MS : 0;
      case 'lists':
        return target.startsWith('/pets/') ? 0 : LAG_MS;
      default:
        return 0;
    }
  }

  #ordered(seen: SeenAt[]): SeenAt[] {
    const order = this.#defect === 'shuffles' ? 'random' : this.#traits.order;
    switch (order) {
      case 'newest':
        return seen.toReversed();
      case 'edited':
        return seen.toSorted((a, b) => b.at - a.at);
      case 'name':
        return seen.toSorted((a, b) => (a.pet.name < b.pet.name ? -1 : 1));
      case 'random':
        return seen
          .map((one) => ({ one, place: this.#random() }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ one }) => one);
      default:
        return seen;
    }
  }

  #asJson({ pet, status }: SeenAt): { readonly [member: string]: ExactJson } {
    return { id: pet.id, name: pet.name, categoryId: 1n, ...(status && { status }) };
  }

  #neighbourWrites(): void {
    const living = this.#pets.filter(({ died }) => died > this.#now);
    const one = living[Math.floor(this.#random() * living.length)];
    const what = this.#random();
    if (what < 0.25 || one === undefined) this.#create(this.#now);
    // A client that tries out the service: it soon deletes what it creates.
    else if (what < 0.5) this.#create(this.#now).died = this.#now + 500 + this.#random() * 4_000;
    else if (what < 0.65) one.died = Math.min(one.died, this.#now);
    else one.statuses.push({ at: this.#now, status: this.#drawStatus() });
  }

  #create(at: number): SimulatedPet {
    const id = BigInt(this.#pets.length + 1) * 3n + 9_007_199_254_740_993n;
    const pet = {
      id,
      name: `a${Math.floor(this.#random() * 1e9)}`,
      born: at,
      died: Infinity,
      statuses: [{ at, status: this.#drawStatus() }],
    };
    this.#pets.push(pet);
    return pet;
  }

  #drawStatus(): PetStatus | undefined {
    return this.#random() < this.#traits.statusless ? undefined : PET_STATUSES[Math.floor(this.#random() ** 2 * 3)];
  }

  #untilNextWrite(): number {
    const { neighbour } = this.#traits;
    return neighbour === 0 ? Infinity : (-Math.log(1 - this.#random()) * 1_000) / neighbour;
  }
}

interface SeenAt {
  readonly pet: SimulatedPet;
  readonly at: number;
  readonly status: PetStatus | undefined;
}

function newestOf(seen: readonly SeenAt[]): SeenAt | undefined {
  return seen.reduce<SeenAt | undefined>((a, b) => (a !== undefined && a.pet.id > b.pet.id ? a : b), undefined);
}
