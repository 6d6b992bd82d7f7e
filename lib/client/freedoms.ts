import { randomFrom } from '../reference/random.ts';

/** Something that the specification leaves open, and one way in which a conforming service may use that. */
export interface Freedom {
  /** As users see it. */
  readonly name: string;
  /** What the service does, in one clause. */
  readonly says: string;
  /** Where the specification leaves it open, and what it does say. */
  readonly clause: string;
  /** The variants of the reference server that do it. */
  readonly variants: readonly string[];
  /** The variants of a server that does not use this freedom, where the reference server always does. */
  readonly otherwise?: readonly string[];
  /** The names of freedoms that hide this one, or that this one hides. Said by one of the two. */
  readonly contradicts?: readonly string[];
  /** Nothing but a 429 shows it. */
  readonly isOfRefusals?: true;
}

/**
 * The freedoms, in the order in which they change a response: first the pets, then the values in a body, then how JSON is
 * spelled, then what takes the place of a body, then headers and the connection.
 */
export const FREEDOMS: readonly Freedom[] = [
  {
    name: 'large-ids',
    says: 'ids are beyond 2^53',
    clause: 'section 2, Pet: `id` is an int64; how ids are chosen is not said',
    variants: ['legacy-ids-large'],
    otherwise: ['legacy-ids-in-a-row'],
  },
  {
    name: 'negative-ids',
    says: 'ids are negative',
    clause: 'section 2, Pet: `id` is an int64; a minimum is not said',
    variants: ['negative-ids'],
  },
  {
    name: 'odd-categories',
    says: 'categories are 0, negative, and the ends of int64',
    clause: 'section 2, NewPet: `categoryId` is an int64; which categories exist is not said',
    variants: ['legacy-categories-at-ends'],
    otherwise: ['legacy-categories-small'],
  },
  {
    name: 'absent-status',
    says: 'every fifth pet has no status',
    clause: 'section 2, NewPet: `status` is not required, and a Pet has the fields of NewPet',
    variants: ['some-without-status'],
  },
  {
    name: 'created-pending',
    says: 'a pet that is added without a status is pending',
    clause: 'section 4.2: the default value of `status` is not said',
    variants: ['created-pending'],
  },
  {
    name: 'unordered-lists',
    says: 'pets are listed in no order, always the same',
    clause: 'section 4.1: the order of the list is not said',
    variants: ['in-no-order'],
  },
  {
    name: 'linked-pages',
    says: 'a Link header leads to the next page',
    clause: 'section 4.1: how a response signals further pages is not said',
    variants: ['next-page-link'],
    contradicts: ['integers-with-point'],
  },
  {
    name: 'more-pet-fields',
    says: 'pets have more fields',
    clause: 'section 2, Pet: further fields are neither named nor forbidden',
    variants: ['more-pet-fields'],
  },
  {
    name: 'integers-with-point',
    says: 'the integers of pets are written as 7.0',
    clause: 'section 1: bodies are JSON, in which 7.0 and 7 are the same number (RFC 8259, section 6)',
    variants: ['integers-with-point'],
  },
  {
    name: 'other-codes',
    says: 'the code of an error is a number in digits, and the message is short',
    clause: 'section 7: the values of `code` are not said',
    variants: ['codes-in-digits'],
  },
  {
    name: 'more-error-fields',
    says: 'errors have more fields',
    clause: 'section 2, Error: further fields are neither named nor forbidden',
    variants: ['more-error-fields'],
  },
  {
    name: 'reversed-members',
    says: 'the members of an object come in another order',
    clause: 'section 1: bodies are JSON, whose members have no order (RFC 8259, section 4)',
    variants: ['members-reversed'],
  },
  {
    name: 'indented-json',
    says: 'JSON is indented and ends with a line feed',
    clause: 'section 1: bodies are JSON, in which blanks have no meaning (RFC 8259, section 2)',
    variants: ['json-indented'],
  },
  {
    name: 'escaped-json',
    says: 'some letters of texts are written as escapes',
    clause: 'section 1: bodies are JSON, in which any character may be an escape (RFC 8259, section 7)',
    variants: ['json-escapes'],
  },
  {
    name: 'media-type-with-charset',
    says: 'the media type is `application/json; charset=utf-8`',
    clause: 'section 1: bodies are JSON; parameters of the media type are not said',
    variants: ['json-with-charset'],
  },
  {
    name: 'empty-429',
    says: 'a 429 has no body',
    clause: 'section 7: the body of a 429 is not said',
    variants: ['bare-429-body'],
    contradicts: ['html-429'],
    isOfRefusals: true,
  },
  {
    name: 'html-429',
    says: 'a 429 is an HTML page',
    clause: 'section 7: the body of a 429 is not said',
    variants: ['html-429'],
    isOfRefusals: true,
  },
  {
    name: 'retry-after-date',
    says: 'Retry-After is a date',
    clause: 'section 7: the form of `Retry-After` is not said; HTTP has a date too (RFC 9110, section 10.2.3)',
    variants: ['retry-after-date'],
    isOfRefusals: true,
  },
  {
    name: 'limit-of-the-day',
    says: 'rate limit headers are about the day, those of a 429 about the minute',
    clause: 'section 8: which window is the current one is not said',
    variants: ['headers-of-the-day-but-429'],
  },
  {
    name: 'gzip',
    says: 'bodies are compressed if the request accepts gzip',
    clause: 'not said; HTTP negotiates content codings (RFC 9110, section 12.5.3)',
    variants: ['gzip-when-asked'],
  },
  {
    name: 'more-headers',
    says: 'responses have headers that are not documented',
    clause: 'section 8: further headers are neither named nor forbidden (RFC 9110, section 5.1)',
    variants: ['more-headers'],
  },
  {
    name: 'slow-responses',
    says: 'every response takes 200 ms',
    clause: 'not said; the specification has no response times',
    variants: ['late-by-200'],
  },
  {
    name: 'closed-connections',
    says: 'the connection is closed after each response',
    clause: 'not said; HTTP lets a server close it (RFC 9112, section 9.6)',
    variants: ['connection-close'],
  },
  {
    name: 'lower-case-headers',
    says: 'header names are in lower case',
    clause: 'section 8: header names are named, and have no case in HTTP (RFC 9110, section 5.1)',
    variants: ['headers-lower-case'],
  },
  {
    name: 'chunked-bodies',
    says: 'bodies come in chunks, without Content-Length',
    clause: 'not said; HTTP lets a body have chunks (RFC 9112, section 7.1)',
    variants: ['chunked'],
  },
];

