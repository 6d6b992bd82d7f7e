import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILE, MOST_CERTIFICATE_BYTES } from '../certificate/bundle.ts';
import { freshUntil } from '../certificate/claims.ts';
import { concludeChecks, type Check } from '../certificate/check.ts';
import { isKeyless } from '../certificate/keyless.ts';
import type { SignerPlan } from '../certificate/signer-plan.ts';
import { readPublicKey } from '../certificate/keys.ts';
import type { AnyPredicate } from '../certificate/client-predicate.ts';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';
import type { TrustedRoot } from '../keyless/trusted-root.ts';
import { digestOf } from '../certificate/digest.ts';
import { BADGES, hasBadge, MOST_NAME_BYTES } from './badge.ts';
import { DISPUTES, readDisputes } from './dispute.ts';
import type { Erratum } from './errata.ts';
import { judgeByErrata } from './judged-by-errata.ts';
import { readProduct, readSigner } from './product.ts';
import type { Submission } from './submission.ts';
import { evidenceAmong, verifySubmitted, type SubmittedEvidence } from './submitted-evidence.ts';
import { unpack } from './unpacked.ts';
import { unusable, whyUnreadable, type Unusable } from './unusable.ts';

/** The public key of an implementation, beside its versions: who may submit another one changes this file first. */
export const KEY_FILE = 'signing.pem.pub';

/** In its place, or beside it, where pipelines sign without a key: whose certificates count. */
export const IDENTITY_FILE = 'signing.identity.yaml';

/** What a submitter says of the implementation. */
export const PRODUCT_FILE = 'product.yaml';

/** What the owner of a register signed. */
export interface OwnersWord {
  /** The submissions that were there by then. */
  readonly places: readonly Pick<Submission, 'name' | 'version'>[];
  /** Why nothing is to be said of a submission, as a clause; undefined where all that it depends on is as it was signed. */
  readonly whyNot: (place: Pick<Submission, 'name' | 'version'>) => string | undefined;
}

/** When and how a register is checked. */
interface Checking {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Somebody named that date: it is not what the clock of this machine says. */
  readonly isDateGiven?: boolean;
  readonly interrupt: AbortSignal;
  /** Whom to believe about signers without a key. */
  readonly trustedRoot?: TrustedRoot | undefined;
  readonly errata?: readonly Erratum[];
  readonly owner?: OwnersWord | undefined;
  /** Told of each submission as it was checked. */
  readonly onChecked?: (submission: Submission) => void;
}

/** Folders of a register that are no implementations. */
export const RESERVED: readonly string[] = [BADGES, DISPUTES];

/** Folders in an order that does not depend on the system; numbers by their size. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/**
 * Checks every submission of a register: folders NAME/VERSION, each with a product file, a certificate and its evidence. Nothing is sent.
 *
 * @returns them by the names of their folders
 * @throws {UsageError} when the folder cannot be read, or holds no submission
 * @throws {InterruptedError} when it was interrupted
 */
export async function checkRegister(directory: string, checking: Checking): Promise<readonly Submission[]> {
  const places = foldersIn(directory).flatMap((name) =>
    foldersIn(join(directory, name))
      .filter((version) => !RESERVED.includes(name) || existsSync(join(directory, name, version, PRODUCT_FILE)))
      .map((version) => ({ name, version })),
  );
  if (places.length === 0)
    throw new UsageError(
      `${directory} holds no submission`,
      'a register has folders NAME/VERSION, each with product.yaml, certificate.intoto.jsonl and evidence.jsonl',
    );
  const submissions: Submission[] = [];
  for (const place of withSigned(places, checking.owner)) {
    const says = checking.owner?.whyNot(place);
    const submission: Submission =
      says === undefined
        ? // oxlint-disable-next-line no-await-in-loop -- one evidence at a time fits into memory
          await checkSubmission(directory, place, checking)
        : { ...place, state: 'unchecked', says };
    checking.onChecked?.(submission);
    submissions.push(submission);
  }
  return submissions;
}

