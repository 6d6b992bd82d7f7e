import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { PETVET_VERSION } from '../run/version.ts';
import { typed } from '../end-to-end/typed.fixture.ts';
import { aCertificate, aContent, aKey, SOME_EVIDENCE } from './certificate.fixture.ts';
import { concludeChecks, type Check } from './check.ts';
import { seal } from './envelope.ts';
import { pemOf } from './keys.ts';
import { verifyCertificate, type VerifyPlan } from './verify.ts';

const place = mkdtempSync(join(tmpdir(), 'petvet-verify-'));
afterAll(() => rmSync(place, { recursive: true }));

const [file, evidence, report] = ['certificate.intoto.jsonl', 'evidence.jsonl', 'conformance.json'].map((name) =>
  join(place, name),
);
const key = aKey();

/** A minute after the run of the certificate. */
const NOW = Date.parse('2026-11-21T10:03:00Z');

beforeEach(() => {
  rmSync(report ?? '', { force: true });
  writeFileSync(file ?? '', aCertificate(key));
  writeFileSync(evidence ?? '', SOME_EVIDENCE);
});

async function checked(plan: Partial<VerifyPlan> = {}): Promise<readonly Check[]> {
  const { checks } = await verifyCertificate({
    file: file ?? '',
    now: NOW,
    interrupt: new AbortController().signal,
    ...plan,
  });
  return checks;
}

async function stateOf(what: Check['what'], plan: Partial<VerifyPlan> = {}) {
  return (await checked(plan)).find((check) => check.what === what);
}

describe('the evidence of a certificate', () => {
  it('is what was certified, or every changed byte is found', async () => {
    expect(await stateOf('evidence')).toMatchObject({ state: 'holds' });
    const whole = Buffer.from(SOME_EVIDENCE);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ by;
        writeFileSync(evidence ?? '', changed);
        expect(await stateOf('evidence')).toMatchObject({
          state: 'fails',
          says: expect.stringContaining('the evidence was changed: its SHA-256 is'),
        });
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });

  it('is told when it is cut off or longer, without being read', async () => {
    truncateSync(evidence ?? '', 10);
    expect(await stateOf('evidence')).toMatchObject({ state: 'fails', says: expect.stringMatching(/it has 10 bytes/) });
    truncateSync(evidence ?? '', 2 ** 40);
    expect(await stateOf('evidence')).toMatchObject({
      state: 'fails',
      says: expect.stringMatching(/1099511627776 bytes/),
    });
  });

  it('could not be checked where there is none', async () => {
    rmSync(evidence ?? '');
    expect(await stateOf('evidence')).toMatchObject({
      state: 'unchecked',
      says: expect.stringMatching(/there is no evidence at/),
    });
    expect(concludeChecks(await checked())).toBe('unchecked');
  });

  it('that no petvet wrote could not be judged, whoever signed it', async () => {
    const checks = await checked();
    expect(concludeChecks(checks)).toBe('unchecked');
    expect(checks).toContainEqual({
      what: 'verdicts',
      state: 'unchecked',
      says: expect.stringMatching(/is not evidence that this version/),
    });
  });
});

