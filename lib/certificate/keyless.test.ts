import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddresses, type AddressFlags } from '../keyless/addresses.ts';
import { identityTokenOf } from '../keyless/identity-token.ts';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { keylessSigner } from '../keyless/sign.ts';
import { readTrustedRoot } from '../keyless/trusted-root.ts';
import { readCertificate, type CertificateContent } from './bundle.ts';
import { aContent, aKey } from './certificate.fixture.ts';
import { checkKeyless, isKeyless, printKeylessCertificate } from './keyless.ts';

const place = mkdtempSync(join(tmpdir(), 'petvet-keyless-'));
afterAll(() => rmSync(place, { recursive: true }));

type Issuer = Awaited<ReturnType<typeof startIssuer>>;
type Part = 'tlogs' | 'ctlogs' | 'timestampAuthorities';

let issuer: Issuer;
let whole: Buffer;

beforeAll(async () => {
  issuer = await startIssuer();
  whole = await signed(issuer);
});

afterAll(() => issuer[Symbol.asyncDispose]());

/** A certificate as a pipeline signs it. */
async function signed(
  { url }: Pick<Issuer, 'url'>,
  {
    content = endedAgo(60_000),
    witness = { rekor: url },
  }: { readonly content?: CertificateContent; readonly witness?: AddressFlags } = {},
): Promise<Buffer> {
  const token = aToken();
  const addresses = readAddresses({ fulcio: url, ...witness }, {});
  const source = identityTokenOf({ SIGSTORE_ID_TOKEN: token }, Date.now());
  return Buffer.from(await printKeylessCertificate(content, await keylessSigner(addresses, source)));
}

/** Of a run that ended that many milliseconds ago: the witnesses have the time of this machine. */
function endedAgo(ago: number): CertificateContent {
  const { claims } = aContent();
  return aContent({ claims: { ...claims, endedAt: new Date(Date.now() - ago).toISOString() } });
}

async function rootOf(from: Pick<Issuer, 'trustedRoot'>, ...without: readonly Part[]) {
  const file = join(place, 'trusted_root.json');
  writeFileSync(file, from.trustedRoot(...without));
  return readTrustedRoot(file);
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString().trimEnd().split('\n');
}

const ASKED = { identity: IDENTITY, issuer: ISSUER };

/** Whether it still holds for somebody. */
async function holds(bytes: Buffer): Promise<boolean> {
  if (!isKeyless(bytes)) return readCertificate(bytes).state === 'signed';
  const { checks } = await checkKeyless(bytes, { trustedRoot: await rootOf(issuer), identity: ASKED });
  return checks.every(({ state }) => state === 'holds');
}

