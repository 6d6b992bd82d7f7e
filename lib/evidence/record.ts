import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { PET_STATUSES } from '../contract/pets.ts';
import { PLAN_NAMES } from '../contract/plans.ts';
import type { Body, Exchange } from './exchange.ts';
import type { DeclaredPet, Knowledge } from './knowledge.ts';
import type { RunFacts } from './run-facts.ts';

/**
 * A body as JSON can hold it: `text` where the bytes are UTF-8, `base64` where they are not, `truncated` with the
 * reason where the body was cut off.
 */
export type BodyRecord = z.input<typeof bodyRecord>;

/** Why a body is incomplete, and how its sender broke it off, where it did. */
const cut = {
  truncated: z.string().exactOptional(),
  by: z.literal(['reset', 'protocol']).exactOptional(),
};

/** Reads a {@link BodyRecord}. */
export const bodyRecord = z
  .union([
    z.literal(['none', 'not-recorded']),
    z.object({ text: z.string(), ...cut }),
    z.object({ base64: z.string(), ...cut }),
  ])
  .transform((record): Body => {
    if (record === 'none' || record === 'not-recorded') return { kind: record };
    const bytes = new Uint8Array('text' in record ? Buffer.from(record.text) : Buffer.from(record.base64, 'base64'));
    const { truncated, by } = record;
    if (truncated === undefined) return { kind: 'bytes', bytes };
    return { kind: 'truncated', bytes, why: truncated, ...(by !== undefined && { by }) };
  });

/** Writes a body as {@link bodyRecord} reads it. */
export function recordOfBody(body: Body): BodyRecord {
  if (body.kind === 'none' || body.kind === 'not-recorded') return body.kind;
  const { buffer, byteOffset, byteLength } = body.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const content = isUtf8(bytes) ? { text: bytes.toString() } : { base64: bytes.toString('base64') };
  if (body.kind !== 'truncated') return content;
  const { why, by } = body;
  return { ...content, truncated: why, ...(by !== undefined && { by }) };
}

/** Milliseconds since 1970, within years that Date can write. */
const instant = z.number().min(0).max(Date.UTC(3000, 0));

const timesRecord = z.object({
  startedAt: instant,
  answeredAt: instant.exactOptional(),
  endedAt: instant,
});

