import type { Operation } from '../contract/operations.ts';
import type { PetStatus } from '../contract/pets.ts';
import { isExactObject, parseExactJson, type ExactJson } from '../evidence/exact-json.ts';
import type { SentRequest } from '../evidence/exchange.ts';
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
  readonly body: SeenBody;
}

/** The body of a request: nothing, JSON, or something that is none. */
export type SeenBody =
  | { readonly kind: 'none' | 'not-recorded' }
  | { readonly kind: 'json' | 'not-json'; readonly text: string; readonly value?: ExactJson; readonly size: number };

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
    ...(operation === 'getPet' && { segment: path.slice('/pets/'.length) }),
    body: bodyOf(request),
  };
}

/** An odd path below /pets/ is getPet with an odd petId, which is how a service takes it. */
function operationOf(method: string, path: string): Operation | undefined {
  if (method === 'POST') return path === '/pets' ? 'createPet' : undefined;
  if (method !== 'GET') return undefined;
  if (path === '/pets' || path === '/pets/') return 'listPets';
  return path.startsWith('/pets/') ? 'getPet' : undefined;
}

/** Deeper and larger bodies are told by their size alone. */
const MOST_READ = 65_536;

function bodyOf({ body }: SentRequest): SeenBody {
  if (body.kind === 'none' || body.kind === 'not-recorded') return { kind: body.kind };
  const size = body.bytes.length;
  if (size === 0) return { kind: 'none' };
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.bytes.subarray(0, MOST_READ));
  const parsed = size > MOST_READ ? undefined : parseExactJson(text);
  return parsed?.ok === true ? { kind: 'json', text, value: parsed.value, size } : { kind: 'not-json', text, size };
}

/** Whether the body is an object of JSON. */
export function isObject(body: SeenBody): boolean {
  return body.kind === 'json' && isExactObject(body.value);
}

/** A member of the body where that is an object that has it, absent otherwise. */
export function memberSent({ body }: Seen, name: string): { readonly value: ExactJson } | undefined {
  if (body.kind !== 'json' || !isExactObject(body.value)) return undefined;
  const value = Object.hasOwn(body.value, name) ? body.value[name] : undefined;
  return value === undefined ? undefined : { value };
}
