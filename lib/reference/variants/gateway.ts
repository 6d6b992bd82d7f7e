import { setTimeout } from 'node:timers/promises';
import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import { withBody, withHeader, withJson, withoutRateLimit, type Answer } from '../answer.ts';
import { isDecodable } from '../decodable.ts';
import { hangingUp } from '../hanging-up.ts';
import type { Hooks } from '../hooks.ts';
import { writeJson } from '../server-json.ts';
import { addresses, type PetRequest } from '../request.ts';
import { endingWhenIdle } from './idle.ts';
import { late } from './late.ts';
import type { Variant } from './variant.ts';

/** A page of a gateway, which knows nothing of Errors and of rate limits. */
function page(answer: Answer, status: number, text: string): Answer {
  return withBody(
    { ...withoutRateLimit(answer), status },
    `<html><body><h1>${status} ${text}</h1></body></html>`,
    'text/html',
  );
}

/** A gateway that refuses some requests before they reach the service. */
function gateway(refuse: (request: PetRequest) => readonly [status: number, text: string] | undefined): Hooks {
  return {
    serve: async (core, request, around) => {
      const refused = refuse(request);
      if (refused === undefined) return core(request, around);
      const asAnyone = { ...request, route: {}, authorization: [] };
      return page(await core(asAnyone, around), ...refused);
    },
  };
}

