import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { TokenBucket } from 'limiter';
import { isInteger, parse, stringify } from 'lossless-json';
import { addPet, findPet, listPets } from './exact-store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const [perMinute, perDay] = [Number(LAB_LIMIT_PER_MINUTE), Number(LAB_LIMIT_PER_DAY)];

/** RateLimiter keeps a second count that its tokens do not show: a bucket alone is what Remaining tells. */
function newBucket(tokens, interval) {
  const bucket = new TokenBucket({ bucketSize: tokens, tokensPerInterval: tokens, interval });
  bucket.content = tokens;
  return bucket;
}
const newCaller = (isKnown) => ({ isKnown, minute: newBucket(perMinute, 'minute'), day: newBucket(perDay, 'day') });
const callers = new Map([
  [LAB_KEY, newCaller(true)],
  [LAB_SECOND_KEY, newCaller(true)],
]);
const anonymous = newCaller(false);

function problem(status, code, message) {
  return Object.assign(new Error(message), { status, code });
}

/** Who calls is known before the limiter counts; who is unknown is refused after it. */
function countRequest(req, res, next) {
  const [, key] = /^Bearer +(\S+) *$/i.exec(req.get('authorization') ?? '') ?? [];
  req.caller = callers.get(key) ?? anonymous;
  const { minute, day } = req.caller;
  const wait = Math.max(minute.getWaitTime(1), day.getWaitTime(1));
  if (wait === 0) [minute, day].forEach((bucket) => bucket.tryRemoveTokens(1));
  const used = perMinute - minute.content;
  res.set('X-RateLimit-Limit', `${perMinute}`);
  res.set('X-RateLimit-Remaining', `${wait === 0 ? Math.floor(minute.content) : 0}`);
  res.set('X-RateLimit-Reset', `${Math.ceil(Date.now() / 1_000 + (used * 60) / perMinute)}`);
  if (wait === 0) return next();
  res.set('Retry-After', `${Math.ceil(wait / 1_000)}`);
  next(problem(429, 'rate_limited', 'Too many requests'));
}

function authenticate(req, res, next) {
  if (req.caller.isKnown) return next();
  res.set('WWW-Authenticate', 'Bearer');
  next(problem(401, 'unauthorized', 'Missing or invalid API key'));
}

/** JSON.parse rounds integers beyond 2^53: numbers are read as they are written. */
function parseExactly(req, res, next) {
  if (req.method !== 'POST') return next();
  try {
    req.body = parse(req.body, null, (text) => (isInteger(text) ? BigInt(text) : Number(text)));
  } catch {
    return next(problem(400, 'invalid_json', 'The body is not JSON'));
  }
  if (typeof req.body === 'object' && req.body !== null && !Array.isArray(req.body)) return next();
  next(problem(400, 'invalid_body', 'The body is not an object'));
}
const isInt64 = (value) => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

const send = (res, status, body) => res.status(status).type('application/json').send(stringify(body));

const app = express();
app.use(countRequest);
app.use(authenticate);
app.use(express.text({ type: () => true }), parseExactly);
app.use(
  OpenApiValidator.middleware({
    apiSpec: new URL('mended.openapi.json', import.meta.url).pathname,
    validateSecurity: false,
  }),
);

app.get('/v1/pets', (req, res) => {
  const { limit, status } = req.query;
  send(res, 200, listPets({ limit: Number(limit), status }));
});

app.post('/v1/pets', (req, res) => {
  if (!isInt64(req.body.categoryId)) throw problem(400, 'invalid_body', 'categoryId is no integer of 64 bits');
  send(res, 201, addPet(req.body));
});

app.get('/v1/pets/:petId', (req, res) => {
  res.set('Deprecation', '@1764892800').set('Sunset', 'Thu, 05 Dec 2030 00:00:00 GMT');
  const pet = findPet(req.params.petId);
  if (pet === undefined) throw problem(404, 'not_found', 'There is no such pet');
  send(res, 200, pet);
});

app.use((error, req, res, next) => {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  send(res, status, {
    code: String(error.code ?? 'invalid_request'),
    message: status < 500 ? error.message : 'Internal error',
    status,
  });
});
app.listen(Number(PORT), '127.0.0.1');
