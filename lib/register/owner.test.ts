import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aKey } from '../certificate/certificate.fixture.ts';
import { keyIdOf } from '../certificate/keys.ts';
import { folder } from '../end-to-end/petvet-process.fixture.ts';
import { checkOwner, OWNER_FILE, signRegister } from './owner.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');

const GO = { name: 'pets-go', version: '1.4.0' };
const JS = { name: 'pets-js', version: '2.0.0' };

/** What decides in a small register, and what does not. */
const FILES = [
  'register.yaml',
  'pets-go/signing.pem.pub',
  'pets-go/1.4.0/product.yaml',
  'pets-go/1.4.0/certificate.intoto.jsonl',
  'pets-js/signing.identity.yaml',
  'pets-js/2.0.0/product.yaml',
  'pets-js/2.0.0/certificate.intoto.jsonl',
  'disputes/pets-go/1.4.0/2026-11-22-LIST-2/dispute.yaml',
];
const OTHERS = ['pets-go/1.4.0/evidence.jsonl.gz', 'badges/pets-go/1.4.0.svg', 'README.md'];

const owner = aKey();

let place: Awaited<ReturnType<typeof folder>>;
let count = 0;

/** How many files were signed. */
let signed = 0;

const write = (register: string, file: string, text: string) => {
  mkdirSync(dirname(join(register, file)), { recursive: true });
  writeFileSync(join(register, file), text);
};

beforeAll(async () => {
  place = await folder();
  for (const file of [...FILES, ...OTHERS]) write(join(place.path, 'signed'), file, `this is ${file}\n`);
  signed = await signRegister(join(place.path, 'signed'), owner, NOW);
});

afterAll(() => place[Symbol.asyncDispose]());

/** A copy of the register that its owner signed. */
function aCopy(): string {
  const copy = join(place.path, `copy-${(count += 1)}`);
  cpSync(join(place.path, 'signed'), copy, { recursive: true });
  return copy;
}

describe('a register that its owner signed', () => {
  it('is as it was signed, whatever is done to what decides nothing', async () => {
    const register = aCopy();
    for (const file of OTHERS) write(register, file, 'another');
    const word = await checkOwner(register, owner.publicKey);
    expect(signed).toBe(FILES.length);
    expect(word).toMatchObject({
      signedAt: '2026-11-22T10:00:00.000Z',
      keyId: keyIdOf(owner.publicKey),
      places: [GO, JS],
    });
    expect([word.whyNot(GO), word.whyNot(JS)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['pets-go/signing.pem.pub', GO, JS],
    ['pets-go/1.4.0/product.yaml', GO, JS],
    ['pets-go/1.4.0/certificate.intoto.jsonl', GO, JS],
    ['pets-js/signing.identity.yaml', JS, GO],
  ])('says nothing of a submission whose %s was changed, and does of others', async (file, mine, other) => {
    const register = aCopy();
    write(register, file, 'another');
    const word = await checkOwner(register, owner.publicKey);
    expect(word.whyNot(mine)).toBe(
      `${file} was changed since its owner signed this register at 2026-11-22T10:00:00.000Z: restore it, or have the owner sign again`,
    );
    expect(word.whyNot(other)).toBeUndefined();
    rmSync(join(register, file));
    expect((await checkOwner(register, owner.publicKey)).whyNot(mine)).toMatch(`${file} was removed since`);
  });

  it('says nothing of one that was added or moved, nor lets one go away', async () => {
    const register = aCopy();
    renameSync(join(register, 'pets-go/1.4.0'), join(register, 'pets-go/1.5.0'));
    const word = await checkOwner(register, owner.publicKey);
    expect(word.places).toEqual([GO, JS]);
    expect(word.whyNot(GO)).toMatch('pets-go/1.4.0/product.yaml was removed since');
    expect(word.whyNot({ name: 'pets-go', version: '1.5.0' })).toMatch('pets-go/1.5.0/product.yaml was added since');
  });

  it('lets a key be added for nobody', async () => {
    const register = aCopy();
    write(register, 'pets-js/signing.pem.pub', 'a key');
    expect((await checkOwner(register, owner.publicKey)).whyNot(JS)).toMatch('pets-js/signing.pem.pub was added since');
  });

  it.each([
    ['register.yaml', 'was changed'],
    ['errata.yaml', 'was added'],
    ['disputes/pets-go/1.4.0/2026-11-22-LIST-2/dispute.yaml', 'was changed'],
    ['disputes/pets-js/2.0.0/2026-11-22-LIST-2/dispute.yaml', 'was added'],
  ])('is not checked at all where %s %s', async (file, how) => {
    const register = aCopy();
    write(register, file, 'another');
    await expect(checkOwner(register, owner.publicKey)).rejects.toMatchObject({
      message: `${file} ${how} since its owner signed this register at 2026-11-22T10:00:00.000Z`,
      hint: expect.stringContaining('petvet certify --register DIR --key FILE'),
    });
  });

  it('is not checked without a dispute that was there, and says of how many more files that is so', async () => {
    const register = aCopy();
    rmSync(join(register, 'disputes'), { recursive: true });
    rmSync(join(register, 'register.yaml'));
    await expect(checkOwner(register, owner.publicKey)).rejects.toThrow(
      /^register\.yaml was removed since its owner signed this register at \S+, and 1 more file$/,
    );
  });

  it.each([
    [
      'is gone',
      (file: string) => rmSync(file),
      `the owner of this register signed nothing: ${OWNER_FILE} does not exist`,
    ],
    ['is none', (file: string) => writeFileSync(file, 'junk'), 'is not a DSSE envelope as petvet writes it'],
    [
      'says something else',
      (file: string) => {
        const envelope = JSON.parse(readFileSync(file, 'utf8'));
        const payload = Buffer.from(envelope.payload, 'base64').toString().replace('pets-go', 'pets-rs');
        writeFileSync(file, JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') }));
      },
      'is not signed with this key, or was changed since',
    ],
  ])('is not checked where what the owner signed %s', async (_what, change, says) => {
    const register = aCopy();
    change(join(register, OWNER_FILE));
    await expect(checkOwner(register, owner.publicKey)).rejects.toThrow(says);
  });

  it('is not that of another key', async () => {
    const register = aCopy();
    await signRegister(register, aKey(), NOW);
    await expect(checkOwner(register, owner.publicKey)).rejects.toThrow('is not signed with this key');
  });

  it('is signed only where there is something', async () => {
    mkdirSync(join(place.path, 'empty'));
    await expect(signRegister(join(place.path, 'empty'), owner, NOW)).rejects.toThrow('holds nothing to sign');
  });
});