/** Whether a body has what rules against injected markup and templates look for. */
function looksLikeAttack(body: Uint8Array | undefined): boolean {
  return /<\w|\{\{/.test(new TextDecoder().decode(body));
}

/** What stands in front of a service. */
export const gatewayVariants: Readonly<Record<string, Variant>> = {
  'gateway-413': {
    says: 'a gateway refuses bodies of more than 64 kB with its own page',
    closeTo: ['ERR-1'],
    ...gateway(({ body }) => ((body?.length ?? Infinity) > 65_536 ? [413, 'Payload Too Large'] : undefined)),
  },
  'gateway-413-at-16-kb': {
    says: 'a gateway refuses bodies of more than 16 kB with its own page',
    ...gateway(({ body }) => ((body?.length ?? Infinity) > 16_384 ? [413, 'Payload Too Large'] : undefined)),
  },
  'gateway-413-with-other-figures': {
    says: "the minute is a bucket of tokens; a gateway refuses bodies of more than 64 kB, with an anonymous caller's rate limit headers",
    options: { limiter: 'token-bucket' },
    serve: async (core, request, around) => {
      if ((request.body?.length ?? 0) <= 65_536) return core(request, around);
      return { ...(await core({ ...request, authorization: [] }, around)), status: 413 };
    },
  },
  'gateway-400-for-codings': {
    says: 'the HTTP server refuses bodies in a content coding with 400, without a body or any header of the service',
    closeTo: ['ERR-1', 'RATE-1'],
    serve: async (core, request, around) => {
      if (request.incoming.headers['content-encoding'] === undefined) return core(request, around);
      const asAnyone = await core({ ...request, route: {}, authorization: [] }, around);
      return { ...withBody(withoutRateLimit(asAnyone), ''), status: 400 };
    },
  },
  'gateway-414': {
    says: 'a gateway refuses targets of more than 4000 characters with its own page',
    ...gateway(({ target }) => (target.length > 4_000 ? [414, 'URI Too Long'] : undefined)),
  },
  'gateway-431': {
    says: 'a gateway refuses headers of more than 2500 characters with its own page',
    ...gateway(({ incoming }) =>
      incoming.rawHeaders.some((part) => part.length > 2_500) ? [431, 'Request Header Fields Too Large'] : undefined,
    ),
  },
  'gateway-400-on-percent': {
    says: 'a gateway refuses what cannot be decoded, and NULs, with its own page',
    ...gateway(({ target }) => (/%00/.test(target) || !isDecodable(target) ? [400, 'Bad Request'] : undefined)),
  },
  'parser-400-on-raw-characters': {
    says: 'the HTTP parser refuses characters that may not stand in a target, without any header of the service',
    closeTo: ['RATE-1'],
    ...gateway(({ target }) => (/[^\w\-.~!$&'()*+,;=:@/?%]/.test(target) ? [400, 'Bad Request'] : undefined)),
  },
  'gateway-400-with-other-figures': {
    says: "a gateway refuses controls and long targets itself, with an anonymous caller's rate limit headers and the true time; the service is five minutes ahead",
    options: { clockAhead: 300 },
    serve: async (core, request, around) => {
      const { target } = request;
      if (!/%[01][\da-f]/i.test(target) && target.length <= 4_000) return core(request, around);
      const refused = page({ status: 400, headers: [], body: new Uint8Array() }, 400, 'Bad Request');
      const seconds = Math.floor(Date.now() / 1_000);
      return [
        [RATE_LIMIT_HEADERS.limit, '60'] as const,
        [RATE_LIMIT_HEADERS.remaining, '28'] as const,
        [RATE_LIMIT_HEADERS.reset, `${seconds + 20}`] as const,
        ['Date', new Date(seconds * 1_000).toUTCString()] as const,
      ].reduce((answer, [name, value]) => withHeader(answer, name, value), refused);
    },
  },
  'gateway-406': {
    says: 'a gateway refuses an Accept that it cannot read with its own page',
    ...gateway(({ incoming }) =>
      /q=[^\d,;]/.test(incoming.headers.accept ?? '') ? [406, 'Not Acceptable'] : undefined,
    ),
  },
  'firewall-403': {
    says: 'a firewall refuses what looks like an attack with its own page, under the headers of the service',
    serve: async (core, request, around) => {
      const { target, body, authorization } = request;
      const looksBad =
        /%00|%27|'|\[\$|%2e%2e/i.test(target) || /<\w|\\u0000|__proto__/.test(new TextDecoder().decode(body));
      if (!looksBad || authorization.length === 0) return core(request, around);
      const answer = await core({ ...request, route: {} }, around);
      return answer.status === 401 ? answer : withBody({ ...answer, status: 403 }, '<h1>Blocked</h1>', 'text/html');
    },
  },
  'firewall-403-bare': {
    says: 'a firewall refuses creations with markup or templates in them with 403 and its own page, without any header of the service',
    closeTo: ['RATE-1'],
    ...gateway(({ body }) => (looksLikeAttack(body) ? [403, 'Forbidden'] : undefined)),
  },
  'firewall-400-bare': {
    says: 'a firewall refuses creations with markup or templates in them with 400 and its own page, without any header of the service',
    ...gateway(({ body }) => (looksLikeAttack(body) ? [400, 'Bad Request'] : undefined)),
  },
  'firewall-403-late': {
    says: 'a firewall looks at responses: a creation whose 201 has markup in it is carried out and gets 403',
    closeTo: ['CREATE-8'],
    serve: async (core, request, around) => {
      const answer = await core(request, around);
      return answer.status === 201 && looksLikeAttack(answer.body) ? page(answer, 403, 'Forbidden') : answer;
    },
  },
  'error-closes-connection': {
    says: 'the connection is closed after every refusal',
    answer: (answer) => (answer.status >= 400 ? withHeader(answer, 'Connection', 'close') : answer),
  },
  'idle-one-second': {
    says: 'an idle connection is closed after a second, and its length is announced',
    answer: (answer) => withHeader(answer, 'Keep-Alive', 'timeout=1'),
    ...endingWhenIdle(1_000, (socket) => socket.destroy()),
  },
  'nul-closes-connection': {
    says: 'what stands in front of the service ends the connection at a NUL in a query, without a response',
    closeTo: ['ERR-7'],
    ...hangingUp((_answer, { url = '' }) => url.includes('%00')),
  },
  'huge-body-closes-connection': {
    says: 'what stands in front of the service ends the connection at a body of more than a megabyte, without a response',
    ...hangingUp(({ status }) => status === 413),
  },
  'early-hints': {
    says: 'responses are preceded by 103',
    deliver: (core, answer, outgoing) => {
      outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      return core(answer, outgoing);
    },
  },
  'continue-unasked': {
    says: 'responses are preceded by 100, which nobody asked for',
    deliver: (core, answer, outgoing) => {
      outgoing.writeContinue();
      return core(answer, outgoing);
    },
  },
  'slow-answers': {
    says: 'every response takes 40 milliseconds, and says so',
    ...late(() => 40),
  },
  'slow-answers-out-of-step': {
    says: 'responses take from 10 to 100 milliseconds and say so; creations end in another order than they began',
    remembering: () => {
      let nth = 0;
      return {
        serve: async (core, request, around) => {
          const duration = addresses(request, 'createPet') ? 100 - 30 * (nth++ % 4) : 0;
          await setTimeout(duration);
          return withHeader(await core(request, around), 'Server-Timing', `app;dur=${duration}`);
        },
      };
    },
  },
  'json-ends-with-blanks': {
    says: 'bodies have blanks around them',
    closeTo: ['JSON-1'],
    answer: (answer) =>
      answer.body.length === 0
        ? answer
        : withBody(answer, Buffer.concat([Buffer.from(' \n'), answer.body, Buffer.from('\n\n')])),
  },
  'created-indented': {
    says: 'a created pet is indented, in one line for each member',
    answer: (answer, request) => {
      if (!addresses(request, 'createPet')) return answer;
      let indented = '';
      withJson(answer, (value) => (indented = `${writeJson(value, 4)}\r\n`));
      return indented === '' ? answer : withBody(answer, indented);
    },
  },
};
