import rateLimit from '@fastify/rate-limit';
import fastify from 'fastify';
import { addPet, findPet, listPets } from './store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

const PetStatus = { type: 'string', enum: ['available', 'pending', 'sold'] };
const NewPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name: { type: 'string' }, categoryId: { type: 'integer', format: 'int64' }, status: PetStatus },
};
const Pet = {
  type: 'object',
  required: ['id', 'name', 'categoryId'],
  properties: { id: { type: 'integer', format: 'int64' }, ...NewPet.properties },
};
const ListQuery = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, status: PetStatus },
};
const PetId = { type: 'object', properties: { petId: { type: 'integer', format: 'int64' } } };

const app = fastify();

app.decorateRequest('caller', null);
app.addHook('onRequest', async (request) => {
  const [scheme, key] = (request.headers.authorization ?? '').split(' ');
  request.caller = scheme === 'Bearer' ? callers.get(key) : undefined;
  if (request.caller === undefined) throw Object.assign(new Error('Missing or invalid API key'), { statusCode: 401 });
});

await app.register(rateLimit, {
  max: Number(LAB_LIMIT_PER_MINUTE),
  timeWindow: '1 minute',
  keyGenerator: (request) => request.caller,
});
const day = app.createRateLimit({ max: Number(LAB_LIMIT_PER_DAY), timeWindow: '1 day' });
app.addHook('preHandler', async (request, reply) => {
  const { isExceeded, ttlInSeconds } = await day(request);
  if (!isExceeded) return;
  reply.header('retry-after', ttlInSeconds);
  throw Object.assign(new Error('Too many requests today'), { statusCode: 429 });
});

app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  const message = status < 500 ? error.message : 'Internal server error';
  reply.status(status).send({ code: error.code ?? 'ERROR', message, status });
});
app.setNotFoundHandler((request, reply) => {
  reply.status(404).send({ code: 'NOT_FOUND', message: 'No such resource', status: 404 });
});

app.get('/v1/pets', { schema: { querystring: ListQuery, response: { 200: { type: 'array', items: Pet } } } }, (request) =>
  listPets(request.query),
);

app.post('/v1/pets', { schema: { body: NewPet, response: { 201: Pet } } }, (request, reply) => {
  reply.status(201).send(addPet(request.body));
});

app.get('/v1/pets/:petId', { schema: { params: PetId, response: { 200: Pet } } }, (request, reply) => {
  const pet = findPet(request.params.petId);
  if (pet !== undefined) return reply.send(pet);
  return reply.status(404).send({ code: 'NOT_FOUND', message: `There is no pet ${request.params.petId}`, status: 404 });
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
