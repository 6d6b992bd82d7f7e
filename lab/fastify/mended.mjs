import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { isInteger, parse, stringify } from 'lossless-json';
import { addPet, findPet, listPets } from './exact-store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

const PetStatus = { type: 'string', enum: ['available', 'pending', 'sold'] };
const NewPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string' }, categoryId: { isInt64: true }, status: PetStatus },
};
const ListQuery = {
  type: 'object',
  properties: { limit: { type: 'string', pattern: '^([1-9][0-9]?|100)$', default: '20' }, status: PetStatus },
};

/** The schema decides, nothing is coerced: "12" is no integer, and 12 no name. */
const isInt64 = (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
const app = fastify({
  ajv: {
    customOptions: { coerceTypes: false },
    plugins: [(ajv) => ajv.addKeyword({ keyword: 'isInt64', validate: (_, value) => isInt64(value) })],
  },
});

/** JSON.parse rounds integers beyond 2^53: numbers are read as they are written. */
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'string' }, async (request, body) => {
  try {
    return parse(body, null, (text) => (isInteger(text) ? BigInt(text) : Number(text)));
  } catch {
    throw problem(400, 'INVALID_JSON', 'The body is not JSON');
  }
});
app.setReplySerializer((payload) => stringify(payload));

const problem = (statusCode, code, message) => Object.assign(new Error(message), { statusCode, code });

/** Who calls is known before the limiter counts; who is unknown is refused after it. */
app.decorateRequest('caller', null);
app.addHook('onRequest', async (request) => {
  const [, key] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  request.caller = callers.get(key);
});

await app.register(rateLimit, { global: false, keyGenerator: (request) => request.caller ?? request.ip });
const limits = [
  app.createRateLimit({ max: Number(LAB_LIMIT_PER_MINUTE), timeWindow: '1 minute' }),
  app.createRateLimit({ max: Number(LAB_LIMIT_PER_DAY), timeWindow: '1 day' }),
];
app.addHook('onRequest', async (request, reply) => {
  for (const [index, limit] of limits.entries()) {
    const { max, remaining, ttl, isExceeded } = await limit(request);
    if (index > 0 && !isExceeded) continue;
    reply.header('X-RateLimit-Limit', max).header('X-RateLimit-Remaining', remaining);
    reply.header('X-RateLimit-Reset', Math.ceil((Date.now() + ttl) / 1_000));
    if (!isExceeded) continue;
    reply.header('Retry-After', Math.ceil(ttl / 1_000));
    throw problem(429, 'RATE_LIMITED', 'Too many requests');
  }
});

app.addHook('onRequest', async (request, reply) => {
  if (request.caller !== undefined) return;
  reply.header('WWW-Authenticate', 'Bearer');
  throw problem(401, 'UNAUTHORIZED', 'Missing or invalid API key');
});

const sendProblem = (reply, status, code, message) => reply.status(status).send({ code, message, status });
app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  sendProblem(reply, status, error.code ?? 'ERROR', status < 500 ? error.message : 'Internal server error');
});
app.setNotFoundHandler((request, reply) => {
  sendProblem(reply, 404, 'NOT_FOUND', 'No such resource');
});

app.get('/v1/pets', { schema: { querystring: ListQuery } }, (request, reply) => {
  const { limit, status } = request.query;
  reply.send(listPets({ limit: Number(limit), status }));
});

app.post('/v1/pets', { schema: { body: NewPet } }, (request, reply) => {
  reply.status(201).send(addPet(request.body));
});

app.get('/v1/pets/:petId', (request, reply) => {
  reply.header('Deprecation', '@1764892800').header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  const pet = findPet(request.params.petId);
  if (pet !== undefined) return reply.send(pet);
  return sendProblem(reply, 404, 'NOT_FOUND', 'There is no such pet');
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
