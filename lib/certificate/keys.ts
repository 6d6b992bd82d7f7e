import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { accessSync, constants, lstatSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { systemWords } from '../files/system-words.ts';

/** Much more than a key takes. */
const MOST_KEY_BYTES = 16 * 1_024;

const HOW_TO_MAKE = '`petvet certify --new-key FILE` makes an Ed25519 key';

/** What signs certificates. It stays in memory. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Something about the file that its owner should mend, as a sentence. */
  readonly warning?: string;
}

/** Where the public key of a private one goes. */
export function publicFileOf(file: string): string {
  return `${file}.pub`;
}

/**
 * Makes sure that a new key can be written, before a run that takes minutes.
 *
 * @throws {UsageError} when one of its two files is there already, or their folder is not
 */
export function demandRoomForKey(file: string): void {
  for (const path of [file, publicFileOf(file)])
    if (isThere(path))
      throw new UsageError(
        `${path} already exists, and a key is never overwritten`,
        'use it with --key, or name another file with --new-key',
      );
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(
      `no key can be written to the folder of ${file}: ${systemWords(error)}`,
      'make that folder, or name another file with --new-key',
    );
  }
}

/**
 * Makes a key: PKCS#8 in PEM, for its owner only, and the public key beside it.
 *
 * @throws {UsageError} when it cannot be written; a file that is there stays as it is
 */
export function writeNewKey(file: string): SigningKey {
  const pair = generateKeyPairSync('ed25519');
  try {
    writeFileSync(file, pair.privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
    writeFileSync(publicFileOf(file), pemOf(pair.publicKey), { flag: 'wx', mode: 0o644 });
  } catch (error) {
    throw new UsageError(`the key cannot be written to ${file}: ${systemWords(error)}`, 'name another file');
  }
  return pair;
}

/**
 * Reads a private key.
 *
 * @throws {UsageError} when it is none, or none of Ed25519; the message never holds what the file does
 */
export function readSigningKey(file: string): SigningKey {
  const { pem, mode } = pemIn(file, 'the key');
  if (/-----BEGIN (?:ENCRYPTED )?PUBLIC KEY-----/.test(pem))
    throw new UsageError(`${file} is a public key: it cannot sign`, 'name the private key with --key');
  if (pem.includes('ENCRYPTED'))
    throw new UsageError(
      `${file} is encrypted, and petvet asks for no passphrase`,
      'give it decrypted through a pipe: openssl pkey -in FILE',
    );
  const privateKey = keyFrom(() => createPrivateKey(pem), file, 'private');
  const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return {
    privateKey,
    publicKey: createPublicKey(privateKey),
    ...(isOpen && { warning: `Other users of this machine may read ${file}: chmod 600 ${file}` }),
  };
}

/**
 * Reads a public key.
 *
 * @throws {UsageError} when it is none, or none of Ed25519
 */
export function readPublicKey(file: string): KeyObject {
  const { pem } = pemIn(file, 'the public key');
  if (/PRIVATE KEY-----/.test(pem))
    throw new UsageError(
      `${file} is a private key, which belongs to its owner alone`,
      'name the public key beside it, FILE.pub',
    );
  return keyFrom(() => createPublicKey(pem), file, 'public');
}

/** A public key from the text of a certificate; undefined where it is none of Ed25519. */
export function publicKeyFrom(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' && pemOf(key) === pem ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A public key as text. */
export function pemOf(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** The name of a public key: the SHA-256 of its DER form. */
export function keyIdOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex');
}

function pemIn(file: string, what: string): { readonly pem: string; readonly mode: number } {
  try {
    const pem = readGivenFile(file, { bytes: MOST_KEY_BYTES }).toString();
    const stats = lstatSync(file, { throwIfNoEntry: false });
    // A link and a pipe have rights of their own, which say nothing of the key.
    return { pem, mode: stats?.isFile() === true ? stats.mode : 0 };
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(`${what} ${file} cannot be read: ${error.message}`, HOW_TO_MAKE);
  }
}

function keyFrom(read: () => KeyObject, file: string, kind: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new UsageError(`${file} holds no ${kind} key in PEM form`, HOW_TO_MAKE);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(`${file} is a key of ${key.asymmetricKeyType ?? 'another kind'}, not of Ed25519`, HOW_TO_MAKE);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
