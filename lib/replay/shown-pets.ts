import { NARROW } from '../contract/pets.ts';
import { plainBytes } from '../evidence/decoded.ts';
import {
  isExactArray,
  isExactObject,
  parseExactJson,
  type ExactJson,
  type ExactObject,
} from '../evidence/exact-json.ts';
import type { Answer, Exchange, SentRequest } from '../evidence/exchange.ts';

/** A pet as a response shows it: what cannot be read of it is absent. */
export interface ShownPet {
  readonly id?: bigint;
  readonly name?: string;
  readonly categoryId?: bigint;
  readonly status?: string;
}

/** Whether an exchange asked for a list, whoever sent it. */
export function isOfList({ request: { method, target } }: Exchange): boolean {
  return method === 'GET' && /^\/pets(\?|$)/.test(target);
}

/** The id of the pet that a request asks for; undefined of any other request. */
export function askedId({ method, target }: SentRequest): bigint | undefined {
  const id = method === 'GET' ? /^\/pets\/(-?\d{1,19})$/.exec(target)?.[1] : undefined;
  return id === undefined ? undefined : BigInt(id);
}

/** The items of a list that was answered with 200; undefined for any other exchange. */
export function itemsOf(exchange: Exchange): readonly ExactJson[] | undefined {
  const value = isOfList(exchange) ? shownBy(exchange.answer) : undefined;
  return isExactArray(value) ? value : undefined;
}

/** The pets that a response shows: those of a list, the one that was created, or the one that was asked for. */
export function petsOf(exchange: Exchange): readonly ShownPet[] {
  const { request, answer } = exchange;
  const items = itemsOf(exchange);
  if (items !== undefined) return items.flatMap((item) => (isExactObject(item) ? [readPet(item)] : []));
  const isOfOne = request.method === 'POST' || request.target.startsWith('/pets/');
  const value = isOfOne ? shownBy(answer) : undefined;
  return isExactObject(value) ? [readPet(value)] : [];
}

function shownBy(answer: Answer | undefined): ExactJson | undefined {
  if (answer === undefined || answer.status < 200 || answer.status > 299 || answer.body.kind !== 'bytes')
    return undefined;
  const reading = parseExactJson(new TextDecoder().decode(plainBytes(answer)));
  return reading.ok ? reading.value : undefined;
}

/** Reads an item, or a body, as a pet: a number in a string counts as that number. */
export function readPet(item: ExactObject): ShownPet {
  const [id, categoryId] = [integerOf(item['id']), integerOf(item['categoryId'])];
  const { name, status } = item;
  return {
    ...(id !== undefined && { id }),
    ...(typeof name === 'string' && { name }),
    ...(categoryId !== undefined && { categoryId }),
    ...(typeof status === 'string' && { status }),
  };
}

function integerOf(value: ExactJson | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'string' && /^-?\d{1,40}$/.test(value) ? BigInt(value) : undefined;
}

/**
 * Whether two pets are of one kind: of one status, with numbers of one size and sign, with names of one alphabet. What is not known of
 * one of them makes no difference.
 */
export function areAlike(one: ShownPet, other: ShownPet): boolean {
  const same = (of: (pet: ShownPet) => string | undefined) => {
    const [a, b] = [of(one), of(other)];
    return a === undefined || b === undefined || a === b;
  };
  return (
    same(({ status }) => status) &&
    same(({ id }) => sizeOf(id)) &&
    same(({ categoryId }) => sizeOf(categoryId)) &&
    same(({ name }) => (name === undefined ? undefined : alphabetOf(name)))
  );
}

function sizeOf(value: bigint | undefined): string | undefined {
  if (value === undefined) return undefined;
  const absolute = value < 0n ? -value : value;
  const size = absolute <= NARROW.of32Bits ? 'small' : absolute <= NARROW.ofDouble ? 'large' : 'beyond a double';
  return `${value === 0n ? 'zero' : value < 0n ? 'negative' : 'positive'}, ${size}`;
}

function alphabetOf(name: string): string {
  return name === '' ? 'empty' : /^[ -~]*$/.test(name) ? 'plain' : 'other';
}

/** The kind of a pet, in a few words. */
export function sayKind({ status, id, categoryId }: ShownPet): string {
  const parts = [
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(id !== undefined && sizeOf(id) !== 'positive, small' ? [`an id like ${id}`] : []),
    ...(categoryId !== undefined && sizeOf(categoryId) !== 'positive, small'
      ? [`a categoryId like ${categoryId}`]
      : []),
  ];
  return parts.length === 0 ? 'any' : parts.join(', ');
}
