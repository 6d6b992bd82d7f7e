import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { demandRoomForKey, pemOf, publicFileOf, readPublicKey, readSigningKey, writeNewKey } from './keys.ts';

const place = mkdtempSync(join(tmpdir(), 'petvet-keys-'));
afterAll(() => rmSync(place, { recursive: true }));

function fileWith(name: string, text: string): string {
  const file = join(place, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

describe('a new key', () => {
  it('is PKCS#8 for its owner alone, with the public key beside it, and is read again', () => {
    const file = join(place, 'new.pem');
    const { publicKey } = writeNewKey(file);
    expect(readFileSync(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(publicFileOf(file), 'utf8')).toBe(pemOf(publicKey));
    expect(readSigningKey(file).publicKey.equals(publicKey)).toBe(true);
    expect(readSigningKey(file).warning).toBeUndefined();
    expect(readPublicKey(publicFileOf(file)).equals(publicKey)).toBe(true);
  });

  it('never takes the place of a file', () => {
    const file = fileWith('taken.pem', 'mine');
    expect(() => demandRoomForKey(file)).toThrow(/already exists, and a key is never overwritten/);
    expect(() => writeNewKey(file)).toThrow(UsageError);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const second = join(place, 'second.pem');
    fileWith('second.pem.pub', 'mine, too');
    expect(() => demandRoomForKey(second)).toThrow(/second\.pem\.pub already exists/);
  });

  it('needs a folder', () => {
    expect(() => demandRoomForKey(join(place, 'none', 'key.pem'))).toThrow(/no key can be written to the folder of/);
  });
});

describe('a key that cannot be used is told in one sentence', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const secret = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' }).toString();

  it.each([
    ['a missing file', join(place, 'missing.pem'), /cannot be read/],
    ['a folder', place, /it is a folder/],
    ['a device', '/dev/zero', /it is longer than/],
    ['another text', fileWith('text.pem', 'hello'), /holds no private key in PEM form/],
    ['a public key', fileWith('public.pem', pemOf(publicKey)), /is a public key: it cannot sign/],
    ['an encrypted key', fileWith('locked.pem', locked), /is encrypted/],
    [
      'a key of RSA',
      fileWith('rsa.pem', rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
      /of rsa, not of Ed25519/,
    ],
  ])('%s to sign', (_what, file, says) => {
    expect(() => readSigningKey(file)).toThrow(says);
    expect(() => readSigningKey(file)).toThrow(UsageError);
  });

  it.each([
    ['a missing file', join(place, 'missing.pub'), /cannot be read/],
    ['a private key', fileWith('secret.pem', secret), /is a private key, which belongs to its owner alone/],
    [
      'a key of RSA',
      fileWith('rsa.pub', rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString()),
      /not of Ed25519/,
    ],
    ['another text', fileWith('text.pub', 'hello'), /holds no public key in PEM form/],
  ])('%s to check with', (_what, file, says) => {
    expect(() => readPublicKey(file)).toThrow(says);
  });

  it('a key that others may read is used with a warning', () => {
    const file = fileWith('open.pem', secret);
    chmodSync(file, 0o644);
    expect(readSigningKey(file).warning).toContain(`chmod 600 ${file}`);
  });
});
