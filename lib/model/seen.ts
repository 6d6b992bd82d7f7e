import type { Operation } from '../contract/operations.ts';
import type { PetStatus } from '../contract/pets.ts';
import { isExactObject, type ExactJson } from '../evidence/exact-json.ts';
import type { SentRequest } from '../evidence/exchange.ts';
import { scanBodyText } from '../expectation/body-text.ts';
import { utf8 } from '../expectation/new-pet.ts';
import { readSentJson } from '../expectation/sent-json.ts';
import { readPetId } from '../expectation/pet-id.ts';
import { readParameters, splitTarget, type Parameter } from '../expectation/request.ts';

/** The moment of requests that are on their way together. */
export const AT_ONCE = 'at the same time as another';

/** Moments of a run at which a request may be treated differently: what came just before it, or at the same time. */
export const MOMENTS = [
  'after a creation',
  'after an error',
  'after a 429',
  AT_ONCE,
  'near the limit',
  'first of a new window',
] as const;

/** One of {@link MOMENTS}. */
export type Moment = (typeof MOMENTS)[number];

/** What the run knew of the pet that getPet asks for. */
export interface PetSeen {
  readonly status: PetStatus | undefined;
  /** Whether this run created it. */
  readonly isOwn: boolean;
  readonly place: 'first' | 'between' | 'last';
}

/** What surrounds a request in its run, and its text does not tell. */
export interface Surroundings {
  readonly moments: readonly Moment[];
  /** The known pet that getPet asks for; absent where it is not known. */
  readonly pet?: PetSeen;
  /** The pets that the responses before it have shown, by id. */
  readonly known?: { has(id: bigint): boolean };
  /** The largest id seen so far. */
  readonly largestId?: bigint;
}

/** A request as the input model looks at it. */
export interface Seen extends Surroundings {
  readonly request: SentRequest;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  /** What follows /pets/ in the path, as it was sent. */
  readonly segment?: string;
  /** The same where it is an int64, plainly written. */
  readonly petId?: bigint;
  readonly body: SeenBody;
}

/** The body of a request: nothing, JSON, or something that is none. */
export type SeenBody =
  | { readonly kind: 'none' | 'not-recorded' }
  | {
      readonly kind: 'json' | 'not-json';
      readonly text: string;
      readonly isUtf8: boolean;
      readonly value?: ExactJson;
      readonly size: number;
    };

/**
 * Looks at a request.
 *
 * @returns undefined for a request of no operation, not even with an odd path
 */
export function look(request: SentRequest, surroundings: Surroundings): Seen | undefined {
  const { path } = splitTarget(request.target);
  const operation = operationOf(request.method, path);
  if (operation === undefined) return undefined;
  return {
    ...surroundings,
    request,
    operation,
    parameters: readParameters(request.target),
    ...(operation === 'getPet' && segmentOf(path)),
    body: bodyOf(request),
  };
}

/** An odd path below /pets/ is getPet with an odd petId, which is how a service takes it. */
function operationOf(method: string, path: string): Operation | undefined {
  if (method === 'POST') return path === '/pets' ? 'createPet' : undefined;
  if (method !== 'GET') return undefined;
  if (path === '/pets') return 'listPets';
  return path.startsWith('/pets/') ? 'getPet' : undefined;
}

function segmentOf(path: string): Pick<Seen, 'segment' | 'petId'> {
  const segment = path.slice('/pets/'.length);
  const petId = readPetId(segment);
  return { segment, ...(petId.kind === 'int64' && { petId: petId.id }) };
}

/** Whether a request has a query where none is documented, which lies in no partition. */
export function hasStrayQuery({ operation, parameters }: Seen): boolean {
  return operation !== 'listPets' && parameters.length > 0;
}

/** Larger bodies are told by their size alone. In bytes. */
export const MOST_READ = 2 ** 20;

function bodyOf({ body }: SentRequest): SeenBody {
  if (body.kind === 'none' || body.kind === 'not-recorded') return { kind: body.kind };
  const size = body.bytes.length;
  if (size === 0) return { kind: 'none' };
  if (size > MOST_READ) return { kind: 'not-json', text: '', isUtf8: true, size };
  const text = utf8(body.bytes);
  if (text === undefined) return { kind: 'not-json', text: '', isUtf8: false, size };
  // With a byte order mark the text is not JSON, though some readers skip the mark.
  const parsed = text.startsWith('\uFEFF') ? undefined : readSentJson(body);
  return {
    ...(parsed?.ok === true ? { kind: 'json', value: parsed.value } : { kind: 'not-json' }),
    text,
    isUtf8: true,
    size,
  };
}

/** Whether the body is an object of JSON. */
export function isObject(body: SeenBody): boolean {
  return body.kind === 'json' && isExactObject(body.value);
}

/** A member of the body. */
export interface MemberSent {
  readonly value: ExactJson;
  /** It is written in digits alone. */
  readonly isPlain: boolean;
}

/** A member of the body where that is an object that has it, absent otherwise. */
export function memberSent({ body }: Seen, name: string): MemberSent | undefined {
  if (body.kind !== 'json' || !isExactObject(body.value)) return undefined;
  const value = Object.hasOwn(body.value, name) ? body.value[name] : undefined;
  if (value === undefined) return undefined;
  const written = scanBodyText(body.text).members.findLast((member) => member.name === name)?.literal;
  return { value, isPlain: /^-?\d+$/.test(written ?? '') };
}
