import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { rateLimiter } from 'hono-rate-limiter';
import { isInteger, parse, stringify } from 'lossless-json';
import { z } from 'zod';
import { addPet, findPet, listPets } from './exact-store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

const Int64 = z.bigint().min(-(2n ** 63n)).max(2n ** 63n - 1n);
const PetStatus = z.enum(['available', 'pending', 'sold']);
const NewPet = z.object({ name: z.string(), categoryId: Int64, status: PetStatus.optional() });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: PetStatus.optional(),
});

const send = (c, status, body) => c.body(stringify(body), status, { 'Content-Type': 'application/json' });
const sendError = (c, status, code, message) => send(c, status, { code, message, status });

const app = new Hono().basePath('/v1');

/** Who calls is known before the limiter counts; who is unknown is refused after it. */
app.use(async (c, next) => {
  const [, key] = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '') ?? [];
  c.set('caller', callers.get(key));
  await next();
});

/** The limiter knows the RateLimit headers of a draft only: these are the interface's, on a 429 as well. */
const writeHeaders = (c) => {
  const { limit, remaining, resetTime } = c.get('rateLimit');
  c.header('X-RateLimit-Limit', `${limit}`);
  c.header('X-RateLimit-Remaining', `${remaining}`);
  c.header('X-RateLimit-Reset', `${Math.ceil(resetTime.getTime() / 1_000)}`);
};
const limiter = (settings) =>
  rateLimiter({
    standardHeaders: false,
    keyGenerator: (c) => c.get('caller') ?? 'anonymous',
    handler: (c) => {
      writeHeaders(c);
      c.header('Retry-After', `${Math.ceil((c.get('rateLimit').resetTime.getTime() - Date.now()) / 1_000)}`);
      return sendError(c, 429, 'rate_limited', 'Too many requests');
    },
    ...settings,
  });
app.use(limiter({ windowMs: 24 * 60 * 60_000, limit: Number(LAB_LIMIT_PER_DAY) }));
app.use(limiter({ windowMs: 60_000, limit: Number(LAB_LIMIT_PER_MINUTE) }));
app.use(async (c, next) => {
  writeHeaders(c);
  await next();
});

app.use(async (c, next) => {
  if (c.get('caller') !== undefined) return next();
  c.header('WWW-Authenticate', 'Bearer');
  return sendError(c, 401, 'unauthorized', 'Missing or invalid API key');
});

app.get('/pets', (c) => {
  const query = ListQuery.safeParse(c.req.query());
  if (!query.success) return sendError(c, 400, 'invalid_query', z.prettifyError(query.error));
  return send(c, 200, listPets(query.data));
});

/** JSON.parse rounds integers beyond 2^53: numbers are read as they are written. */
const parseExactly = (text) => {
  try {
    return parse(text, null, (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)));
  } catch {
    return undefined;
  }
};

app.post('/pets', async (c) => {
  const body = NewPet.safeParse(parseExactly(await c.req.text()));
  if (!body.success) return sendError(c, 400, 'invalid_body', z.prettifyError(body.error));
  return send(c, 201, addPet(body.data));
});

app.get('/pets/:petId', (c) => {
  c.header('Deprecation', '@1764892800');
  c.header('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  const pet = findPet(c.req.param('petId'));
  if (pet === undefined) return sendError(c, 404, 'not_found', 'There is no such pet');
  return send(c, 200, pet);
});

app.notFound((c) => sendError(c, 404, 'not_found', 'No such resource'));
app.onError((error, c) => {
  console.error(error);
  return sendError(c, 500, 'internal_error', 'Internal server error');
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
