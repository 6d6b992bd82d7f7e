import express from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
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

function send(res, status, body) {
  res.status(status).type('application/json').send(stringify(body));
}

function sendError(res, status, code, message) {
  send(res, status, { code, message, status });
}

/** Who calls is known before the limiter counts; who is unknown is refused after it. */
function identify(req, res, next) {
  const [, key] = /^Bearer +(\S+) *$/i.exec(req.get('authorization') ?? '') ?? [];
  req.caller = callers.get(key);
  next();
}

function authenticate(req, res, next) {
  if (req.caller !== undefined) return next();
  res.set('WWW-Authenticate', 'Bearer');
  sendError(res, 401, 'unauthorized', 'Missing or invalid API key');
}

function limiter(settings) {
  return rateLimit({
    standardHeaders: false,
    keyGenerator: (req) => req.caller ?? ipKeyGenerator(req.ip),
    handler: (req, res) => sendError(res, 429, 'rate_limited', 'Too many requests'),
    ...settings,
  });
}

/** JSON.parse rounds integers beyond 2^53: numbers are read as they are written. */
function parseExactly(req, res, next) {
  try {
    req.body = parse(req.body, null, (text) => (isInteger(text) ? BigInt(text) : Number(text)));
    next();
  } catch {
    sendError(res, 400, 'invalid_json', 'The body is not JSON');
  }
}

const api = express.Router();
api.use(identify);
api.use(limiter({ windowMs: 60_000, limit: Number(LAB_LIMIT_PER_MINUTE) }));
api.use(
  limiter({
    windowMs: 24 * 60 * 60_000,
    limit: Number(LAB_LIMIT_PER_DAY),
    legacyHeaders: false,
    requestPropertyName: 'day',
    handler(req, res) {
      const reset = Math.ceil(req.day.resetTime.getTime() / 1_000);
      res.set('X-RateLimit-Limit', `${req.day.limit}`).set('X-RateLimit-Remaining', '0');
      res.set('X-RateLimit-Reset', `${reset}`).set('Retry-After', `${Math.ceil(reset - Date.now() / 1_000)}`);
      sendError(res, 429, 'rate_limited', 'Too many requests today');
    },
  }),
);
api.use(authenticate);
api.get('/pets', (req, res) => {
  const query = ListQuery.safeParse(req.query);
  if (!query.success) return sendError(res, 400, 'invalid_query', z.prettifyError(query.error));
  send(res, 200, listPets(query.data));
});

api.post('/pets', express.text({ type: () => true }), parseExactly, (req, res) => {
  const body = NewPet.safeParse(req.body);
  if (!body.success) return sendError(res, 400, 'invalid_body', z.prettifyError(body.error));
  send(res, 201, addPet(body.data));
});

api.get('/pets/:petId', (req, res) => {
  res.set('Deprecation', '@1764892800').set('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  const pet = findPet(req.params.petId);
  if (pet === undefined) return sendError(res, 404, 'not_found', 'There is no such pet');
  send(res, 200, pet);
});

const app = express();
app.use('/v1', api);
app.use((req, res) => sendError(res, 404, 'not_found', 'No such resource'));
app.use((error, req, res, next) => {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  sendError(res, status, error.type ?? 'internal_error', status < 500 ? 'The request is not valid' : 'Internal error');
});
app.listen(Number(PORT), '127.0.0.1');
