import bearerAuth from '@fastify/bearer-auth';
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify';
import jsonBigint from 'json-bigint';
import { createMeter, type Meter } from './second-limits.ts';
import { CATEGORIES, openStore, type Wanted } from './second-store.ts';

/** What the service starts with. */
export interface SecondServiceOptions {
  /** Keys of two callers. */
  readonly keys?: readonly [string, string];
  readonly pets?: number;
  /** A plan's figure; that of a day goes with it. */
  readonly perMinute?: number;
  /** The length of a minute, 60 by default: a shorter one makes it a test installation. */
  readonly minuteSeconds?: number;
  /** Takes pets only of the categories that its first pets have; otherwise of any. */
  readonly knownCategories?: boolean;
}

/** A service that runs, on a port of its own. */
export interface SecondService {
  readonly baseUrl: string;
  readonly key: string;
  readonly secondKey: string;
  close(): Promise<void>;
}

const SECTION_9_REMOVAL = new Date('2030-12-05T00:00:00Z');

const statusWord = { type: 'string', enum: ['available', 'pending', 'sold'] };
const wanted = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string', maxLength: 5_000 }, categoryId: { int64: 'number' }, status: statusWord },
};
// A query is text to the validator, and is to stay text: coercion would reach into bodies, too.
const query = {
  type: 'object',
  properties: { limit: { type: 'string', pattern: '^([1-9][0-9]?|100)$', default: '20' }, status: statusWord },
};
const pathOfOne = { type: 'object', properties: { petId: { type: 'string', int64: 'digits' } } };
const pet = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: { type: 'string' },
    addedAt: { type: 'string' },
  },
};

const bigJson = jsonBigint({ useNativeBigInt: true, strict: true });

/**
 * A second conforming service, made of other people's parts and the specification alone: routing, validation and answers
 * by fastify, keys by its bearer plugin, limits by a rate-limit package, pets in SQLite. It listens on loopback, on a
 * port that the system chooses.
 */
export async function startSecondService(options: SecondServiceOptions = {}): Promise<SecondService> {
  const { pets = 150, perMinute = 300, minuteSeconds = 60, knownCategories = false } = options;
  const { keys = ['hedgehog-7f31c0a94e', 'badger-20c58d6b13'] } = options;
  const [key, secondKey] = keys;
  const store = openStore(pets);
  const meter = createMeter(keys, perMinute, minuteSeconds);

  const app = fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        keywords: [{ keyword: 'int64', schemaType: 'string', validate: isInt64 }],
      },
    },
    // No hook runs for an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => void refuseUnrouted(error, request, reply, meter),
  });

  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, bigJson.parse(text.toString()));
    } catch {
      done(problem(400, 'E_JSON', 'The body is not JSON that this service reads'));
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!(await meter(request, reply))) throw tooFast();
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  await app.register(bearerAuth, { keys: [...keys], addHook: false, specCompliance: 'rfc6749' });
  app.addHook('onRequest', (request, reply, done) => {
    if (app.verifyBearerAuth === undefined) throw new TypeError('the bearer plugin is not there');
    app.verifyBearerAuth(request, reply, done);
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => refuse(error, reply));
  app.setNotFoundHandler((_request, reply) =>
    refuse(problem(404, 'E_UNKNOWN', 'Nothing lives at this address'), reply),
  );

  app.get<{ Querystring: { limit: string; status?: string } }>(
    '/v1/pets',
    { schema: { querystring: query, response: { 200: { type: 'array', items: pet } } } },
    (request) => store.list(Number(request.query.limit), request.query.status),
  );

  app.post<{ Body: Wanted }>(
    '/v1/pets',
    { schema: { body: wanted, response: { 201: pet } } },
    async (request, reply) => {
      if (knownCategories && !CATEGORIES.includes(BigInt(request.body.categoryId))) {
        throw problem(400, 'E_CATEGORY', 'There is no such category');
      }
      return reply.code(201).send(store.add(request.body));
    },
  );

  app.get<{ Params: { petId: string } }>(
    '/v1/pets/:petId',
    { schema: { params: pathOfOne, response: { 200: pet } } },
    async (request, reply) => {
      if (Date.now() >= SECTION_9_REMOVAL.getTime()) throw problem(404, 'E_UNKNOWN', 'This operation is gone');
      void reply.headers({ deprecation: '@1764547200', sunset: SECTION_9_REMOVAL.toUTCString() });
      const found = store.find(BigInt(request.params.petId));
      if (found === undefined) throw problem(404, 'E_UNKNOWN', 'No such pet');
      return found;
    },
  );

  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    baseUrl: `${origin}/v1`,
    key,
    secondKey,
    async close() {
      await app.close();
      store.close();
    },
  };
}

/** Whether a number of a body, of either kind, or the digits of a path are an int64. */
function isInt64(form: 'number' | 'digits', value: unknown): boolean {
  if (form === 'digits' ? typeof value !== 'string' : typeof value !== 'number' && typeof value !== 'bigint')
    return false;
  const digits = String(value);
  return /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}

/** An error that the framework takes for one of its own. */
function problem(statusCode: number, code: string, message: string): FastifyError {
  return Object.assign(new Error(message), { name: 'FastifyError', code, statusCode });
}

function tooFast(): FastifyError {
  return problem(429, 'E_TOO_FAST', 'Slow down');
}

/** Section 7: an Error with the code that the library, or this service, has for the case. */
function refuse({ code, message, statusCode = 500 }: FastifyError, reply: FastifyReply): FastifyReply {
  const body = statusCode < 500 ? { code, message } : { code: 'E_INTERNAL', message: 'Not your fault' };
  reply.raw.statusMessage = `Refused by the shelter`;
  return reply
    .code(statusCode)
    .type('application/problem+json')
    .send({ ...body, status: statusCode });
}

async function refuseUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply, meter: Meter) {
  refuse((await meter(request, reply)) ? error : tooFast(), reply);
}
