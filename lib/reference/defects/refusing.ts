import { setTimeout } from 'node:timers/promises';
import { RATE_LIMIT_HEADERS, RETRY_AFTER } from '../../contract/headers.ts';
import { errorAnswer, headerOf, withBody, withHeader, withoutRateLimit, type Answer } from '../answer.ts';
import { hangingUp } from '../hanging-up.ts';
import type { Hooks } from '../hooks.ts';
import { tokenBucket } from '../meters/token-bucket.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Defect } from './defect.ts';
import { keeping, refused, turned } from './turns.ts';

/** How long a request is at work where requests at once are refused, in milliseconds. */
const WORK = 5;

/** How many refusals in a row are met with a wait that nobody was told of, and how many windows long it is. */
const REFUSALS = 3;
const SECRET_WINDOWS = 5;

const { limit, remaining } = RATE_LIMIT_HEADERS;

/** Answers requests over the limit in another way. */
function instead(answerOf: (refusal: Answer, request: PetRequest) => Answer): Hooks {
  return { answer: (answer, request) => (answer.status === 429 ? answerOf(answer, request) : answer) };
}

function withStatus(refusal: Answer, status: number, code: string): Answer {
  return { ...refusal, status, body: errorAnswer(status, code, 'this is not possible now').body };
}

/** Requests within the limit are refused, or those over it in a way that is none. */
export const refusingDefects: Readonly<Record<string, Defect>> = {
  'refuses-at-five': {
    says: 'requests are refused while Remaining says 5',
    breaks: ['RATE-6', 'RATE-4'],
    ...keeping((announced) => Math.max(1, announced - 5)),
  },
  'one-less': {
    says: 'of the requests that are announced one less is admitted, and the next one is told that none remain',
    breaks: ['RATE-6', 'RATE-4'],
    ...keeping((announced) => announced - 1),
    ...turned((turn) => (turn.admitted ? turn : { ...turn, remaining: 0 })),
  },
  'one-sixth-less': {
    says: 'for every 60 that are announced 50 are admitted',
    breaks: ['RATE-6', 'RATE-4'],
    ...keeping((announced) => Math.floor((announced * 5) / 6)),
  },
  'every-20th-refused': {
    says: 'every twentieth request is refused although many requests remain',
    breaks: ['RATE-6'],
    remembering: () => {
      let nth = 0;
      return turned((turn) => (++nth % 20 === 0 ? refused(turn) : turn));
    },
  },
  'at-once-refused': {
    says: 'of two requests at once one is refused although many requests remain',
    breaks: ['RATE-6'],
    remembering: () => {
      let atWork = 0;
      return {
        ...turned((turn) => (atWork > 1 ? refused(turn) : turn)),
        serve: async (core, request, around) => {
          atWork++;
          try {
            const answer = await core(request, around);
            await setTimeout(WORK);
            return answer;
          } finally {
            atWork--;
          }
        },
      };
    },
  },
  'secret-ban': {
    says: 'after three refusals in a row five windows are refused, though Retry-After and Reset name the next one',
    breaks: ['RATE-8', 'RATE-13'],
    remembering: () => {
      const conducts = new Map<string, { refusals: number; until: number }>();
      return {
        takeTurn: async (core, caller, request, around) => {
          const turn = await core(caller, request, around);
          if (caller === undefined) return turn;
          const { settings } = around;
          const now = settings.now();
          const conduct = conducts.get(caller.account) ?? { refusals: 0, until: 0 };
          conducts.set(caller.account, conduct);
          if (now < conduct.until) {
            const retryAfter = Math.max(1, Math.ceil((turn.resetAt - now) / 1_000));
            return { ...turn, admitted: false, remaining: 0, retryAfter };
          }
          conduct.refusals = turn.admitted ? 0 : conduct.refusals + 1;
          if (conduct.refusals === REFUSALS) conduct.until = now + SECRET_WINDOWS * settings.windows.minute;
          return turn;
        },
      };
    },
  },
  'over-limit-403': {
    says: 'a request over the limit gets 403',
    breaks: ['RATE-5', 'ERR-3'],
    ...instead((refusal) => withHeader(withStatus(refusal, 403, 'forbidden'), RETRY_AFTER)),
  },
  'over-limit-403-unannounced': {
    says: 'a request over the limit gets 403, and no response has the three headers',
    breaks: ['RATE-5', 'RATE-1'],
    answer: (answer) => withoutRateLimit(answer.status === 429 ? withStatus(answer, 403, 'forbidden') : answer),
  },
  'over-limit-403-unmoved': {
    says: 'a request over the limit gets 403, and Remaining never moves',
    breaks: ['RATE-5', 'RATE-4'],
    answer: (answer) => {
      const still = withHeader(answer, remaining, `${Number(headerOf(answer, limit)) - 1}`);
      return answer.status === 429 ? withStatus(still, 403, 'forbidden') : still;
    },
  },
  'over-limit-503': {
    says: 'a request over the limit gets 503',
    breaks: ['RATE-5', 'ERR-3'],
    ...instead((refusal) => withStatus(refusal, 503, 'overloaded')),
  },
  'over-limit-503-of-bucket': {
    says: 'the minute is a bucket of tokens, Reset is when the next one comes, and a request over the limit gets 503',
    breaks: ['RATE-5', 'ERR-3'],
    minuteMeter: (_core, perMinute, length) => tokenBucket(perMinute, length, { announces: 'next-token' }),
    ...instead((refusal) => withStatus(refusal, 503, 'overloaded')),
  },
  'over-limit-400': {
    says: 'a request over the limit gets 400',
    breaks: ['RATE-5'],
    ...instead((refusal) => withStatus(refusal, 400, 'rate_limit_exceeded')),
  },
  'over-limit-401': {
    says: 'a request over the limit gets 401',
    breaks: ['RATE-5'],
    ...instead((refusal) => withStatus(refusal, 401, 'quota_exceeded')),
  },
  'over-limit-empty-body': {
    says: 'any request over the limit gets an empty list, with 200',
    breaks: ['RATE-5'],
    ...instead((refusal) => withHeader(withBody({ ...refusal, status: 200 }, '[]'), RETRY_AFTER)),
  },
  'over-limit-empty-list': {
    says: 'a list over the limit is empty, with 200',
    breaks: ['RATE-5', 'LIST-3', 'LIST-7', 'LIST-11', 'LIST-12', 'CREATE-10', 'GET-6'],
    ...instead((refusal, request) =>
      addresses(request, 'listPets') ? withHeader(withBody({ ...refusal, status: 200 }, '[]'), RETRY_AFTER) : refusal,
    ),
  },
  'over-limit-closes': {
    says: 'the connection of a request over the limit is closed without a response',
    breaks: ['RATE-5', 'ERR-3'],
    ...hangingUp(({ status }) => status === 429),
  },
  'bare-429-of-post': {
    says: 'a 429 of POST comes without the three headers',
    breaks: ['RATE-1'],
    ...instead((refusal, request) => (addresses(request, 'createPet') ? withoutRateLimit(refusal) : refusal)),
  },
};
