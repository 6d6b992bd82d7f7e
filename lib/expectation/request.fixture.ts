import type { Body, CredentialRole, HeaderPair, SentRequest } from '../evidence/exchange.ts';
import type { JudgeKnowledge, KnownPet } from './expectation.ts';

/** What a test says of a request; the rest is that of an ordinary documented one: `GET /pets` with the primary key. */
export interface RequestParts {
  readonly method?: string;
  readonly target?: string;
  readonly credential?: CredentialRole;
  /** In place of the Authorization header that goes with the credential; null for none at all. */
  readonly authorization?: string | null;
  /** Added to the usual ones; they replace a usual header of the same name. */
  readonly headers?: readonly HeaderPair[];
  /** The text of the body; application/json unless a header says otherwise. */
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly body?: Body;
}

/** A request as it was sent, from its parts. */
export function aRequest(parts: RequestParts = {}): SentRequest {
  const { method = 'GET', target = '/pets', credential = 'primary', headers = [] } = parts;
  const body = parts.body ?? bodyOf(parts.bytes ?? (parts.text === undefined ? undefined : utf8(parts.text)));
  const usual: HeaderPair[] = [];
  const authorization = parts.authorization === undefined ? AUTHORIZATIONS[credential] : parts.authorization;
  if (authorization !== null) usual.push(['Authorization', authorization]);
  if (body.kind !== 'none') usual.push(['Content-Type', 'application/json']);
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    method,
    target,
    headers: [...usual.filter(([name]) => !given.has(name.toLowerCase())), ...headers],
    body,
    credential,
  };
}

/** `GET /pets` with a query. */
export function aList(query = '', parts: RequestParts = {}): SentRequest {
  return aRequest({ target: query === '' ? '/pets' : `/pets?${query}`, ...parts });
}

/** `POST /pets` with a body; a valid NewPet of category 7 unless a text is given. */
export function aCreation(text = VALID_NEW_PET, parts: RequestParts = {}): SentRequest {
  return aRequest({ method: 'POST', text, ...parts });
}

/** `GET /pets/{petId}`. */
export function aGet(petId: string, parts: RequestParts = {}): SentRequest {
  return aRequest({ target: `/pets/${petId}`, ...parts });
}

/** A body that every conforming service accepts, if it knows category 7. */
export const VALID_NEW_PET = '{"name":"Rex","categoryId":7,"status":"available"}';

/** Dates in the three phases of getPet's life. */
export const DATES = { deprecated: '2026-11-21', 'removal-day': '2030-12-05', removed: '2031-01-01' } as const;

/** An ordinary run's knowledge: before the removal, pets 1 and 2, category 7. */
export function knowing(parts: Partial<JudgeKnowledge> = {}): JudgeKnowledge {
  return {
    target: 'fixture',
    baseUrl: 'http://127.0.0.1:8080/v1',
    loopback: true,
    asOf: DATES.deprecated,
    plan: { name: 'free', perMinute: 60, perDay: 1_000 },
    windows: { minute: 60, day: 86_400, testInstallation: false },
    writes: true,
    secondKey: false,
    leftOut: {},
    pets: new Map<bigint, KnownPet>([1n, 2n].map((id) => [id, { id, status: 'available', seenIn: 1 }])),
    categories: new Set([7n]),
    ...parts,
  };
}

/** Bytes of a text. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bodyOf(bytes: Uint8Array | undefined): Body {
  return bytes === undefined ? { kind: 'none' } : { kind: 'bytes', bytes };
}

const AUTHORIZATIONS: Record<CredentialRole, string | null> = {
  primary: 'Bearer {primary}',
  second: 'Bearer {second}',
  wrong: 'Bearer {wrong}',
  none: null,
  unknown: null,
};
