import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { IDENTITY, ISSUER } from '../keyless/issuer.fixture.ts';
import { startTufRepository } from '../keyless/tuf-repository.fixture.ts';
import { IDENTITY_FILE } from '../register/register.ts';
import { typed } from './typed.fixture.ts';
import { keylessRun, TRUSTED } from './keyless-run.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

let run: Awaited<ReturnType<typeof keylessRun>>;

beforeAll(async () => {
  run = await keylessRun();
  mkdirSync(join(run.place, 'register'));
}, PATIENCE);

afterAll(() => run[Symbol.asyncDispose]());

const here = (...args: readonly string[]) => petvetHere(args, { cwd: run.place });

const SAID =
  '--register register --name pets-go --vendor Example --contact pets@example.org --repository https://git.example/pets --reproduce README.md'.split(
    ' ',
  );

const submit = async (release: string, ...flags: readonly string[]) => {
  await rm(join(run.place, 'register', 'pets-go', release), { recursive: true, force: true });
  return here('submit', join(run.report, CERTIFICATE_FILE), ...SAID, '--release', release, ...flags);
};

const verifyAll = (...flags: readonly string[]) => here('verify', '--all', 'register', ...flags);

/** The same ECDSA signature in its other form, in base64. Source: SEC 1, section 4.1.4: s and n - s are as good. */
function inOtherForm(signature: string): string {
  const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const der = Buffer.from(signature, 'base64');
  const at = 4 + (der[3] ?? 0);
  const [r, s] = [der.subarray(4, at), der.subarray(at + 2)];
  const other = (N - BigInt(`0x${s.toString('hex')}`)).toString(16).padStart(64, '0');
  const bytes = Buffer.from(other, 'hex');
  const positive = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  const body = Buffer.concat([Buffer.from([2, r.length]), r, Buffer.from([2, positive.length]), positive]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]).toString('base64');
}

describe('a keyless certificate in a register', () => {
  it('is submitted under a trusted root, and not checked without one', async () => {
    const identity = ['--certificate-identity', IDENTITY];
    const signer = [...identity, '--certificate-issuer', ISSUER];
    expect(await submit('1.4.0', ...TRUSTED)).toMatchObject({ status: 2, err: expect.stringMatching(/who signs for/) });
    expect(await submit('1.4.0', ...identity)).toMatchObject({ status: 2, err: expect.stringMatching(/needs --/) });
    // A test that is tried again finds the identity there.
    rmSync(join(run.place, 'register', 'pets-go', IDENTITY_FILE), { force: true });
    expect(await submit('1.4.0', ...TRUSTED, ...signer)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^pets-go 1\.4\.0 conforms: /),
    });
    expect(await submit('1.5.0', ...signer)).toMatchObject({ status: 2, err: expect.stringMatching(/already/) });
    expect(await submit('1.5.0')).toMatchObject({
      status: 2,
      out: expect.stringMatching(/^pets-go 1\.5\.0 not checked: .*--trusted-root names one/),
    });
  });

  it('is submitted under a root that is fetched', async () => {
    await using repository = await startTufRepository();
    repository.offer(run.issuer.trustedRoot());
    writeFileSync(join(run.place, 'root.json'), repository.root);
    const fetched = ['--trusted-root', repository.url, '--tuf-root', join(run.place, 'root.json')];
    const args = ['verify', '--all', 'register', ...fetched];
    const { status, out } = await typed(args, run.place, { HOME: run.place }, new Date().toISOString().slice(0, 10));
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining('✔ pets-go 1.4.0 conforms\n') });
    expect(await here('verify', '--all', 'register', ...TRUSTED, '--tuf-root', 'root.json')).toMatchObject({
      status: 2,
      err: expect.stringContaining('--tuf-root is for an address'),
    });
  });

  it('is disputed under a trusted root, and stays so when it is written in another way', async () => {
    const counter = join(run.place, 'counter');
    mkdirSync(counter, { recursive: true });
    rmSync(join(run.place, 'register', 'disputes'), { recursive: true, force: true });
    await submit('1.4.0', ...TRUSTED);
    const evidence = readFileSync(join(run.report, 'evidence.jsonl'), 'utf8');
    writeFileSync(
      join(counter, 'evidence.jsonl'),
      evidence.replace('"answer":{"status":200', '"answer":{"status":202'),
    );
    const certificate = join('register', 'pets-go', '1.4.0', CERTIFICATE_FILE);
    expect(await here('dispute', certificate, 'counter')).toMatchObject({
      status: 2,
      err: expect.stringContaining('nothing is to be disputed: it was signed without a key of its own'),
    });
    expect(await here('dispute', certificate, 'counter', ...TRUSTED)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/Dispute \S+ is open/),
    });
    expect(readdirSync(join(run.place, 'register', 'disputes', 'pets-go', '1.4.0'))).toHaveLength(1);
    expect(await verifyAll(...TRUSTED)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/! pets-go 1\.4\.0 disputed: /),
    });
    const file = join(run.place, certificate);
    const text = readFileSync(file, 'utf8');
    const again = text.replaceAll(
      /("signedEntryTimestamp":")([^"]+)(")/g,
      (_all, head: string, signature: string, tail: string) => `${head}${inOtherForm(signature)}${tail}`,
    );
    expect(again).not.toBe(text);
    writeFileSync(file, again);
    expect(await verifyAll(...TRUSTED)).toMatchObject({
      status: 0,
      out: expect.stringMatching(/! pets-go 1\.4\.0 disputed: /),
    });
  });

  it('needs no root for a finding', async () => {
    expect(await here('dispute', 'report', 'LIST-2', ...TRUSTED)).toMatchObject({
      status: 2,
      err: expect.stringContaining('--trusted-root is for a certificate'),
    });
  });
});
