import type { KeyObject } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { concludeChecks, type Check } from '../certificate/check.ts';
import { readPublicKey } from '../certificate/keys.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import { verifyCertificate } from '../certificate/verify.ts';
import { UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import { readProduct, type Product } from './product.ts';

/** The public key of an implementation, beside its versions: who may submit another one changes this file first. */
export const KEY_FILE = 'signing.pem.pub';

const EVIDENCE_FILE = 'evidence.jsonl';

/** One version of one implementation, as it was submitted, and what came of checking it. */
export interface Submission {
  /** The folders NAME/VERSION. */
  readonly name: string;
  readonly version: string;
  /** `unchecked`: it may hold, but this petvet cannot tell. */
  readonly state: 'holds' | 'fails' | 'unchecked';
  /** Why, as a clause. */
  readonly says: string;
  readonly product?: Product;
  /** What the certificate says, where it holds. */
  readonly certificate?: CertificatePredicate;
}

/** When and how a register is checked. */
interface Checking {
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly interrupt: AbortSignal;
  /** Told of each submission as it was checked. */
  readonly onChecked?: (submission: Submission) => void;
}

/** Versions by their numbers, the newest first. */
const NEWEST_FIRST = new Intl.Collator('en', { numeric: true });

/**
 * Checks every submission of a register: folders NAME/VERSION, each with a product file, a certificate and its evidence. Nothing is sent.
 *
 * @returns them by name, the newest version of each first
 * @throws {UsageError} when the folder cannot be read, or holds no submission
 * @throws {InterruptedError} when it was interrupted
 */
export async function checkRegister(directory: string, checking: Checking): Promise<readonly Submission[]> {
  const places = foldersIn(directory).flatMap((name) =>
    foldersIn(join(directory, name))
      .toSorted((a, b) => NEWEST_FIRST.compare(b, a))
      .map((version) => ({ name, version })),
  );
  if (places.length === 0)
    throw new UsageError(
      `${directory} holds no submission`,
      'a register has folders NAME/VERSION, each with product.yaml, certificate.intoto.jsonl and evidence.jsonl',
    );
  const submissions: Submission[] = [];
  for (const place of places) {
    // One evidence at a time fits into memory.
    // oxlint-disable-next-line no-await-in-loop
    const submission = await checkSubmission(directory, place, checking);
    checking.onChecked?.(submission);
    submissions.push(submission);
  }
  return submissions;
}

function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted((a, b) => NEWEST_FIRST.compare(a, b));
  } catch (error) {
    throw new UsageError(`${directory} cannot be read: ${systemWords(error)}`, 'name the folder of a register');
  }
}

async function checkSubmission(
  directory: string,
  { name, version }: Pick<Submission, 'name' | 'version'>,
  { now, interrupt }: Checking,
): Promise<Submission> {
  const folder = join(directory, name, version);
  const refused = (says: string): Submission => ({ name, version, state: 'fails', says });
  const files = readdirSync(folder);
  const missing = ['product.yaml', CERTIFICATE_FILE, EVIDENCE_FILE].find((file) => !files.includes(file));
  if (missing !== undefined) return refused(`it is not complete: ${missing} is missing`);
  const product = readProduct(join(folder, 'product.yaml'));
  if (typeof product === 'string') return refused(product);
  if (product.name !== name || product.version !== version)
    return refused(`product.yaml is of ${product.name} ${product.version}, and the folder of ${name} ${version}`);
  const publicKey = keyIn(join(directory, name, KEY_FILE));
  if (typeof publicKey === 'string') return refused(publicKey);
  const file = join(folder, CERTIFICATE_FILE);
  const { checks, predicate } = await verifyCertificate({ file, publicKey, now, interrupt });
  const state = concludeChecks(checks);
  const says = state === 'holds' ? 'the certificate holds' : whyNot(checks, state);
  return {
    name,
    version,
    state,
    says,
    product,
    ...(state === 'holds' && predicate !== undefined && { certificate: predicate }),
  };
}

function keyIn(file: string): KeyObject | string {
  try {
    return readPublicKey(file);
  } catch (error) {
    if (error instanceof UsageError) return `who may sign is unknown: ${error.message}`;
    throw error;
  }
}

function whyNot(checks: readonly Check[], state: Submission['state']): string {
  return checks.find((check) => check.state === state)?.says ?? 'it does not hold';
}