describe('beside the evidence are checked', () => {
  it('the report, where it is there', async () => {
    expect(await stateOf('report')).toBeUndefined();
    writeFileSync(report ?? '', '{}');
    expect(await stateOf('report')).toMatchObject({ state: 'holds' });
    writeFileSync(report ?? '', '{ }');
    expect(await stateOf('report')).toMatchObject({
      state: 'fails',
      says: expect.stringMatching(/conformance\.json beside the certificate was changed/),
    });
  });

  it('the catalogue, which may be unknown', async () => {
    writeFileSync(file ?? '', aCertificate(key, { claims: { ...aContent().claims, catalogue: '7.0.0' } }));
    expect(await stateOf('verdicts')).toMatchObject({
      state: 'unchecked',
      says: expect.stringMatching(/does not know the catalogue "7\.0\.0"; it knows 1\.0\.0/),
    });
  });

  it('the signer, where it is said who that is to be', async () => {
    expect(await stateOf('signer')).toMatchObject({
      state: 'unchecked',
      says: expect.stringMatching(/^nobody said whose signature counts: /),
    });
    expect(await stateOf('signer', { isAnySigner: true })).toMatchObject({
      state: 'open',
      says: expect.stringMatching(/who signed is unknown/),
    });
    expect(await stateOf('signer', { publicKey: key.publicKey })).toMatchObject({ state: 'holds' });
    const checks = await checked({ publicKey: aKey().publicKey });
    expect(checks).toEqual([
      { what: 'signature', state: 'unchecked', says: expect.stringMatching(/^it is signed with the key/) },
    ]);
    expect(await checked({ identity: { identity: 'pipeline', issuer: 'https://issuer.example' } })).toEqual([
      expect.objectContaining({ what: 'signature', state: 'holds' }),
      { what: 'signer', state: 'unchecked', says: expect.stringMatching(/signed with a key, which has no identity/) },
    ]);
  });

  it('the signer, where a trusted root is named alone: it says nothing of a key', async () => {
    const trustedRoot = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] };
    const root = {
      ...trustedRoot,
      publicKey: () => {
        throw new Error('no key is looked up');
      },
    };
    expect(await checked({ trustedRoot: root })).toEqual([
      expect.objectContaining({ what: 'signature', state: 'holds' }),
      {
        what: 'signer',
        state: 'unchecked',
        says: 'it is signed with a key, of which a trusted root says nothing: --public-key says whose it must be',
      },
    ]);
    expect(await stateOf('signer', { trustedRoot: root, publicKey: key.publicKey })).toMatchObject({ state: 'holds' });
  });

  it('the signer, where whoever names the key decides: what that key did not sign fails, but for a newer format', async () => {
    const plan = { publicKey: key.publicKey, isKeyDecisive: true };
    expect(await stateOf('signer', plan)).toMatchObject({ state: 'holds' });
    writeFileSync(file ?? '', aCertificate());
    expect(await checked(plan)).toEqual([
      { what: 'signature', state: 'fails', says: expect.stringMatching(/^it is signed with the key/) },
    ]);
    writeFileSync(file ?? '', 'no certificate');
    expect(await checked(plan)).toEqual([
      {
        what: 'signature',
        state: 'fails',
        says: expect.stringMatching(/^this is not a certificate: .*; name the certificate\.intoto\.jsonl/),
      },
    ]);
    const statement = '{"_type":"https://in-toto.io/Statement/v1","predicateType":"urn:petvet:certificate:2"}';
    const line = `${JSON.stringify(seal(statement, key.privateKey, ''))}\n`;
    writeFileSync(file ?? '', line + line);
    expect(await checked(plan)).toEqual([
      { what: 'signature', state: 'unchecked', says: expect.stringMatching(/of a format that this petvet knows$/) },
    ]);
  });

  it('the dates, where somebody named the date: no clock is blamed', async () => {
    const now = Date.parse('2026-11-20T23:59:59.999Z');
    expect(await stateOf('dates', { now, isDateGiven: true })).toEqual({
      what: 'dates',
      state: 'unchecked',
      says: 'its run ended at 2026-11-21T10:02:00.000Z, after 2026-11-20',
    });
    expect(await stateOf('dates', { now })).toMatchObject({ says: expect.stringMatching(/clocks is wrong$/) });
  });

  it.each([
    ['2026-11-21T10:03:00Z', 'holds', /counts as fresh until 2027-02-19T10:02:00\.000Z/],
    ['2026-11-21T09:59:00Z', 'holds', /./],
    ['2026-11-21T08:00:00Z', 'unchecked', /from the future: .* one of the two clocks is wrong/],
    ['2027-02-19T10:02:01Z', 'fails', /counted as fresh until .*, which has passed/],
  ] as const)('the dates, at %s', async (now, state, says) => {
    expect(await stateOf('dates', { now: Date.parse(now) })).toEqual({
      what: 'dates',
      state,
      says: expect.stringMatching(says),
    });
  });

  it('how long it counts as fresh, which is no choice of the signer', async () => {
    writeFileSync(file ?? '', aCertificate(key, { freshUntil: '2099-01-01T00:00:00.000Z' }));
    expect(await stateOf('dates')).toMatchObject({ state: 'fails' });
  });

  it('the nonce', async () => {
    expect(await stateOf('nonce')).toMatchObject({
      state: 'open',
      says: expect.stringMatching(/no nonce was given/),
    });
    expect(await stateOf('nonce', { nonce: 'x1' })).toMatchObject({
      state: 'fails',
      says: 'the run followed no nonce',
    });
    writeFileSync(file ?? '', aCertificate(key, { challenge: 'x1' }));
    expect(await stateOf('nonce')).toMatchObject({
      state: 'open',
      says: expect.stringMatching(/followed the nonce "x1"/),
    });
    expect(await stateOf('nonce', { nonce: 'x1' })).toMatchObject({ state: 'holds' });
    expect(await stateOf('nonce', { nonce: 'x2' })).toMatchObject({ state: 'fails' });
  });

  it('the file that is to be what was certified', async () => {
    const subjectFile = join(place, 'pets.tar');
    writeFileSync(subjectFile, '{}');
    expect(await stateOf('subject', { subjectFile })).toMatchObject({
      state: 'fails',
      says: expect.stringMatching(/names no file/),
    });
    const { sha256 } = aContent().report;
    writeFileSync(file ?? '', aCertificate(key, { about: { kind: 'named', name: 'pets', sha256 } }));
    expect(await stateOf('subject', { subjectFile })).toMatchObject({ state: 'holds' });
    writeFileSync(subjectFile, '{ }');
    expect(await stateOf('subject', { subjectFile })).toMatchObject({ state: 'fails' });
  });
});

