import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { parsedJson } from '../evidence/parsed-json.ts';
import { bodyRecord, headerPairRecord, recordOfBody } from '../evidence/record.ts';
import { credentialRole } from '../evidence/masking.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { grease, hasBroken, requestsOfRun } from './grease.ts';
import { judgeClient } from './judge-client.ts';
import { withoutDoubt } from './refused-rows.ts';
import type { ClientRequest } from './request-log.ts';
import { DISTURBANCES, SITUATION_NAMES } from './situations.ts';
import { stored } from './stored-request.ts';
import type { ClientRun, VettedClient } from './vet-client.ts';

/** The name of the evidence within the folder of a report on a client. */
export const CLIENT_EVIDENCE_FILE = 'client-evidence.jsonl';

/** The name and version of the format: every such file begins with it. */
const FORMAT = 'client-evidence/1';

/** Longer evidence is not of one client. */
const MOST_BYTES = 268_435_456;

const instant = z.number().min(0);

const head = z.strictObject({
  petvet: z.literal(FORMAT),
  version: z.string(),
  command: z.string(),
  asOf: z.iso.date(),
  /** In milliseconds since 1970. */
  startedAt: z.int().min(0).max(Date.UTC(3000, 0)),
  wasInterrupted: z.boolean(),
  situations: z.array(
    z.strictObject({
      name: z.enum(SITUATION_NAMES),
      isMet: z.boolean(),
      runs: z.array(z.strictObject({ status: z.int().nullable(), tookTooLong: z.boolean(), seconds: z.number() })),
    }),
  ),
  /** What was drawn; what came of it follows from the runs in the situation `greased`. */
  grease: z.strictObject({ seed: z.int(), freedoms: z.array(z.string()) }).exactOptional(),
  /** How many lines follow. */
  requests: z.int().positive(),
});

const line = z.strictObject({
  number: z.int().positive(),
  situation: z.enum(SITUATION_NAMES).exactOptional(),
  run: z.int().exactOptional(),
  method: z.string(),
  target: z.string(),
  headers: z.array(headerPairRecord),
  body: bodyRecord,
  /** Instants in milliseconds since `startedAt`. */
  arrivedAt: instant,
  endedAt: instant.exactOptional(),
  abandonedAt: instant.exactOptional(),
  status: z.int().exactOptional(),
  refusal: z.strictObject({ retryAfter: z.int(), inARow: z.int() }).exactOptional(),
  resetAt: z.number().exactOptional(),
  disturbance: z.enum(DISTURBANCES).exactOptional(),
  duringWaitOf: z.int().exactOptional(),
  underWay: z.boolean().exactOptional(),
});

/** What evidence says of a client, judged. */
export interface ReadClientEvidence extends Omit<VettedClient, 'baseUrl' | 'key'> {
  readonly version: string;
  readonly command: string;
  readonly asOf: string;
}

/** Writes everything that the judges of a client read: a line about its runs, and one for each request. */
export function printClientEvidence(
  { startedAt, wasInterrupted, situations, grease: greased, log, key }: Omit<VettedClient, 'baseUrl' | 'findings'>,
  { command, asOf }: { readonly command: string; readonly asOf: string },
): string {
  const first: z.input<typeof head> = {
    petvet: FORMAT,
    version: PETVET_VERSION,
    command,
    asOf,
    startedAt,
    wasInterrupted,
    situations: situations.map(({ runs, ...rest }) => ({ ...rest, runs: [...runs] })),
    ...(greased && { grease: { seed: greased.seed, freedoms: greased.freedoms.map(({ name }) => name) } }),
    requests: log.length,
  };
  return [first, ...stored(log, key).map(lineOf)].map((one) => `${JSON.stringify(one)}\n`).join('');
}

function lineOf({ sent, ...rest }: ClientRequest): z.input<typeof line> {
  const { method, target, headers, body } = sent;
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  return { ...rest, method, target, headers: pairs, body: recordOfBody(body) };
}

/** The evidence of a client that a file or a folder stands for, by its name; undefined of anything else. */
export function clientEvidenceAt(given: string): string | undefined {
  if (basename(given) === CLIENT_EVIDENCE_FILE) return given;
  const inside = join(given, CLIENT_EVIDENCE_FILE);
  return existsSync(inside) ? inside : undefined;
}

/**
 * Reads the evidence of a client, and judges it.
 *
 * @throws {UsageError} when it is cut off, changed in its form, or of a petvet with other freedoms
 */
export async function judgeClientEvidence(text: string, file: string): Promise<ReadClientEvidence> {
  const [first = '', ...rest] = text.split('\n');
  const last = rest.pop();
  const { requests, petvet: _format, grease: drawn, ...told } = parsed(head, first, file, 1);
  const log = withoutDoubt(rest.map((one, index) => requestOf(parsed(line, one, file, index + 2))));
  if (last !== '' || log.length !== requests) throw notAsWritten(file, `it has ${log.length} of ${requests} requests`);
  if (log.some(({ number }, index) => number !== index + 1)) throw notAsWritten(file, 'its requests are not numbered');
  const runs = told.situations.find(({ name }) => name === 'greased')?.runs ?? [];
  const greased = drawn && (await greaseAgain(drawn, { runs, log }, file));
  return { ...told, ...(greased && { grease: greased }), log, findings: judgeClient(log, told.asOf) };
}

/** The text of a file that may be evidence of a client. @throws {UsageError} when it cannot be read */
export function readClientEvidence(file: string): string {
  try {
    return readGivenFile(file, { bytes: MOST_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message}`, AS_WRITTEN);
  }
}

/** What came of a seed follows from how the runs ended, and what was sent in each. */
async function greaseAgain(
  { seed, freedoms }: { readonly seed: number; readonly freedoms: readonly string[] },
  { runs, log }: { readonly runs: readonly ClientRun[]; readonly log: readonly ClientRequest[] },
  file: string,
) {
  const left = [...runs];
  const again = await grease(seed, () => {
    const next = left.shift();
    if (next === undefined) throw notAsWritten(file, 'runs in the situation greased are missing');
    return Promise.resolve(hasBroken(next, requestsOfRun(log, runs.length - left.length)));
  });
  if (left.length > 0) throw notAsWritten(file, 'it has more runs in the situation greased than petvet makes');
  if (again.freedoms.map(({ name }) => name).join() !== freedoms.join())
    throw notAsWritten(file, `this petvet draws other freedoms from the seed ${seed}`);
  return again;
}

function requestOf({ method, target, headers, body, ...rest }: z.output<typeof line>): ClientRequest {
  return { ...rest, sent: { method, target, headers, body, credential: credentialRole(headers) } };
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string, file: string, number: number) {
  const reading = schema.safeParse(parsedJson(text));
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  throw notAsWritten(file, `line ${number}, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown cause'}`);
}

function notAsWritten(file: string, why: string): UsageError {
  return new UsageError(`${file} is not evidence of a client that this petvet can read: ${why}`, AS_WRITTEN);
}

const AS_WRITTEN = `name a ${CLIENT_EVIDENCE_FILE} as \`petvet client\` wrote it`;
