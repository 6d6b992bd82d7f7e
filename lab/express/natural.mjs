import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { z } from 'zod';
import { addPet, findPet, listPets } from './store.mjs';

const { PORT, LAB_KEY, LAB_SECOND_KEY, LAB_LIMIT_PER_MINUTE, LAB_LIMIT_PER_DAY } = process.env;
const callers = new Map([
  [LAB_KEY, 'first'],
  [LAB_SECOND_KEY, 'second'],
]);

const PetStatus = z.enum(['available', 'pending', 'sold']);
const NewPet = z.object({ name: z.string(), categoryId: z.int(), status: PetStatus.optional() });
const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: PetStatus.optional(),
});

function sendError(res, status, code, message) {
  res.status(status).json({ code, message, status });
}

function authenticate(req, res, next) {
  const [scheme, key] = (req.get('authorization') ?? '').split(' ');
  req.caller = scheme === 'Bearer' ? callers.get(key) : undefined;
  if (req.caller === undefined) return sendError(res, 401, 'unauthorized', 'Missing or invalid API key');
  next();
}

function limiter(settings) {
  return rateLimit({
    standardHeaders: false,
    keyGenerator: (req) => req.caller,
    handler: (req, res) => sendError(res, 429, 'rate_limited', 'Too many requests'),
    ...settings,
  });
}

const api = express.Router();
api.use(authenticate);
api.use(limiter({ windowMs: 24 * 60 * 60_000, limit: Number(LAB_LIMIT_PER_DAY), legacyHeaders: false }));
api.use(limiter({ windowMs: 60_000, limit: Number(LAB_LIMIT_PER_MINUTE), legacyHeaders: true }));

api.get('/pets', (req, res) => {
  const query = ListQuery.safeParse(req.query);
  if (!query.success) return sendError(res, 400, 'invalid_query', z.prettifyError(query.error));
  res.json(listPets(query.data));
});

api.post('/pets', (req, res) => {
  const body = NewPet.safeParse(req.body);
  if (!body.success) return sendError(res, 400, 'invalid_body', z.prettifyError(body.error));
  res.status(201).json(addPet(body.data));
});

api.get('/pets/:petId', (req, res) => {
  const pet = findPet(Number(req.params.petId));
  if (pet === undefined) return sendError(res, 404, 'not_found', `There is no pet ${req.params.petId}`);
  res.json(pet);
});

const app = express();
app.use(express.json());
app.use('/v1', api);
app.use((req, res) => sendError(res, 404, 'not_found', 'No such resource'));
app.use((error, req, res, next) => {
  if (res.headersSent) return next(error);
  const status = error.status ?? 500;
  sendError(res, status, error.type ?? 'internal_error', status < 500 ? error.message : 'Internal server error');
});
app.listen(Number(PORT), '127.0.0.1');