/** A mixture has at least this many, so that every seed tests something. */
const LEAST = 3;

/** Draws a mixture: each freedom with a probability of about one half, and no two that contradict each other. The same seed gives the same. */
export function drawFreedoms(seed: number): Freedom[] {
  const random = randomFrom(seed);
  const drawn = new Set<Freedom>();
  const shuffled = random.shuffled(FREEDOMS);
  const taken = shuffled.filter(() => random.whole(2) === 0);
  for (const freedom of [...taken, ...shuffled]) {
    if (!taken.includes(freedom) && drawn.size >= LEAST) break;
    if (![...drawn].some((other) => contradict(freedom, other))) drawn.add(freedom);
  }
  return FREEDOMS.filter((freedom) => drawn.has(freedom));
}

/** Whether one of two freedoms hides the other. */
export function contradict(one: Freedom, other: Freedom): boolean {
  return isOneSided(one, other) || isOneSided(other, one);
}

function isOneSided({ contradicts = [] }: Freedom, { name }: Freedom): boolean {
  return contradicts.includes(name);
}

/** These freedoms and that one, in place of what contradicts it. */
export function withFreedom(freedoms: readonly Freedom[], name: string): Freedom[] {
  const [own] = FREEDOMS.filter((one) => one.name === name);
  return FREEDOMS.filter(
    (one) => one === own || (freedoms.includes(one) && (own === undefined || !contradict(one, own))),
  );
}

/** The variants of the reference server that uses these freedoms and no others, in the order in which they must change it. */
export function variantsOf(freedoms: readonly Freedom[]): string[] {
  const names = new Set(freedoms.map(({ name }) => name));
  return FREEDOMS.flatMap(({ name, variants, otherwise = [] }) => (names.has(name) ? variants : otherwise));
}
