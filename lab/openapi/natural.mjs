import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { RateLimiter } from 'limiter';
import { addPet, findPet, listPets } from './store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const [perMinute, perDay] = [Number(LAB_LIMIT_PER_MINUTE), Number(LAB_LIMIT_PER_DAY)];
const newCaller = () => ({
  minute: new RateLimiter({ tokensPerInterval: perMinute, interval: 'minute' }),
  day: new RateLimiter({ tokensPerInterval: perDay, interval: 'day' }),
});
const callers = new Map([
  [LAB_KEY, newCaller()],
  [LAB_SECOND_KEY, newCaller()],
]);

function problem(status, code, message) {
  return Object.assign(new Error(message), { status, code });
}

function authenticate(req) {
  const [, key] = req.headers.authorization.split(' ');
  req.caller = callers.get(key);
  if (req.caller === undefined) throw problem(401, 'unauthorized', 'Invalid API key');
  return true;
}

function limit(req, res, next) {
  const { minute, day } = req.caller;
  const isAdmitted = day.tryRemoveTokens(1) && minute.tryRemoveTokens(1);
  const remaining = Math.floor(minute.getTokensRemaining());
  const secondsUntilFull = ((perMinute - remaining) * 60) / perMinute;
  res.set('X-RateLimit-Limit', `${perMinute}`);
  res.set('X-RateLimit-Remaining', `${remaining}`);
  res.set('X-RateLimit-Reset', `${Math.ceil(Date.now() / 1000 + secondsUntilFull)}`);
  if (isAdmitted) return next();
  res.set('Retry-After', `${Math.ceil(minute.getWaitTime(1) / 1000)}`);
  next(problem(429, 'rate_limited', 'Too many requests'));
}

const app = express();
app.use(express.json());
app.use(
  OpenApiValidator.middleware({
    apiSpec: new URL('pets.openapi.json', import.meta.url).pathname,
    validateSecurity: { handlers: { apiKey: authenticate } },
  }),
);
app.use(limit);

app.get('/v1/pets', (req, res) => {
  res.json(listPets(req.query));
});

app.post('/v1/pets', (req, res) => {
  res.status(201).json(addPet(req.body));
});

app.get('/v1/pets/:petId', (req, res) => {
  const pet = findPet(req.params.petId);
  if (pet === undefined) throw problem(404, 'not_found', `There is no pet ${req.params.petId}`);
  res.json(pet);
});

app.use((error, req, res, next) => {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  const message = status < 500 ? error.message : 'Internal server error';
  res.status(status).json({ code: error.code ?? error.name, message, status });
});
app.listen(Number(PORT), '127.0.0.1');