describe('a certificate that a pipeline signs', () => {
  it('holds for who trusts the root, and knows who was to sign', async () => {
    const { checks, predicate } = await checkKeyless(whole, { trustedRoot: await rootOf(issuer), identity: ASKED });
    expect(checks).toEqual([
      { what: 'signature', state: 'holds', says: expect.stringMatching(/^signed with ECDSA by the key [\da-f]{64}/) },
      {
        what: 'chain',
        state: 'holds',
        says: expect.stringMatching(
          /leads to the trusted root, and was valid at .*, when the transparency log recorded/,
        ),
      },
      { what: 'signer', state: 'holds', says: `signed by ${IDENTITY}, as ${ISSUER} says` },
    ]);
    expect(predicate?.claims).toMatchObject({ seed: 42, verdicts: aContent().claims.verdicts });
  });

  it('is signed under one certificate, and recorded in the log twice', () => {
    expect(issuer.asked.filter((one) => one.includes('signingCert'))).toHaveLength(1);
    expect(issuer.asked.filter((one) => one.includes('log/entries'))).toHaveLength(2);
  });

  it('says who signed where nobody asks, which counts only for whoever takes any signer', async () => {
    const trustedRoot = await rootOf(issuer);
    const { checks, predicate } = await checkKeyless(whole, { trustedRoot });
    expect(checks.at(-1)).toMatchObject({
      what: 'signer',
      state: 'unchecked',
      says: expect.stringContaining(`signed by ${IDENTITY}, as ${ISSUER} says`),
    });
    expect(predicate).toBeDefined();
    const any = await checkKeyless(whole, { trustedRoot, isAnySigner: true });
    expect(any.checks.at(-1)).toMatchObject({ what: 'signer', state: 'open' });
  });

  it('could not be checked without a trusted root, or with a key', async () => {
    const alone = await checkKeyless(whole, {});
    expect(alone.checks.at(-1)).toMatchObject({ what: 'chain', state: 'unchecked' });
    const keyed = await checkKeyless(whole, { publicKey: aKey().publicKey });
    expect(keyed.checks.at(-1)).toMatchObject({ what: 'signer', state: 'unchecked' });
    expect(keyed.predicate).toBeUndefined();
  });

  it('may have the word of a timestamp authority in place of a log', async () => {
    const stamped = await signed(issuer, { witness: { rekor: false, tsa: issuer.url } });
    const { checks } = await checkKeyless(stamped, { trustedRoot: await rootOf(issuer, 'tlogs'), identity: ASKED });
    expect(checks.map(({ state }) => state)).toEqual(['holds', 'holds', 'holds']);
    expect(checks[1]?.says).toContain('when a timestamp authority saw it');
    // A root that names a log demands an entry in it.
    const strict = await checkKeyless(stamped, { trustedRoot: await rootOf(issuer), identity: ASKED });
    expect(strict.checks.at(-1)).toMatchObject({ what: 'chain', state: 'fails' });
  });

  it('names the witness that saw it first where there are two', async () => {
    // The timestamp authority is a minute ahead of the other clocks.
    await using late = await startIssuer({ logClock: new Date(Date.now() + 120_000) });
    for (const [one, says] of [
      [issuer, 'when the transparency log recorded it'],
      [late, 'when a timestamp authority saw it'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one root at a time lies in the file
      const stamped = await signed(one, { witness: { rekor: one.url, tsa: one.url } });
      // oxlint-disable-next-line no-await-in-loop
      const { checks } = await checkKeyless(stamped, { trustedRoot: await rootOf(one), identity: ASKED });
      expect(checks[1]).toMatchObject({ what: 'chain', state: 'holds', says: expect.stringContaining(says) });
    }
  });

  it('is none of those with a key', () => {
    expect(isKeyless(whole)).toBe(true);
    expect(readCertificate(whole).state).toBe('changed');
  });
});

describe('it does not hold', () => {
  it.each([
    ['by another name', { ...ASKED, identity: `${IDENTITY}s` }, `it was signed by ${IDENTITY}, not by ${IDENTITY}s`],
    ['by a name that is a pattern', { ...ASKED, identity: '.*' }, `it was signed by ${IDENTITY}, not by .*`],
    [
      'as another issuer says',
      { ...ASKED, issuer: 'https://gitlab.example' },
      `its signer was identified by ${ISSUER}, not by https://gitlab.example`,
    ],
  ])('%s', async (_what, identity, says) => {
    const { checks } = await checkKeyless(whole, { trustedRoot: await rootOf(issuer), identity });
    expect(checks.at(-1)).toEqual({ what: 'signer', state: 'fails', says });
  });

  it('under a root that did not issue it, or that knows another log', async () => {
    await using other = await startIssuer();
    const foreign = await checkKeyless(whole, { trustedRoot: await rootOf(other), identity: ASKED });
    expect(foreign).toEqual({
      checks: [
        expect.objectContaining({ what: 'signature', state: 'holds' }),
        { what: 'chain', state: 'fails', says: expect.stringMatching(/does not lead to the trusted root/) },
      ],
    });
    for (const part of ['tlogs', 'ctlogs'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const trustedRoot = await rootOf(issuer, part);
      // What a log says that the root does not name is no word of a witness.
      // oxlint-disable-next-line no-await-in-loop
      const { checks } = await checkKeyless(whole, { trustedRoot, identity: ASKED });
      expect(checks.at(-1)).toMatchObject({ what: 'chain', state: 'fails' });
    }
  });

  it('where the certificate was not valid when it signed', async () => {
    await using slow = await startIssuer({ clock: new Date(Date.now() - 3_600_000) });
    const { checks } = await checkKeyless(await signed(slow), { trustedRoot: await rootOf(slow), identity: ASKED });
    expect(checks.at(-1)).toMatchObject({ what: 'chain', state: 'fails' });
  });

  it('where it was signed before its run ended', async () => {
    const early = await signed(issuer, { content: endedAgo(-3_600_000) });
    const { checks } = await checkKeyless(early, { trustedRoot: await rootOf(issuer), identity: ASKED });
    expect(checks.at(-1)).toMatchObject({
      what: 'chain',
      state: 'fails',
      says: expect.stringMatching(/before its run ended/),
    });
  });

  it('where a log entry or a timestamp was taken out', async () => {
    const trustedRoot = await rootOf(issuer);
    const stamped = await signed(issuer, { witness: { rekor: issuer.url, tsa: issuer.url } });
    for (const part of [{ tlogEntries: undefined }, { timestampVerificationData: {}, tlogEntries: undefined }]) {
      const without = linesOf(stamped).map((line) => {
        const bundle = JSON.parse(line);
        return `${JSON.stringify({ ...bundle, verificationMaterial: { ...bundle.verificationMaterial, ...part } })}\n`;
      });
      // One certificate at a time: the messages name which part was missed.
      // oxlint-disable-next-line no-await-in-loop
      const { checks } = await checkKeyless(Buffer.from(without.join('')), { trustedRoot, identity: ASKED });
      expect(checks.map(({ what, state }) => ({ what, state }))).toEqual([
        { what: 'signature', state: 'holds' },
        { what: 'chain', state: 'fails' },
      ]);
    }
  });
});

describe('a changed one is found:', () => {
  it('any byte that is another one, is missing or was put in', async () => {
    expect(await holds(whole)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(2), async (at, by, how) => {
        const put = [Buffer.of((whole[at] ?? 0) ^ by), Buffer.of(), Buffer.of(whole[at] ?? 0, by)][how] ?? Buffer.of();
        expect(await holds(Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + 1)]))).toBe(false);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  it.each([
    ['its lines in the other order', (text: string) => `${text.trimEnd().split('\n').toReversed().join('\n')}\n`],
    ['one line', (text: string) => `${text.split('\n')[0]}\n`],
    ['one line twice', (text: string) => `${text.split('\n')[0]}\n${text.split('\n')[0]}\n`],
    ['a third line', (text: string) => `${text}{}\n`],
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    [
      'what a proof repeats of the checkpoint',
      (text: string) =>
        text.replace(/("rootHash":")(.)/g, (_, name: string, first: string) => `${name}${first === 'A' ? 'B' : 'A'}`),
    ],
    ['the name beside the signature of a checkpoint', (text: string) => text.replaceAll('\u2014 127', '\u2014 128')],
    ['how the signature of a checkpoint is written', (text: string) => text.replace(/(\u2014 \S+ \S{9})/g, '$1|')],
    ['blanks', (text: string) => text.replace('{"mediaType":', '{ "mediaType":')],
    ['a member that nobody knows', (text: string) => text.replace('"dsseEnvelope":', '"more":1,"dsseEnvelope":')],
    ['another version of the format', (text: string) => text.replaceAll('.v0.3+json', '.v0.4+json')],
  ])('%s', async (_what, change) => {
    const text = change(whole.toString());
    expect(text).not.toBe(whole.toString());
    expect(await holds(Buffer.from(text))).toBe(false);
  });

  it('a line of another certificate of the same pipeline', async () => {
    const other = (await signed(issuer)).toString();
    const mixed = `${whole.toString().split('\n')[0]}\n${other.split('\n')[1]}\n`;
    const { checks } = await checkKeyless(Buffer.from(mixed), { trustedRoot: await rootOf(issuer), identity: ASKED });
    expect(checks).toEqual([
      {
        what: 'signature',
        state: 'fails',
        says: 'the certificate was changed: its lines are signed under two certificates',
      },
    ]);
  });
});
