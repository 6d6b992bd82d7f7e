import type { Exchange } from '../evidence/exchange.ts';
import { usualCategory } from '../probe/usual-category.ts';
import type { Situation } from './situation.ts';
import { areAlike, isOfList, itemsOf, petsOf, sayKind, type ShownPet } from './shown-pets.ts';
import type { StoreToday } from './stand-ins.ts';
import { PAGE } from '../contract/pets.ts';

/** What the service holds today, as far as the responses of this replay have shown it. */
export class Today implements StoreToday {
  readonly pets = new Map<bigint, ShownPet>();
  readonly categories = new Set<bigint>();
  #longest = 0;

  /** Takes in what one response shows. */
  see(exchange: Exchange): void {
    if (exchange.request.credential !== 'primary') return;
    this.#longest = Math.max(this.#longest, itemsOf(exchange)?.length ?? 0);
    for (const pet of petsOf(exchange)) {
      if (pet.id !== undefined) this.pets.set(pet.id, { ...this.pets.get(pet.id), ...pet });
      if (pet.categoryId !== undefined && isOfList(exchange)) this.categories.add(pet.categoryId);
    }
  }

  /** The pets that a situation needs and the store lacks, as what a creation is to say of them. */
  missing({ needs, atFault, steps }: Situation): readonly ShownPet[] {
    const isCreated = steps.some(({ request }) => request.method === 'POST');
    const kinds = this.#hasOneOf(atFault) || isCreated ? [] : atFault.slice(0, 1);
    const numbers = needs.flatMap(({ status, atLeast }) =>
      Array.from({ length: Math.max(0, atLeast - this.#countOf(status)) }, () =>
        status === undefined ? {} : { status },
      ),
    );
    return [...kinds, ...numbers];
  }

  /** The category of what is created to make up for what is missing. */
  get category(): bigint | undefined {
    return usualCategory(this.categories);
  }

  /** What a situation needs that the store does not hold, in one clause; undefined where it holds all of it. */
  lacks({ needs, atFault, isBeyondAPage }: Situation): string | undefined {
    if (!this.#hasOneOf(atFault)) {
      const [one = {}] = atFault;
      return `no pet like the one that showed it is there (${sayKind(one)})`;
    }
    for (const { status, atLeast } of needs) {
      const count = this.#countOf(status);
      const of = status === undefined ? 'pets' : `pets with status ${status}`;
      if (count < atLeast) return `it takes ${atLeast} ${of}, and the service shows ${count}`;
    }
    const isBeyond = this.#longest >= PAGE.maximum;
    if (isBeyondAPage === undefined || isBeyondAPage === isBeyond) return undefined;
    return isBeyond
      ? `all pets were on one page then, and the service now has more than ${PAGE.maximum}`
      : `the service had more than ${PAGE.maximum} pets then, and shows ${this.#longest} now`;
  }

  #hasOneOf(kinds: readonly ShownPet[]): boolean {
    return kinds.length === 0 || [...this.pets.values()].some((pet) => kinds.some((kind) => areAlike(kind, pet)));
  }

  #countOf(status: string | undefined): number {
    if (status === undefined) return this.pets.size;
    return [...this.pets.values()].filter((pet) => pet.status === status).length;
  }
}

/**
 * Whether a response of today shows a pet of the kind that violated the rule, where one belongs on it; any page will do where none is at fault.
 *
 * @param answers - the exchanges of today in the place of the one that showed the violation
 */
export function showsOneAtFault({ atFault, shown }: Situation, answers: readonly Exchange[]): boolean {
  const status = /[?&]status=([a-z]+)/.exec(shown[0]?.request.target ?? '')?.[1];
  const listed = atFault.filter((pet) => status === undefined || pet.status === undefined || pet.status === status);
  if (listed.length === 0) return true;
  return answers.flatMap((answer) => petsOf(answer)).some((pet) => listed.some((kind) => areAlike(kind, pet)));
}
