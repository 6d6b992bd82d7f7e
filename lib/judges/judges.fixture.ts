import { printExactJson } from '../evidence/exact-json.ts';
import type { Body, CredentialRole, Exchange, HeaderPair, SentRequest } from '../evidence/exchange.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import { expect } from '../expectation/expect.ts';
import type { Expectation, JudgeKnowledge, KnownPet } from '../expectation/expectation.ts';
import { readExchange, withoutRawBodies, type Expected, type Reading } from './reading.ts';

/** What a test says of an exchange; the rest is that of an ordinary conforming one. */
export interface ExchangeParts {
  readonly method?: string;
  readonly target?: string;
  readonly credential?: CredentialRole;
  /** In place of the Authorization header that goes with the credential, when there is one; added to it otherwise. */
  readonly requestHeaders?: readonly HeaderPair[];
  /** The body of the request, as JSON or as it stands. */
  readonly sends?: unknown;
  readonly sendsText?: string;
  readonly status?: number;
  /** In place of the headers of the same names. */
  readonly headers?: readonly HeaderPair[];
  /** Names of headers, in any case, that the answer lacks. */
  readonly without?: readonly string[];
  /** The body of the answer: JSON (bigints are integers), text, or as it was recorded. */
  readonly json?: unknown;
  readonly text?: string;
  readonly body?: Body;
  /** In order of making when absent. */
  readonly id?: number;
  /** Milliseconds since 1970; 10 ms after the previous one when absent. */
  readonly at?: number;
  /** How long the service takes, in milliseconds. */
  readonly takes?: number;
  readonly knowledge?: Partial<JudgeKnowledge>;
}

/** The instant of exchange 0. */
export const FIRST_INSTANT = Date.UTC(2026, 10, 21, 12);

const STEP_MS = 10;
const DURATION_MS = 4;

/** An ordinary run's knowledge: Free plan, before getPet's removal, nothing seen yet. */
export function aKnowledge(parts: Partial<JudgeKnowledge> = {}): JudgeKnowledge {
  return {
    ...aRun(),
    pets: new Map<bigint, KnownPet>(),
    categories: new Set<bigint>(),
    ...parts,
  };
}

let lastId = 0;

/** More exchanges than all tests of a worker make. */
const MOST_IDS = 10_000_000;

/**
 * An exchange with an answer: `GET /pets` by the primary caller, unless said otherwise. A 200 of which no body is said
 * carries an empty list, any other answer none.
 */
export function anExchange(parts: ExchangeParts = {}): Exchange {
  const { method = 'GET', target = '/pets', credential = 'primary', status = 200 } = parts;
  const id = parts.id ?? lastId + 1;
  // A number that a test gives to strain a judge does not affect those that follow.
  if (id < MOST_IDS) lastId = Math.max(lastId, id);
  const startedAt = parts.at ?? FIRST_INSTANT + id * STEP_MS;
  const endedAt = startedAt + (parts.takes ?? DURATION_MS);
  const sent = bodyOf(parts.sendsText ?? (parts.sends === undefined ? undefined : printExactJson(parts.sends)));
  const json = parts.json === undefined && status === 200 ? [] : parts.json;
  const answered = parts.body ?? bodyOf(parts.text ?? (json === undefined ? undefined : printExactJson(json)));
  return {
    id,
    request: {
      method,
      target,
      headers: merged(
        [
          ...(credential === 'none' || credential === 'unknown' ? [] : [pair('Authorization', `Bearer ${credential}`)]),
          ...(sent.kind === 'none' ? [] : [pair('Content-Type', 'application/json')]),
        ],
        parts.requestHeaders,
      ),
      body: sent,
      credential,
    },
    answer: {
      status,
      headers: merged(
        [
          ...(answered.kind === 'none' ? [] : [pair('Content-Type', 'application/json')]),
          pair('Date', new Date(startedAt).toUTCString()),
          pair('X-RateLimit-Limit', '60'),
          pair('X-RateLimit-Remaining', '59'),
          pair('X-RateLimit-Reset', `${Math.ceil(startedAt / 1_000) + 30}`),
        ],
        parts.headers,
      ).filter(([name]) => !(parts.without ?? []).some((left) => left.toLowerCase() === name.toLowerCase())),
      body: answered,
    },
    times: { startedAt, answeredAt: endedAt, endedAt },
  };
}

/** {@link anExchange}, read for the judges with its raw bodies. */
export function aReading(parts: ExchangeParts = {}): Reading {
  return read(parts);
}

/**
 * {@link aReading} for many exchanges of one run whose knowledge stays the same: what is expected of requests that are alike is
 * worked out once. A simulated run has thousands, of few kinds.
 */
export function aReader(): (parts: ExchangeParts) => Reading {
  const known = new Map<string, Expectation>();
  const of = (request: SentRequest, knowledge: JudgeKnowledge): Expectation => {
    const { method, target, credential, headers, body } = request;
    const sent = body.kind === 'bytes' ? new TextDecoder('latin1').decode(body.bytes) : body.kind;
    const key = JSON.stringify([method, target, credential, headers, sent]);
    const expectation = known.get(key) ?? expect(request, knowledge);
    known.set(key, expectation);
    return expectation;
  };
  return (parts) => read(parts, { of });
}

function read(parts: ExchangeParts, expected?: Pick<Expected, 'of'>): Reading {
  const reading = readExchange(anExchange(parts), aKnowledge(parts.knowledge), expected);
  if (reading === undefined) throw new Error('an exchange of the fixture always has an answer');
  return reading;
}

/** Several readings as relation judges get them: numbered from 1, 10 ms apart, without raw bodies. */
export function aLog(...log: readonly ExchangeParts[]): Reading[] {
  return log.map((parts, index) => withoutRawBodies(aReading({ id: index + 1, ...parts })));
}

function pair(name: string, value: string): HeaderPair {
  return [name, value];
}

function merged(usual: readonly HeaderPair[], given: readonly HeaderPair[] = []): HeaderPair[] {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return [...usual.filter(([name]) => !names.has(name.toLowerCase())), ...given];
}

function bodyOf(text: string | undefined): Body {
  return text === undefined ? { kind: 'none' } : { kind: 'bytes', bytes: new TextEncoder().encode(text) };
}
