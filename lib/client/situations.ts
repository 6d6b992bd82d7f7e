import type { ClientRuleId } from './finding.ts';

/** The names of the situations, in the order in which they are provoked. */
export const SITUATION_NAMES = [
  'plain',
  'greased',
  'refusals',
  'retry-after-date',
  'retry-after-long',
  'no-body',
  'used-up',
  'unavailable',
  'response-lost',
  'stalled',
  'cut',
  'key-revoked',
  'getpet-gone',
] as const;

/** Those that need no more than a name: `greased` needs a seed as well. */
export const NAMED_SITUATIONS = SITUATION_NAMES.filter((name) => name !== 'greased');

/** The name of a situation. */
export type SituationName = (typeof SITUATION_NAMES)[number];

/** One thing that goes wrong for a client, once or several times in a row. */
export type Step =
  /** Requests are refused: `most` of them, in rows that end when the client gives a request up. */
  | {
      readonly kind: 'refuse';
      /** In seconds. */
      readonly retryAfter: number;
      readonly most: number;
      /** The first request of the client is refused, too. */
      readonly isAtOnce?: true;
    }
  /** 503, as a proxy answers for a service that is away. */
  | { readonly kind: 'unavailable'; readonly retryAfter: number; readonly most: number }
  /** A pet is created, and the connection ends before the client is told. */
  | { readonly kind: 'lost' }
  /** The response begins after this time, in seconds. */
  | { readonly kind: 'stalled'; readonly seconds: number }
  /** The connection ends in the middle of the body. */
  | { readonly kind: 'cut' }
  /** The key is invalid from now on. */
  | { readonly kind: 'revoked' }
  /** X-RateLimit-Remaining falls to 0 with the next responses; what comes then, before Reset, is refused. */
  | { readonly kind: 'used-up'; readonly remaining: number; readonly seconds: number };

/** What can befall a request besides a 429. */
export const DISTURBANCES = ['unavailable', 'lost', 'stalled', 'cut', 'revoked', 'used-up'] as const;

/** What one run of the client is put into. */
export interface Situation {
  /** What happens, as a clause. */
  readonly says: string;
  /** What it asks about the client. */
  readonly asks: string;
  readonly steps: readonly Step[];
  /** The rules that are judged on it; what no rule speaks of is observed. */
  readonly shows: readonly ClientRuleId[];
  /** How long it takes a client that retries after 1, 2, 4 … s, besides its own work; in seconds. */
  readonly seconds: number;
  /** The day at which the service lives, in place of the one that was asked for. */
  readonly asOf?: string;
  /** The freedom that its 429s use. */
  readonly refusesWith?: 'retry-after-date' | 'empty-429';
}

/** As many waits of the length that was asked for show that nothing grows behind them, if it begins as it does without a floor. */
const MOST_AT_THE_FLOOR = 7;

/**
 * What can go wrong for a client, by name.
 *
 * `refusals` first asks for 2 s: longer than what clients wait by themselves at first. Then come 429s with 0 s, which show the waits that are the
 * client's own; then several that ask for 1 s, which show whether these go by Retry-After alone.
 * Source: specification, section 8, "Behavior on exceeding"; of everything but 429, 401 and 404 it does not speak.
 */
export const SITUATIONS: Readonly<Record<SituationName, Situation>> = {
  plain: {
    says: 'nothing goes wrong',
    asks: 'does it send what is documented, and how does it end?',
    steps: [],
    shows: ['CLIENT-1', 'CLIENT-5', 'CLIENT-6'],
    seconds: 0,
  },
  greased: {
    says: 'one request is refused, and the service uses what the specification leaves open',
    asks: 'does it rely on what no service has to do?',
    steps: [{ kind: 'refuse', retryAfter: 1, most: 1, isAtOnce: true }],
    shows: ['CLIENT-1', 'CLIENT-2', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6'],
    seconds: 2,
  },
  refusals: {
    says: 'requests are refused with 429, several in a row',
    asks: 'do its waits grow, and never end before Retry-After?',
    steps: [
      { kind: 'refuse', retryAfter: 2, most: 1 },
      { kind: 'refuse', retryAfter: 0, most: 6 },
      { kind: 'refuse', retryAfter: 1, most: MOST_AT_THE_FLOOR },
    ],
    shows: ['CLIENT-2', 'CLIENT-3', 'CLIENT-4'],
    seconds: 16,
  },
  'retry-after-date': {
    says: 'a 429 has a date in Retry-After',
    asks: 'does it wait until then?',
    steps: [{ kind: 'refuse', retryAfter: 3, most: 1 }],
    shows: ['CLIENT-2', 'CLIENT-4'],
    seconds: 3,
    refusesWith: 'retry-after-date',
  },
  'retry-after-long': {
    says: 'a 429 asks to wait 12 s',
    asks: 'does it wait that long, or give up?',
    steps: [{ kind: 'refuse', retryAfter: 12, most: 1 }],
    shows: ['CLIENT-2', 'CLIENT-4'],
    seconds: 12,
  },
  'no-body': {
    says: 'a 429 has no body',
    asks: 'does it wait all the same?',
    steps: [{ kind: 'refuse', retryAfter: 1, most: 1 }],
    shows: ['CLIENT-2', 'CLIENT-4'],
    seconds: 1,
    refusesWith: 'empty-429',
  },
  'used-up': {
    says: 'X-RateLimit-Remaining falls to 0, and requests are refused until X-RateLimit-Reset',
    asks: 'does it wait before it is refused, or after?',
    steps: [{ kind: 'used-up', remaining: 2, seconds: 4 }],
    shows: ['CLIENT-2', 'CLIENT-4'],
    seconds: 4,
  },
  unavailable: {
    says: 'the service is away: 503 with Retry-After: 1',
    asks: 'does it retry, and how soon?',
    steps: [{ kind: 'unavailable', retryAfter: 1, most: 2 }],
    shows: [],
    seconds: 3,
  },
  'response-lost': {
    says: 'a pet is created, and the connection ends before the response',
    asks: 'does it create the pet twice?',
    steps: [{ kind: 'lost' }],
    shows: [],
    seconds: 1,
  },
  stalled: {
    says: 'a response begins after 8 s',
    asks: 'does it wait, or send the request again?',
    steps: [{ kind: 'stalled', seconds: 8 }],
    shows: [],
    seconds: 8,
  },
  cut: {
    says: 'a response ends in the middle of its body',
    asks: 'does it notice?',
    steps: [{ kind: 'cut' }],
    shows: [],
    seconds: 1,
  },
  'key-revoked': {
    says: 'the key becomes invalid: every further request gets 401',
    asks: 'does it stop?',
    steps: [{ kind: 'revoked' }],
    shows: [],
    seconds: 0,
  },
  'getpet-gone': {
    says: 'getPet has been removed: it is 7 December 2030',
    asks: 'does it still call getPet?',
    steps: [],
    shows: ['CLIENT-6'],
    seconds: 0,
    asOf: '2030-12-07',
  },
};