describe('petvet verify', () => {
  it('says each check in a line, and the reason of its exit status in the last one', async () => {
    writeFileSync(evidence ?? '', `${SOME_EVIDENCE} `);
    const { status, out } = await typed(['verify', file ?? ''], place);
    expect(status).toBe(1);
    expect(out).toMatch(
      /^✔ signature +signed with Ed25519[^]*\n✖ evidence +the evidence was changed[^]*\nExit status 1: the certificate is not valid: the evidence was changed/,
    );
  });

  it('prints JSON', async () => {
    writeFileSync(evidence ?? '', `${SOME_EVIDENCE} `);
    const { status, out } = await typed(['verify', file ?? '', '--format', 'json'], place);
    expect(JSON.parse(out)).toMatchObject({
      conclusion: 'fails',
      exitStatus: status,
      checks: expect.any(Array),
      certificate: { petvet: PETVET_VERSION },
    });
  });

  it.each([
    ['a missing file', ['verify', join(place, 'missing')], /the certificate .* cannot be read/],
    ['a folder', ['verify', place], /it is a folder/],
    ['a device without end', ['verify', '/dev/zero'], /it is longer than 4 MB/],
    ['a key that is none', ['verify', file ?? '', '--public-key', file ?? ''], /holds no public key/],
  ])('%s ends with 2, and one sentence', async (_what, args, says) => {
    const { status, err } = await typed(args, place);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(says) });
    expect(err).not.toContain('    at ');
  });

  it('something that is no certificate ends with 2', async () => {
    const { status, out } = await typed(['verify', evidence ?? ''], place);
    expect({ status, out }).toEqual({
      status: 2,
      out: expect.stringMatching(/\? signature +this is not a certificate/),
    });
  });

  it('passes no escape sequence of a certificate on to the terminal', async () => {
    const name = '\u001b]0;owned\u0007';
    const { sha256 } = aContent().report;
    writeFileSync(file ?? '', aCertificate(key, { about: { kind: 'named', name, sha256 } }));
    const { out } = await typed(['verify', file ?? ''], place);
    expect(out).toContain(String.raw`about \u{1b}]0;owned\u{7}`);
    expect(out).not.toContain('\u001b');
  });

  it('a key is not written over by checking', async () => {
    const pub = join(place, 'key.pub');
    writeFileSync(pub, pemOf(key.publicKey));
    await typed(['verify', file ?? '', '--public-key', pub], place);
    expect(readFileSync(pub, 'utf8')).toBe(pemOf(key.publicKey));
  });
});
