import { PET_STATUSES, type PetStatus } from '../contract/pets.ts';
import type { ExactJson } from '../evidence/exact-json.ts';
import type { CredentialRole } from '../evidence/exchange.ts';
import { readListQuery } from '../expectation/request.ts';
import { aReading, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';
import { withoutRawBodies, type Reading } from './reading.ts';
import { randomOf } from './service-traits.fixture.ts';
import { CATEGORIES, type SentPet, type StoredPet, type Version } from './stored-pets.fixture.ts';
import type { WriteDefect, WriteTraits } from './write-traits.fixture.ts';

const LAG_MS = 2_000;

interface Answered {
  readonly status: number;
  readonly value: ExactJson;
}

/** A service that accepts writes, in a simulated world: a clock, other clients, and the log of petvet's requests. */
export class WriteSimulation {
  readonly readings: Reading[] = [];
  readonly #traits: WriteTraits;
  readonly #defect: WriteDefect | undefined;
  readonly #random: () => number;
  readonly #pets: StoredPet[] = [];
  #now = 0;
  #nextWrite: number;
  #nextCleaning: number;
  #names = 0;
  #taken = 0;

  constructor(seed: number, traits: WriteTraits, defect?: WriteDefect) {
    this.#random = randomOf(seed);
    this.#traits = traits;
    this.#defect = defect;
    for (let index = 0; index < traits.pets; index++) this.#neighbourCreates(-86_400_000 + index);
    this.#nextWrite = this.#untilNextWrite();
    this.#nextCleaning = traits.cleaner === 0 ? Infinity : this.#random() * traits.cleaner;
  }

  /** A name for a pet, never used before. */
  freshName(): string {
    return `petvetsim${(++this.#names).toString(36).padStart(3, '0')}`;
  }

  /** Lets time pass, in milliseconds. */
  wait(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (let next = this.#nextEvent(); next <= until; next = this.#nextEvent()) {
      this.#now = next;
      if (next === this.#nextCleaning) {
        this.#clean();
        this.#nextCleaning = next + this.#traits.cleaner;
      } else {
        this.#neighbourWrites();
        this.#nextWrite = next + this.#untilNextWrite();
      }
    }
    this.#now = until;
  }

  /** Sends one GET as the primary caller. */
  get(target: string): void {
    this.wait(1 + this.#random() * this.#traits.pace);
    const startedAt = this.#now;
    this.wait(2);
    const answered = target.startsWith('/pets/') ? this.#getPet(target) : this.#list(target);
    this.wait(2);
    this.#record({ target, at: FIRST_INSTANT + startedAt, status: answered.status }, answered.value);
  }

  /** Sends one creation. */
  post(pet: SentPet, credential: CredentialRole = 'primary'): void {
    this.wait(1 + this.#random() * this.#traits.pace);
    const startedAt = this.#now;
    this.wait(2);
    const answered = this.#create(pet, credential);
    this.wait(2);
    this.#recordPost(pet, credential, startedAt, answered);
  }

  /** Sends several creations at once. */
  postAtOnce(pets: readonly SentPet[]): void {
    this.wait(1 + this.#random() * this.#traits.pace);
    const startedAt = this.#now;
    const before = this.#pets.length;
    const answers = pets.map((pet) => {
      this.wait(1);
      return this.#create(pet, 'primary', this.#defect === 'one-id-at-once' ? before : undefined);
    });
    this.wait(2);
    answers.forEach((answered, index) => {
      const pet = pets[index];
      if (pet) this.#recordPost(pet, 'primary', startedAt + index / 10, answered);
    });
  }

  #recordPost(pet: SentPet, credential: CredentialRole, startedAt: number, { status, value }: Answered): void {
    this.#record({ method: 'POST', sends: pet, credential, at: FIRST_INSTANT + startedAt, status }, value);
  }

  #record(parts: ExchangeParts, value: ExactJson): void {
    const read = aReading({ id: this.readings.length + 1, ...parts });
    const reading = withoutRawBodies(read);
    this.readings.push({ ...reading, body: { kind: 'json', value } });
  }

  #create(pet: SentPet, credential: CredentialRole, idOfMany?: number): Answered {
    const refusal = this.#refusalOf(pet, credential);
    if (refusal !== undefined) {
      if (this.#storesAllTheSame(pet, refusal)) this.#store(pet, this.#freeId());
      const error = { code: `e${refusal}`, message: 'no', status: BigInt(refusal) };
      return { status: refusal, value: error };
    }
    const id = idOfMany === undefined ? this.#idFor() : BigInt(idOfMany) * 3n + 500n;
    const { name, categoryId, status = 'available' } = pet;
    const shown = this.#defect === 'rounds-ids-when-created' ? BigInt(Number(id)) : id;
    this.#taken += 1;
    const isLost = this.#defect === 'loses-all' || (this.#defect === 'loses-some' && this.#taken % 3 === 2);
    this.#store(pet, this.#defect === 'stores-under-next-id' ? id + 1n : id, isLost);
    return { status: 201, value: { id: shown, name, categoryId: categoryId ?? 7n, status } };
  }

  #refusalOf({ categoryId, status }: SentPet, credential: CredentialRole): 400 | 401 | undefined {
    if (credential === 'none' || credential === 'wrong') return 401;
    const isKnown = status === undefined || PET_STATUSES.some((one) => one === status);
    return typeof categoryId === 'bigint' && isKnown ? undefined : 400;
  }

  #storesAllTheSame({ categoryId }: SentPet, refusal: 400 | 401): boolean {
    if (refusal === 401) return this.#defect === 'stores-without-key' || this.#defect === 'stores-with-wrong-key';
    if (this.#defect === 'stores-refused') return true;
    return this.#defect === 'stores-before-validating-status' && typeof categoryId === 'bigint';
  }

  #store({ name, categoryId, status }: SentPet, id: bigint, isLost = false): void {
    const taken = this.#pets.find((one) => one.id === id && one.died > this.#now);
    if (taken) taken.died = this.#now;
    const category = typeof categoryId === 'bigint' ? categoryId : 7n;
    const rounded = this.#defect === 'rounds-stored-category' ? BigInt(`${Number(category)}`) : category;
    this.#pets.push({
      id,
      died: isLost ? this.#now : Infinity,
      versions: [
        {
          at: this.#now,
          name: this.#storedName(name),
          categoryId: this.#defect === 'stores-other-category' ? 3n : rounded,
          status: this.#defect === 'stores-available' ? 'available' : statusOf(status),
        },
      ],
    });
  }

  #storedName(name: string): string {
    if (this.#defect === 'stores-short-names') return name.slice(0, 10);
    return this.#defect === 'stores-latin' ? Buffer.from(name).toString('latin1') : name;
  }

  #idFor(): bigint {
    if (this.#defect === 'one-id-for-all') return 4_711n;
    if (this.#defect === 'id-by-second') return BigInt(Math.floor(this.#now / 1_000)) + 1_000_000n;
    if (this.#defect === 'takes-listed-ids') return this.#pets[this.#taken % 5]?.id ?? 1n;
    return this.#freeId();
  }

  /** Beyond 2^53, where neighbours are one double. */
  #freeId(): bigint {
    const base = 2n ** 53n + 1n;
    const all = this.#pets.filter(({ died }) => this.#traits.ids !== 'reused' || died > this.#now);
    const most = all.reduce((id, one) => (one.id > id ? one.id : id), base);
    switch (this.#traits.ids) {
      case 'sparse':
        return most + 1n + BigInt(Math.floor(this.#random() * 9));
      case 'random':
        return BigInt(Math.floor(this.#random() * 2 ** 31)) * BigInt(Math.floor(this.#random() * 2 ** 31)) * 2n + 1n;
      default:
        return most + 1n;
    }
  }

  #list(target: string): Answered {
    const { page } = readListQuery(target);
    const asked = page.limit ?? page.atMost;
    const { paging, order } = this.#traits;
    const limit =
      paging === 'clamp-50' ? Math.min(asked, 50) : paging === 'short-silent' ? Math.ceil(asked * 0.8) : asked;
    const frozen = this.#defect === 'lists-are-frozen';
    const seen = this.#view(target).filter(({ version }) => !frozen || !version.name.startsWith('petvet'));
    const places = new Map(seen.map((one) => [one, this.#random()]));
    if (order === 'newest') seen.reverse();
    if (order === 'random') seen.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
    const items = seen.map(({ id, version }) => this.#inList(id, version));
    const kept = items.filter(({ status }) => page.status === undefined || status === page.status);
    return { status: 200, value: kept.slice(0, limit) };
  }

  #inList(id: bigint, { name, categoryId, status }: Version) {
    return {
      id: this.#defect === 'rounds-ids-in-lists' ? BigInt(Number(id)) : id,
      name,
      categoryId: this.#defect === 'rounds-category-in-lists' ? BigInt(Number(categoryId)) : categoryId,
      status: this.#defect === 'lists-say-available' ? 'available' : status,
    };
  }

  #getPet(target: string): Answered {
    const id = BigInt(target.slice('/pets/'.length));
    const one = this.#view(target).find((seen) => seen.id === id);
    if (one === undefined) return { status: 404, value: { code: 'not_found', message: 'no such pet', status: 404n } };
    const { name, categoryId, status } = one.version;
    return { status: 200, value: { id, name, categoryId, status } };
  }

  /** The world as one request sees it, by increasing id. */
  #view(target: string): { readonly id: bigint; readonly version: Version }[] {
    const behind = this.#now - this.#lagOf(target);
    const then = this.#traits.late === 'writes' ? behind : this.#now;
    const seen = this.#pets.flatMap(({ id, died, versions }) => {
      const [first] = versions;
      if (first === undefined || first.at > behind || died <= then) return [];
      return [{ id, version: versions.findLast(({ at }) => at <= then) ?? first }];
    });
    return seen.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  #lagOf(target: string): number {
    switch (this.#traits.lag) {
      case 'replica':
        return this.#random() * LAG_MS;
      case 'lists':
        return target.startsWith('/pets/') ? 0 : LAG_MS;
      case 'index':
        return target.includes('status=') ? LAG_MS : 0;
      case 'all':
        return LAG_MS;
      default:
        return 0;
    }
  }

  #neighbourWrites(): void {
    const living = this.#pets.filter(({ died }) => died > this.#now);
    const one = living[Math.floor(this.#random() * living.length)];
    const what = this.#random();
    if (what < 0.25 || one === undefined) this.#neighbourCreates(this.#now);
    else if (what < 0.45) this.#neighbourCreates(this.#now).died = this.#now + 500 + this.#random() * 4_000;
    else if (what < 0.6) one.died = Math.min(one.died, this.#now);
    else this.#neighbourEdits(one, what);
  }

  #neighbourEdits(one: StoredPet, what: number): void {
    const last = one.versions.at(-1);
    if (last === undefined) return;
    const { rounds } = this.#traits;
    const categoryId = what < 0.7 ? CATEGORIES[0] : rounds ? BigInt(Number(last.categoryId)) : last.categoryId;
    const name = what > 0.95 ? this.#someName() : last.name;
    one.versions.push({ at: this.#now, name, categoryId, status: what < 0.7 ? last.status : this.#drawStatus() });
  }

  #neighbourCreates(at: number): StoredPet {
    const category = CATEGORIES[this.#random() < 0.8 ? 0 : 1];
    const first = { at, name: this.#someName(), categoryId: category, status: this.#drawStatus() };
    const pet: StoredPet = { id: this.#freeId(), died: Infinity, versions: [first] };
    this.#pets.push(pet);
    return pet;
  }

  #clean(): void {
    for (const pet of this.#pets) {
      if (pet.died > this.#now && pet.versions[0]?.name.startsWith('petvet') === true) pet.died = this.#now;
    }
  }

  #someName(): string {
    return `a${Math.floor(this.#random() * 1e9)}`;
  }

  #drawStatus(): PetStatus {
    return PET_STATUSES[Math.floor(this.#random() ** 2 * 3)] ?? 'sold';
  }

  #nextEvent(): number {
    return Math.min(this.#nextWrite, this.#nextCleaning);
  }

  #untilNextWrite(): number {
    const { neighbour } = this.#traits;
    return neighbour === 0 ? Infinity : (-Math.log(1 - this.#random()) * 1_000) / neighbour;
  }
}

function statusOf(status: string | undefined): PetStatus {
  return PET_STATUSES.find((one) => one === status) ?? 'available';
}
