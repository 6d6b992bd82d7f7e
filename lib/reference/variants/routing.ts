import { errorAnswer, withBody, withHeader, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { readPetId } from '../pet-id.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Variant } from './variant.ts';

/** Answers requests that address none of the operations, and whose path is a certain one. */
function elsewhere(answer: (core: Answer, request: PetRequest) => Answer): Hooks {
  return {
    answer: (given, request) =>
      request.route.operation === undefined && given.status !== 429 ? answer(given, request) : given,
  };
}

/** The same answer without its body, and with another status. */
function bare(answer: Answer, status: number): Answer {
  return { ...withHeader(answer, 'Content-Type'), status, body: new Uint8Array() };
}

const pathOf = ({ target }: PetRequest): string => target.split('?')[0] ?? '/';

/** Whether getPet is asked for something that no pet can have as its id. */
function asksForNoId({ route }: PetRequest): boolean {
  return route.operation === 'getPet' && readPetId(route.petId) === undefined;
}

/** How what is not an int64 is answered where an id should stand. */
function badIdAs(status: number, answer: (given: Answer) => Answer = (given) => given): Hooks {
  return {
    operate: (core, request, around) =>
      asksForNoId(request) ? answer(errorAnswer(status, 'bad_id', 'petId must be an integer')) : core(request, around),
  };
}

const html = (answer: Answer): Answer =>
  withBody(
    answer,
    `<!doctype html><title>${answer.status}</title><h1>${answer.status}</h1>`,
    'text/html; charset=utf-8',
  );

/** Paths and methods beside the documented ones. */
export const routingVariants: Readonly<Record<string, Variant>> = {
  'unknown-paths-html': {
    says: 'paths that do not exist get 404 in HTML, without checking the key',
    closeTo: ['JSON-1'],
    ...elsewhere((answer, { route }) =>
      route.operation === undefined && route.allow === undefined ? html({ ...answer, status: 404 }) : answer,
    ),
  },
  'other-methods-html': {
    says: 'other methods get 405 in HTML, without checking the key',
    ...elsewhere((answer, { route }) =>
      route.operation === undefined && route.allow !== undefined
        ? html(withHeader({ ...answer, status: 405 }, 'Allow', route.allow))
        : answer,
    ),
  },
  'other-methods-501': {
    says: 'methods that the service does not know get 501',
    closeTo: ['ERR-7'],
    ...elsewhere((answer, { method, route }) =>
      route.operation === undefined && route.allow !== undefined && !['PUT', 'PATCH', 'DELETE'].includes(method)
        ? bare(answer, 501)
        : answer,
    ),
  },
  'options-204': {
    says: 'OPTIONS gets 204, for browsers of any origin, without checking the key',
    answer: (answer, { method }) => {
      const open = withHeader(answer, 'Access-Control-Allow-Origin', '*');
      return method !== 'OPTIONS'
        ? open
        : withHeader(withHeader(bare(open, 204), 'Access-Control-Allow-Methods', 'GET, POST'), 'Allow', 'GET, POST');
    },
  },
  'options-200': {
    says: 'OPTIONS gets 200 and an Allow, without a body',
    ...elsewhere((answer, { method }) =>
      method === 'OPTIONS' ? withHeader(bare(answer, 200), 'Allow', 'GET, HEAD, POST, OPTIONS') : answer,
    ),
  },
  'head-405': {
    says: 'HEAD is not possible',
    operate: (core, request, around) =>
      request.method === 'HEAD'
        ? errorAnswer(405, 'method_not_allowed', 'use GET', [['Allow', 'GET, POST']])
        : core(request, around),
  },
  'slash-redirected': {
    says: 'a slash at the end is redirected away, without checking the key',
    closeTo: ['ERR-3'],
    ...elsewhere((answer, request) =>
      pathOf(request).length > 1 && pathOf(request).endsWith('/')
        ? withHeader(bare(answer, 308), 'Location', pathOf(request).slice(0, -1))
        : answer,
    ),
  },
  'slash-ignored': {
    says: 'a slash at the end of the path of the lists is ignored',
    serve: (core, request, around) =>
      pathOf(request) === '/v1/pets/' && request.method === 'GET'
        ? core({ ...request, route: { operation: 'listPets' } }, around)
        : core(request, around),
  },
  'dots-resolved': {
    says: 'a gateway resolves dots in paths, encoded ones too',
    serve: (core, request, around) => {
      const { pathname } = new URL(pathOf(request).replaceAll(/%2f/gi, '/'), 'http://gateway');
      const isList = pathname === '/v1/pets' && request.method === 'GET';
      const isMoved = request.route.operation === 'getPet' && !/^\/v1\/pets\/[^/]+$/.test(pathname);
      return core(
        isList ? { ...request, route: { operation: 'listPets' } } : isMoved ? { ...request, route: {} } : request,
        around,
      );
    },
  },
  'pet-id-422': { says: 'a petId that is not an int64 gets 422', closeTo: ['GET-3'], ...badIdAs(422) },
  'pet-id-400-html': { says: 'a petId that is not an int64 gets 400 in HTML', ...badIdAs(400, html) },
  'pet-id-404-html': {
    says: 'a path with a petId that is not an int64 does not exist, and the router says so in HTML, without checking the key',
    closeTo: ['GET-3'],
    answer: (answer, request) => (asksForNoId(request) ? html({ ...answer, status: 404 }) : answer),
  },
  'not-acceptable-406': {
    says: 'a request that does not accept JSON gets 406',
    operate: (core, request, around) =>
      /json|\*\/\*|application\/\*/.test(request.incoming.headers.accept ?? '*/*')
        ? core(request, around)
        : errorAnswer(406, 'not_acceptable', 'there is only JSON'),
  },
  'ranges-416': {
    says: 'a Range is refused with 416',
    operate: (core, request, around) =>
      request.incoming.headers.range === undefined
        ? core(request, around)
        : errorAnswer(416, 'no_ranges', 'there are no ranges', [['Accept-Ranges', 'none']]),
    answer: (answer, request) =>
      addresses(request, 'listPets') ? withHeader(answer, 'Accept-Ranges', 'none') : answer,
  },
};