/** A submission that the owner signed does not go away without a word. */
function withSigned(
  places: OwnersWord['places'],
  { places: signed }: Pick<OwnersWord, 'places'> = { places: [] },
): OwnersWord['places'] {
  const isThere = (one: OwnersWord['places'][number]) =>
    places.some(({ name, version }) => name === one.name && version === one.version);
  return [...places, ...signed.filter((one) => !isThere(one))];
}

/** The folders in a folder of a register, numbers by their size. @throws {UsageError} when it cannot be read */
export function foldersIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted((a, b) => BY_NAME.compare(a, b));
  } catch (error) {
    throw new UsageError(`${directory} cannot be read: ${systemWords(error)}`, 'name the folder of a register');
  }
}

/**
 * Checks one submission of a register, as {@link checkRegister} checks each.
 *
 * @throws {InterruptedError} when it was interrupted
 */
export async function checkSubmission(
  directory: string,
  place: Pick<Submission, 'name' | 'version'>,
  checking: Checking,
): Promise<Submission> {
  const { name, version } = place;
  const fault = whyNoPlace(place);
  if (fault !== undefined) return told(place, { refused: fault });
  const files = filesIn(join(directory, name, version));
  if ('unchecked' in files) return told(place, files);
  const submitted = evidenceAmong(files.names);
  const missing = [PRODUCT_FILE, CERTIFICATE_FILE, submitted.file].filter((file) => !files.names.includes(file));
  return {
    ...(missing.length > 0
      ? told(place, {
          refused: `it is not complete: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
        })
      : await checkFiles(directory, place, submitted, checking)),
    ...(submitted.kind !== undefined && { kind: submitted.kind }),
    ...(!missing.includes(submitted.file) && { evidence: submitted.file }),
  };
}

/** Why a submission cannot have these names, as a clause. */
export function whyNoPlace(place: Pick<Submission, 'name' | 'version'>): string | undefined {
  const { name } = place;
  if (RESERVED.includes(name))
    return `no implementation can have the name ${name}: the ${name} of a register are there`;
  return hasBadge(place) ? undefined : `the names of its folders are too long: each may have ${MOST_NAME_BYTES} bytes`;
}

function told({ name, version }: Pick<Submission, 'name' | 'version'>, why: Unusable): Submission {
  return 'refused' in why
    ? { name, version, state: 'fails', says: why.refused }
    : { name, version, state: 'unchecked', says: why.unchecked };
}

/** Checks a submission that has its three files. */
async function checkFiles(
  directory: string,
  place: Pick<Submission, 'name' | 'version'>,
  submitted: SubmittedEvidence,
  { now, isDateGiven, interrupt, trustedRoot, errata = [] }: Checking,
): Promise<Submission> {
  const { name, version } = place;
  const folder = join(directory, name, version);
  const product = readProduct(join(folder, PRODUCT_FILE));
  if ('refused' in product || 'unchecked' in product) return told(place, product);
  if (product.name !== name || product.version !== version)
    return told(place, {
      refused: `product.yaml names ${product.name} ${product.version}, and its folders are ${name} and ${version}`,
    });
  const file = join(folder, CERTIFICATE_FILE);
  const signer = signerFor(file, join(directory, name), trustedRoot);
  if ('refused' in signer || 'unchecked' in signer) return told(place, signer);
  const unpacked =
    submitted.file === submitted.name ? undefined : await unpack(join(folder, submitted.file), submitted.name);
  if (unpacked !== undefined && !('file' in unpacked))
    return told(
      place,
      unusable(unpacked, (why, where) => `${submitted.file} cannot be unpacked${where}: ${why}`),
    );
  await using plain = unpacked;
  const evidence = plain?.file;
  const verified = await verifySubmitted({ file, evidence, ...signer, now, isDateGiven, interrupt }, submitted);
  const { predicate, client, rules } = verified;
  const checks =
    predicate === undefined || rules === undefined
      ? verified.checks
      : await judgeByErrata(
          { checks: verified.checks, predicate, rules, evidence: evidence ?? join(folder, submitted.file) },
          errata,
          { today: new Date(now).toISOString().slice(0, 10), interrupt },
        );
  const state = concludeChecks(checks);
  // The table is published: it does not say where the evidence lies on this machine.
  const why = (of: readonly Check[], as: Submission['state']) =>
    whyNot(of, as).replaceAll(evidence ?? join(folder, submitted.file), submitted.name);
  const says = state === 'holds' ? 'the certificate is valid' : why(checks, state);
  const isOld = state === 'fails' && isStale(checks, predicate ?? client);
  const isTold = state === 'holds' || (isOld && isCheckedButForAge(checks));
  const { sha256 } = await digestOf(file, 'the certificate');
  const { disputes, unreadable } = readDisputes(
    directory,
    { name, version },
    { sha256, certificate: predicate, client },
  );
  if (unreadable !== undefined && state === 'holds') return told(place, { unchecked: unreadable });
  return {
    name,
    version,
    state,
    says,
    product,
    disputes,
    signedBy: signer.identity?.issuer ?? 'key',
    sha256,
    ...(checks !== verified.checks && { withoutErrata: why(verified.checks, 'fails') }),
    ...(isOld && { isStale: true as const }),
    ...(isTold && predicate !== undefined && rules !== undefined && { certificate: predicate, rules }),
    ...(isTold && client !== undefined && { client }),
  };
}

function filesIn(folder: string): { readonly names: readonly string[] } | { readonly unchecked: string } {
  try {
    return { names: readdirSync(folder) };
  } catch (error) {
    return { unchecked: `its folder cannot be read on this machine: ${systemWords(error)}` };
  }
}

/** Nothing else is wrong with it. */
function isStale(checks: readonly Check[], predicate: AnyPredicate | undefined): boolean {
  const isOldAlone = checks.every(({ what, state }) => state !== 'fails' || what === 'dates');
  return isOldAlone && predicate !== undefined && predicate.freshUntil === freshUntil(predicate.claims);
}

/** Everything else was checked as well, so that what it says was true of its time. */
function isCheckedButForAge(checks: readonly Check[]): boolean {
  return checks.every(({ what, state }) => what === 'dates' || state !== 'unchecked');
}

/** Who may sign, as the register says it, for the way in which a certificate is signed; or why that is unknown. */
function signerFor(file: string, folder: string, trustedRoot: TrustedRoot | undefined): SignerPlan | Unusable {
  const unreadable = whyUnreadable(file);
  if (unreadable !== undefined)
    return unusable(unreadable, (why, where) => `${CERTIFICATE_FILE} cannot be read${where}: ${why}`);
  try {
    if (!isKeyless(readGivenFile(file, { bytes: MOST_CERTIFICATE_BYTES }))) return keyIn(folder);
  } catch (error) {
    if (error instanceof GivenFileError) return { refused: `${CERTIFICATE_FILE} cannot be read: ${error.message}` };
    throw error;
  }
  const identity = readSigner(join(folder, IDENTITY_FILE), IDENTITY_FILE);
  return 'identity' in identity ? { identity, trustedRoot } : unusable(identity, unknown);
}

/** The register decides which key may sign: whatever that one did not sign is refused. */
function keyIn(folder: string): SignerPlan | Unusable {
  const file = join(folder, KEY_FILE);
  const unreadable = whyUnreadable(file);
  if (unreadable !== undefined)
    return unusable(unreadable, (why, where) => unknown(`${KEY_FILE} cannot be read${where}: ${why}`));
  try {
    return { publicKey: readPublicKey(file), isKeyDecisive: true };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The table is published: it does not say where the register lies on this machine.
    return { refused: unknown(error.message.replaceAll(file, KEY_FILE)) };
  }
}

function unknown(why: string): string {
  return `who may sign is unknown: ${why}`;
}

function whyNot(checks: readonly Check[], state: Submission['state']): string {
  return checks.find((check) => check.state === state)?.says ?? 'it is not valid';
}
