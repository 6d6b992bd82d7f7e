import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import Joi from 'joi';
import Koa from 'koa';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { addPet, findPet, listPets } from './store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

const PetStatus = Joi.string().valid('available', 'pending', 'sold');
const NewPet = Joi.object({
  name: Joi.string().required(),
  categoryId: Joi.number().integer().required(),
  status: PetStatus,
}).required();
const ListQuery = Joi.object({ limit: Joi.number().integer().min(1).max(100).default(20), status: PetStatus });

function validate(ctx, schema, input) {
  const { error, value } = schema.validate(input);
  if (error) ctx.throw(400, error.message);
  return value;
}

const perMinute = Number(LAB_LIMIT_PER_MINUTE);
const minute = new RateLimiterMemory({ points: perMinute, duration: 60 });
const day = new RateLimiterMemory({ points: Number(LAB_LIMIT_PER_DAY), duration: 24 * 60 * 60 });

function setHeaders(ctx, result) {
  ctx.set({
    'Retry-After': result.msBeforeNext / 1000,
    'X-RateLimit-Limit': perMinute,
    'X-RateLimit-Remaining': result.remainingPoints,
    'X-RateLimit-Reset': Math.ceil((Date.now() + result.msBeforeNext) / 1000),
  });
}

async function limit(ctx, next) {
  try {
    await day.consume(ctx.state.caller);
    setHeaders(ctx, await minute.consume(ctx.state.caller));
  } catch (result) {
    if (result instanceof Error) throw result;
    setHeaders(ctx, result);
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
    ctx.body = { code: `HTTP_${status}`, message: error.expose ? error.message : 'Internal server error', status };
  }
}

async function authenticate(ctx, next) {
  const [scheme, key] = ctx.get('Authorization').split(' ');
  ctx.state.caller = scheme === 'Bearer' ? callers.get(key) : undefined;
  if (ctx.state.caller === undefined) ctx.throw(401, 'Missing or invalid API key');
  await next();
}

const router = new Router({ prefix: '/v1' });
router.get('/pets', (ctx) => {
  ctx.body = listPets(validate(ctx, ListQuery, ctx.query));
});
router.post('/pets', (ctx) => {
  ctx.status = 201;
  ctx.body = addPet(validate(ctx, NewPet, ctx.request.body));
});
router.get('/pets/:petId', (ctx) => {
  const pet = findPet(Number(ctx.params.petId));
  if (pet === undefined) ctx.throw(404, `There is no pet ${ctx.params.petId}`);
  ctx.body = pet;
});

const app = new Koa();
app.silent = true;
app.use(handleErrors);
app.use(authenticate);
app.use(limit);
app.use(bodyParser());
app.use(router.routes());
app.use(router.allowedMethods());
app.listen(Number(PORT), '127.0.0.1');