/** What petvet knows of an exchange besides what crossed the wire. */
export const attributionRecord = z.object({
  id: z.int().positive(),
  failure: z
    .object({
      kind: z.literal(['dns', 'refused', 'tls', 'timeout', 'reset', 'protocol', 'interrupted', 'other']),
      says: z.string(),
      isOfProxy: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  times: timesRecord,
  probe: z.string().exactOptional(),
  sender: z.string().exactOptional(),
  retryOf: z.int().exactOptional(),
  retried: z.boolean().exactOptional(),
});

/** Reads a {@link CredentialRole}. */
export const credentialRecord = z.literal(['primary', 'second', 'none', 'wrong', 'unknown']);

/** Reads a header. */
export const headerPairRecord = z.tuple([z.string(), z.string()]);

const headersRecord = z.array(headerPairRecord);

/** Reads an exchange as {@link recordOfExchange} writes it. */
export const exchangeRecord = attributionRecord.extend({
  request: z.object({
    method: z.string(),
    target: z.string(),
    headers: headersRecord,
    body: bodyRecord,
    credential: credentialRecord,
    isPartlyRecorded: z.literal(true).exactOptional(),
  }),
  answer: z.object({ status: z.int(), headers: headersRecord, body: bodyRecord }).exactOptional(),
}) satisfies z.ZodType<Exchange>;

/** Writes an exchange as plain JSON. */
export function recordOfExchange(exchange: Exchange): z.input<typeof exchangeRecord> {
  const { id, request, answer, probe, sender, ...rest } = exchange;
  return {
    id,
    request: { ...request, headers: pairs(request.headers), body: recordOfBody(request.body) },
    ...(answer && { answer: { ...answer, headers: pairs(answer.headers), body: recordOfBody(answer.body) } }),
    ...rest,
    ...(probe !== undefined && { probe }),
    ...(sender !== undefined && { sender }),
  };
}

function pairs(headers: Exchange['request']['headers']): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}

const integer = z
  .string()
  .regex(/^-?\d{1,30}$/)
  .transform(BigInt);

const declaredPet = z.object({
  id: integer,
  name: z.string().exactOptional(),
  categoryId: integer.exactOptional(),
  status: z.enum(PET_STATUSES).exactOptional(),
});

function recordOfPet({ id, categoryId, ...rest }: DeclaredPet): z.input<typeof declaredPet> {
  return { ...rest, id: `${id}`, ...(categoryId !== undefined && { categoryId: `${categoryId}` }) };
}

/** Reads the knowledge of a run; integers of the service stand as decimal text, so that every reader of JSON keeps their digits. */
export const knowledgeRecord = z.object({
  target: z.string(),
  baseUrl: z.string(),
  loopback: z.boolean(),
  asOf: z.string(),
  plan: z.object({
    name: z.literal([...PLAN_NAMES, 'auto']),
    perMinute: z.number().exactOptional(),
    perDay: z.number().exactOptional(),
  }),
  windows: z.object({ minute: z.number(), day: z.number(), testInstallation: z.boolean() }),
  writes: z.boolean(),
  secondKey: z.boolean(),
  categoryId: integer.exactOptional(),
  leftOut: z.record(z.string(), z.string()),
  leftOutInputs: z.array(z.string()).exactOptional(),
  limitLeft: z.string().exactOptional(),
  usesDayUp: z.boolean().exactOptional(),
  smoke: z.boolean().exactOptional(),
  populates: z.boolean().exactOptional(),
  skipped: z.array(z.string()).exactOptional(),
  knownPets: z.array(declaredPet).exactOptional(),
  createdBefore: z.array(z.string().regex(/^-?\d{1,30}$/)).exactOptional(),
}) satisfies z.ZodType<Knowledge>;

/** Writes knowledge as plain JSON. */
export function recordOfKnowledge(knowledge: Knowledge): z.input<typeof knowledgeRecord> {
  const { categoryId, knownPets, leftOutInputs, skipped, createdBefore, ...rest } = knowledge;
  return {
    ...rest,
    plan: { ...rest.plan },
    ...(categoryId !== undefined && { categoryId: `${categoryId}` }),
    ...(knownPets !== undefined && { knownPets: knownPets.map(recordOfPet) }),
    ...(leftOutInputs !== undefined && { leftOutInputs: [...leftOutInputs] }),
    ...(skipped !== undefined && { skipped: [...skipped] }),
    ...(createdBefore !== undefined && { createdBefore: [...createdBefore] }),
  };
}

/** Reads the facts of a run; they are plain JSON as they are. */
export const runRecord = z.object({
  runId: z.string(),
  startedAt: instant,
  endedAt: instant,
  seed: z.number(),
  sent: z.number(),
  refused: z.number(),
  waitedSeconds: z.number(),
  interrupted: z.boolean(),
  aborted: z.string().exactOptional(),
  endedEarly: z.string().exactOptional(),
  endClause: z.string().exactOptional(),
  created: z.array(z.string()),
  createdWithoutId: z.number().exactOptional(),
  runsLeft: z.number().exactOptional(),
  shortfalls: z.array(z.string()).exactOptional(),
  asks: z.array(z.string()).exactOptional(),
  isUnstable: z.boolean().exactOptional(),
  isUnmeasured: z.boolean().exactOptional(),
  counterexamples: z.array(
    z.object({
      probe: z.string(),
      rules: z.array(z.string()),
      seed: z.number(),
      path: z.string(),
      smallest: z.string(),
    }),
  ),
}) satisfies z.ZodType<RunFacts>;
