import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { digestOf } from '../certificate/digest.ts';
import { openSealed, seal } from '../certificate/envelope.ts';
import { keyIdOf, type SigningKey } from '../certificate/keys.ts';
import { Sha256, STATEMENT_TYPE } from '../certificate/predicate.ts';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { writeWhole } from '../files/write-report.ts';
import { counted } from '../text/counted.ts';
import { DISPUTE_FILE, DISPUTES, disputeFolders } from './dispute.ts';
import { ERRATA_FILE, RULES_FILE } from './programme.ts';
import { foldersIn, IDENTITY_FILE, KEY_FILE, PRODUCT_FILE, RESERVED, type OwnersWord } from './register.ts';

/** What the owner of a register signed, in its folder. Source of the ending: in-toto attestation v1, bundle, naming convention. */
export const OWNER_FILE = 'register.intoto.jsonl';

/** The type of the predicate; its number rises when a reader of the old one would be misled. */
const REGISTER_TYPE = 'urn:petvet:register:1';

/** Some hundred thousand files. */
const MOST_BYTES = 33_554_432;

const HOW_TO_MEND =
  'restore what its owner signed, or have the owner sign it as it is: `petvet certify --register DIR --key FILE`';

const Statement = z.strictObject({
  _type: z.literal(STATEMENT_TYPE),
  /** Each file that decides on a state, by its path within the register. Evidence is not among them: certificates name it. */
  subject: z.array(z.strictObject({ name: z.string(), digest: z.strictObject({ sha256: Sha256 }) })).min(1),
  predicateType: z.literal(REGISTER_TYPE),
  predicate: z.strictObject({ signedAt: z.iso.datetime() }),
});

/** What was found to be as the owner of a register signed it. */
interface OwnersSignature extends OwnersWord {
  readonly signedAt: string;
  readonly keyId: string;
}

/**
 * Signs a register as it stands: its rules and errata, who may sign, every dispute, and which certificate each submission has.
 *
 * @param now - in milliseconds since 1970
 * @returns how many files that are
 * @throws {UsageError} when one of them cannot be read, or the signature cannot be written
 */
export async function signRegister(
  directory: string,
  { privateKey, publicKey }: Omit<SigningKey, 'warning'>,
  now: number,
): Promise<number> {
  const subject: z.infer<typeof Statement>['subject'] = [];
  for (const name of decisiveFiles(directory)) {
    // oxlint-disable-next-line no-await-in-loop -- small files, of which there may be thousands
    const { sha256 } = await digestOf(join(directory, name), 'the file');
    subject.push({ name, digest: { sha256 } });
  }
  if (subject.length === 0) throw new UsageError(`${directory} holds nothing to sign`, 'name the folder of a register');
  const statement: z.infer<typeof Statement> = {
    _type: STATEMENT_TYPE,
    subject,
    predicateType: REGISTER_TYPE,
    predicate: { signedAt: new Date(now).toISOString() },
  };
  const envelope = seal(JSON.stringify(statement), privateKey, keyIdOf(publicKey));
  await writeWhole(join(directory, OWNER_FILE), `${JSON.stringify(envelope)}\n`);
  return subject.length;
}

/**
 * Checks what the owner of a register signed.
 *
 * @throws {UsageError} when that is not there, is not signed with the key, or what holds for all submissions was changed since: rules,
 * errata and disputes
 */
export async function checkOwner(directory: string, key: KeyObject): Promise<OwnersSignature> {
  const opened = openSealed(textOf(join(directory, OWNER_FILE)), Statement, key);
  if (typeof opened === 'string') throw new UsageError(`${OWNER_FILE} ${opened}`, HOW_TO_MEND);
  const { subject, predicate } = opened.statement;
  const { signedAt } = predicate;
  const changes = await changesSince(directory, new Map(subject.map(({ name, digest }) => [name, digest.sha256])));
  const since = `since its owner signed this register at ${signedAt}`;
  const ofAll = [...changes].filter(([file]) => isOfAll(file));
  const [first] = ofAll;
  if (first !== undefined) {
    const more = ofAll.length > 1 ? `, and ${counted(ofAll.length - 1, 'more file')}` : '';
    throw new UsageError(`${first[0]} ${first[1]} ${since}${more}`, HOW_TO_MEND);
  }
  return {
    signedAt,
    keyId: keyIdOf(key),
    places: placesOf(subject.map(({ name }) => name)),
    whyNot: ({ name, version }) => {
      const mine = [`${name}/${KEY_FILE}`, `${name}/${IDENTITY_FILE}`];
      const change = [...changes].find(([file]) => mine.includes(file) || file.startsWith(`${name}/${version}/`));
      return change && `${change[0]} ${change[1]} ${since}: restore it, or have the owner sign again`;
    },
  };
}

function textOf(file: string): string {
  try {
    return readGivenFile(file, { bytes: MOST_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(
      error.isMissing
        ? `the owner of this register signed nothing: ${OWNER_FILE} does not exist`
        : `${OWNER_FILE} cannot be read: ${error.message}`,
      HOW_TO_MEND,
    );
  }
}

function isOfAll(file: string): boolean {
  return file === RULES_FILE || file === ERRATA_FILE || file.startsWith(`${DISPUTES}/`);
}

/** The files that decide on a state and that are there, by their paths within the register. */
function decisiveFiles(directory: string): string[] {
  const names = foldersIn(directory).filter((name) => !RESERVED.includes(name));
  return [
    RULES_FILE,
    ERRATA_FILE,
    ...names.flatMap((name) => [
      `${name}/${KEY_FILE}`,
      `${name}/${IDENTITY_FILE}`,
      ...foldersIn(join(directory, name)).flatMap((version) =>
        [PRODUCT_FILE, CERTIFICATE_FILE].map((file) => `${name}/${version}/${file}`),
      ),
    ]),
    ...disputeFolders(directory).map(({ folder }) => `${folder}/${DISPUTE_FILE}`),
  ].filter((file) => existsSync(join(directory, file)));
}

/** What was done to files since they were signed, as the end of a sentence. */
async function changesSince(
  directory: string,
  signed: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const there = new Set(decisiveFiles(directory));
  const changes = new Map<string, string>();
  for (const file of new Set([...signed.keys(), ...there])) {
    // oxlint-disable-next-line no-await-in-loop -- small files, of which there may be thousands
    const how = await changeOf(directory, file, there.has(file), signed.get(file));
    if (how !== undefined) changes.set(file, how);
  }
  return changes;
}

async function changeOf(
  directory: string,
  file: string,
  isThere: boolean,
  signed: string | undefined,
): Promise<string | undefined> {
  if (!isThere) return 'was removed';
  if (signed === undefined) return 'was added';
  try {
    const { sha256 } = await digestOf(join(directory, file), 'the file');
    return sha256 === signed ? undefined : 'was changed';
  } catch (error) {
    if (error instanceof UsageError) return 'cannot be read any more';
    throw error;
  }
}

/** The submissions among the files that were signed. */
function placesOf(files: readonly string[]): OwnersWord['places'] {
  const places = files.flatMap((file) => {
    const [name, version, ...rest] = file.split('/');
    return name !== undefined && version !== undefined && rest.length === 1 ? [`${name}/${version}`] : [];
  });
  return [...new Set(places)].map((place) => {
    const [name = '', version = ''] = place.split('/');
    return { name, version };
  });
}
