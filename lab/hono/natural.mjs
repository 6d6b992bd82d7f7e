import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { rateLimiter } from 'hono-rate-limiter';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { addPet, findPet, listPets } from './store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;

const PetStatus = z.enum(['available', 'pending', 'sold']).openapi('PetStatus');
const NewPet = z.object({ name: z.string(), categoryId: z.int(), status: PetStatus.optional() }).openapi('NewPet');
const Pet = NewPet.extend({ id: z.int() }).openapi('Pet');
const Problem = z.object({ code: z.string(), message: z.string(), status: z.int() }).openapi('Error');
const json = (schema, description) => ({ description, content: { 'application/json': { schema } } });

const sendError = (c, status, code, message) => c.json({ code, message, status }, status);

const app = new OpenAPIHono({
  defaultHook: (result, c) => {
    if (!result.success) return sendError(c, 400, 'invalid_request', z.prettifyError(result.error));
  },
}).basePath('/v1');

const limiter = (settings) =>
  rateLimiter({
    keyGenerator: (c) => c.req.header('authorization') ?? 'anonymous',
    handler: (c) => sendError(c, 429, 'rate_limited', 'Too many requests'),
    ...settings,
  });
app.use(limiter({ windowMs: 24 * 60 * 60_000, limit: Number(LAB_LIMIT_PER_DAY), standardHeaders: false }));
app.use(limiter({ windowMs: 60_000, limit: Number(LAB_LIMIT_PER_MINUTE) }));
app.use(async (c, next) => {
  const { limit, remaining, resetTime } = c.get('rateLimit');
  c.header('X-RateLimit-Limit', `${limit}`);
  c.header('X-RateLimit-Remaining', `${remaining}`);
  c.header('X-RateLimit-Reset', `${Math.ceil(resetTime.getTime() / 1_000)}`);
  await next();
});
app.use(bearerAuth({ token: [LAB_KEY, LAB_SECOND_KEY] }));

app.openapi(
  createRoute({
    method: 'get',
    path: '/pets',
    request: {
      query: z.object({
        limit: z.coerce.number().int().min(1).max(100).default(20),
        status: PetStatus.optional(),
      }),
    },
    responses: { 200: json(z.array(Pet), 'Pets'), 401: json(Problem, 'Unauthorized') },
  }),
  (c) => c.json(listPets(c.req.valid('query')), 200),
);

app.openapi(
  createRoute({
    method: 'post',
    path: '/pets',
    request: { body: { ...json(NewPet, 'The new pet'), required: true } },
    responses: { 201: json(Pet, 'The new pet'), 400: json(Problem, 'Invalid'), 401: json(Problem, 'Unauthorized') },
  }),
  (c) => c.json(addPet(c.req.valid('json')), 201),
);

app.openapi(
  createRoute({
    method: 'get',
    path: '/pets/{petId}',
    request: { params: z.object({ petId: z.coerce.number().int() }) },
    responses: { 200: json(Pet, 'The pet'), 401: json(Problem, 'Unauthorized'), 404: json(Problem, 'Not found') },
  }),
  (c) => {
    const { petId } = c.req.valid('param');
    const pet = findPet(petId);
    if (pet === undefined) return sendError(c, 404, 'not_found', `There is no pet ${petId}`);
    return c.json(pet, 200);
  },
);

app.notFound((c) => sendError(c, 404, 'not_found', 'No such resource'));
app.onError((error, c) => {
  if (error instanceof HTTPException) return sendError(c, error.status, 'error', error.message || 'Request failed');
  console.error(error);
  return sendError(c, 500, 'internal_error', 'Internal server error');
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
