// The release before mended.mjs: it knows the scheme as Bearer alone, and has codes of its own.
import Router from '@koa/router';
import Joi from 'joi';
import Koa from 'koa';
import { isInteger, parse, stringify } from 'lossless-json';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { text } from 'node:stream/consumers';
import { addPet, findPet, listPets } from './exact-store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

const isInt64 = (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
const Int64 = Joi.any().custom((value, { error }) => (isInt64(value) ? value : error('any.invalid')));
const PetStatus = Joi.string().valid('available', 'pending', 'sold');
const NewPet = Joi.object({
  name: Joi.string().allow('').required(),
  categoryId: Int64.required(),
  status: PetStatus,
})
  .unknown()
  .required();
const ListQuery = Joi.object({ limit: Joi.number().integer().min(1).max(100).default(20), status: PetStatus }).unknown();

function validate(ctx, schema, input, options) {
  const { error, value } = schema.validate(input, options);
  if (error) ctx.throw(400, 'The request is not valid');
  return value;
}

const limits = [
  new RateLimiterMemory({ points: Number(LAB_LIMIT_PER_DAY), duration: 24 * 60 * 60, keyPrefix: 'day' }),
  new RateLimiterMemory({ points: Number(LAB_LIMIT_PER_MINUTE), duration: 60, keyPrefix: 'minute' }),
];

const CODES = { 400: 'invalid_request', 401: 'unauthorized', 404: 'not_found', 429: 'too_many_requests' };

/** What rejects is told: the headers speak of the limit that it was. Retry-After belongs to a 429, in whole seconds. */
async function limit(ctx, next) {
  const [, key] = /^Bearer +(\S+) *$/.exec(ctx.get('Authorization')) ?? [];
  ctx.state.caller = callers.get(key);
  for (const limiter of limits) {
    const result = await limiter.consume(ctx.state.caller ?? ctx.ip).catch((rejected) => rejected);
    if (result instanceof Error) throw result;
    const isExceeded = result.consumedPoints > limiter.points;
    ctx.set('X-RateLimit-Limit', `${limiter.points}`);
    ctx.set('X-RateLimit-Remaining', `${result.remainingPoints}`);
    ctx.set('X-RateLimit-Reset', `${Math.ceil((Date.now() + result.msBeforeNext) / 1_000)}`);
    if (!isExceeded) continue;
    ctx.set('Retry-After', `${Math.ceil(result.msBeforeNext / 1_000)}`);
    ctx.throw(429, 'Too many requests');
  }
  await next();
}

async function handleErrors(ctx, next) {
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) ctx.throw(404, 'No such resource');
  } catch (error) {
    const status = error.status ?? 500;
    ctx.status = status;
    ctx.body = { code: CODES[status] ?? 'error', message: error.expose ? error.message : 'Internal server error', status };
  }
}

async function authenticate(ctx, next) {
  if (ctx.state.caller !== undefined) return next();
  ctx.set('WWW-Authenticate', 'Bearer');
  ctx.throw(401, 'Missing or invalid API key');
}

/** JSON.parse rounds integers beyond 2^53: numbers are read and written as they are. */
function send(ctx, status, body) {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = stringify(body);
}
async function parseExactly(ctx) {
  try {
    const body = await text(ctx.req);
    return parse(body, null, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)));
  } catch {
    return undefined;
  }
}

const router = new Router({ prefix: '/v1' });
router.get('/pets', (ctx) => {
  send(ctx, 200, listPets(validate(ctx, ListQuery, ctx.query)));
});
router.post('/pets', async (ctx) => {
  send(ctx, 201, addPet(validate(ctx, NewPet, await parseExactly(ctx), { convert: false })));
});
router.get('/pets/:petId', (ctx) => {
  ctx.set('Deprecation', '@1764892800');
  ctx.set('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  const pet = findPet(ctx.params.petId);
  if (pet === undefined) ctx.throw(404, 'There is no such pet');
  send(ctx, 200, pet);
});

const app = new Koa();
app.silent = true;
app.use(handleErrors);
app.use(limit);
app.use(authenticate);
app.use(router.routes());
app.use(router.allowedMethods());
app.listen(Number(PORT), '127.0.0.1');
