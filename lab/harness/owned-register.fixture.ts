import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { z } from 'zod';
import { CERTIFICATE_FILE, printCertificate } from '../../lib/certificate/bundle.ts';
import { aDigest, aKey, predicateIn } from '../../lib/certificate/certificate.fixture.ts';
import { pemOf } from '../../lib/certificate/keys.ts';
import { typed } from '../../lib/end-to-end/typed.fixture.ts';
import { folder } from '../../lib/end-to-end/petvet-process.fixture.ts';
import { KEY_FILE } from '../../lib/register/register.ts';
import { REGISTER, tableDate } from './releases.ts';

const daysLater = (days: number) => new Date(Date.parse(tableDate()) + days * 86_400_000).toISOString().slice(0, 10);

/** When its certificates are fresh, in their days of grace, and stale by its rules. */
export const FRESH = tableDate();
export const IN_GRACE = daysLater(65);
export const STALE = daysLater(80);

/** NAME/VERSION of each submission, and what stands against it. */
export const PLACES = {
  sound: 'pets-koa/1.2.0',
  upheld: 'pets-koa/1.1.0',
  withdrawn: 'pets-koa/1.0.0',
  disputed: 'pets-hono/1.0.0',
  violating: 'pets-openapi/1.0.0',
  foreign: 'pets-fastify/1.0.0',
} as const;

export const certificateIn = (register: string, place: string) => join(register, place, CERTIFICATE_FILE);

export const write = (file: string, text: string | Buffer): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** Signs the certificate of a submission anew, over whatever evidence is beside it. */
export function signAgain(register: string, place: string, key = aKey()): void {
  const file = certificateIn(register, place);
  const { signer: _signer, testResult: _result, ...content } = predicateIn(readFileSync(file, 'utf8'));
  const evidence = gunzipSync(readFileSync(join(register, place, 'evidence.jsonl.gz')));
  write(file, printCertificate({ ...content, evidence: { name: 'evidence.jsonl', ...aDigest(evidence) } }, key));
}

/** A dispute about what is submitted at a place, in its file. */
function dispute(register: string, place: string, more: object): void {
  const text = readFileSync(certificateIn(register, place));
  const about = { certificate: aDigest(text).sha256, run: predicateIn(text.toString()).evidence.sha256 };
  write(
    join(register, 'disputes', place, `${FRESH}-LIST-2`, 'dispute.yaml'),
    stringify({
      schema: 'petvet/dispute/1',
      ...about,
      subject: 'https://pets.example/v1',
      evidence: 'b'.repeat(64),
      violates: [{ rule: 'LIST-2', says: 'an item too many' }],
      opened: FRESH,
      until: IN_GRACE,
      ...more,
    }),
  );
}

/** A register of the lab's real runs in which submissions have each state, and which its owner signed. */
export async function anOwnedRegister() {
  const place = await folder();
  const register = join(place.path, 'register');
  for (const one of Object.values(PLACES)) cpSync(join(REGISTER, one), join(register, one), { recursive: true });
  const names = [...new Set(Object.values(PLACES).map((one) => dirname(one)))];
  const keys = new Map(names.map((name) => [name, aKey()]));
  for (const [name, { publicKey }] of keys) write(join(register, name, KEY_FILE), pemOf(publicKey));
  const violating = join(register, PLACES.violating, 'evidence.jsonl.gz');
  write(violating, gzipSync(violated(gunzipSync(readFileSync(violating)).toString())));
  for (const one of Object.values(PLACES))
    signAgain(register, one, one === PLACES.foreign ? aKey() : keys.get(dirname(one)));
  const product = join(register, PLACES.withdrawn, 'product.yaml');
  write(product, `${readFileSync(product, 'utf8')}withdrawn: { on: ${FRESH}, why: it loses pets }\n`);
  const decision = { on: FRESH, is: 'upheld', says: 'it is so' };
  dispute(register, PLACES.upheld, { decision });
  dispute(register, PLACES.disputed, {});
  write(
    join(register, 'register.yaml'),
    stringify({ schema: 'petvet/register-rules/1', contact: 'a@b.example', freshDays: 60, graceDays: 14 }),
  );
  const owner = join(place.path, 'owner.pem');
  const { status, err } = await typed(['certify', '--register', 'register', '--new-key', owner], place.path);
  if (status !== 0) throw new TypeError(err);
  return { place: place.path, register, ownerKey: `${owner}.pub`, [Symbol.asyncDispose]: place[Symbol.asyncDispose] };
}

/** The first creation of a pet gets another status, whoever looks at it. */
function violated(evidence: string): string {
  return evidence.replace('"answer":{"status":200', '"answer":{"status":202');
}

const Table = z.object({
  rows: z.array(z.object({ name: z.string(), version: z.string(), standing: z.object({ state: z.string() }) })),
});

/** What `petvet verify --all` says of each submission; nothing where it refuses to say anything. */
export async function statesOf(register: string, asOf: string, ...flags: readonly string[]) {
  const args = ['verify', '--all', register, '--as-of', asOf, '--format', 'json', ...flags];
  const { out } = await typed(args, register, {}, asOf);
  if (out === '') return new Map<string, string>();
  const { rows } = Table.parse(JSON.parse(out));
  return new Map(rows.map(({ name, version, standing }) => [`${name}/${version}`, standing.state]));
}

/** From the best to the worst; what is not listed, nor was true of its time, is all the same. */
const RANKS = ['conformant', 'partial', 'grace', 'disputed', 'stale'];

export function rankOf(state: string | undefined): number {
  const rank = RANKS.indexOf(state ?? '');
  return rank === -1 ? RANKS.length : rank;
}
