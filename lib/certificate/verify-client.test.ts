import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { judgeClientEvidence } from '../client/client-evidence.ts';
import { CERTIFICATE_FILE, printCertificate } from './bundle.ts';
import { aDigest, aKey } from './certificate.fixture.ts';
import { concludeChecks, type Check } from './check.ts';
import { whyNoClientCertificate } from './client-claims.ts';
import { isOfClient, type ClientContent } from './client-predicate.ts';
import { clientContent, clientEvidence } from './client-run.fixture.ts';
import { verifyClient } from './verify-client.ts';
import { checkSigned, verifyCertificate } from './verify.ts';

const EVIDENCE = 'client-evidence.jsonl';
const place = mkdtempSync(join(tmpdir(), 'petvet-verify-client-'));
afterAll(() => rmSync(place, { recursive: true }));

const key = aKey();
const whole = clientEvidence({ seed: 7 });
const content = await clientContent(whole);

const plan = {
  file: join(place, CERTIFICATE_FILE),
  publicKey: key.publicKey,
  now: Date.now(),
  interrupt: new AbortController().signal,
};

/** Checks what the holder of the key signed. */
async function checked(signed: ClientContent = content, evidence: string | Buffer = whole): Promise<Check[]> {
  writeFileSync(plan.file, printCertificate(signed, key));
  writeFileSync(join(place, EVIDENCE), evidence);
  const { checks, predicate } = await checkSigned(plan);
  if (predicate === undefined || !isOfClient(predicate)) return [...checks];
  return [...checks, ...(await verifyClient(plan, predicate))];
}

const conclusionOf = async (...signed: Parameters<typeof checked>) => concludeChecks(await checked(...signed));

describe('the certificate of a client', () => {
  it('says what the client did, and is valid', async () => {
    expect(concludeChecks(await checked())).toBe('holds');
    expect(content).toMatchObject({
      claims: {
        command: 'node adopt.mjs',
        stands: { seed: 7, freedoms: expect.arrayContaining(['absent-status']) },
        verdicts: expect.arrayContaining([{ rule: 'CLIENT-3', level: 'must', verdict: 'pass' }]),
        situations: expect.arrayContaining([{ name: 'response-lost', isMet: false }]),
      },
      doesNotProve: expect.arrayContaining([expect.stringMatching(/were not met.*: response-lost\.$/)]),
    });
  });

  it('holds for no other evidence: every changed byte is found', async () => {
    const bytes = Buffer.from(whole);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ by;
        const checks = await checked(content, changed);
        expect(checks).toContainEqual({ what: 'evidence', state: 'fails', says: expect.stringMatching(/was changed/) });
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it('is not better for any edit: whatever its signer leaves out or repeats, it holds only if it says the same', async () => {
    const lines = whole.trimEnd().split('\n');
    const edit = fc.tuple(
      fc.nat(lines.length - 1),
      fc.nat(lines.length - 1),
      fc.constantFrom('drop', 'swap', 'repeat'),
    );
    await fc.assert(
      fc.asyncProperty(edit, async ([one, other, how]) => {
        const edited = [...lines];
        if (how === 'drop') edited.splice(one, 1);
        else if (how === 'repeat') edited.splice(one, 0, lines[other] ?? '');
        else [edited[one], edited[other]] = [lines[other] ?? '', lines[one] ?? ''];
        const evidence = `${edited.join('\n')}\n`;
        if (evidence === whole) return;
        const signed = { ...content, evidence: { name: EVIDENCE, ...aDigest(evidence) } } as const;
        expect(await conclusionOf(signed, evidence)).not.toBe('holds');
      }),
      { numRuns: 40, seed: 1 },
    );
  });

  it.each<[string, (signed: ClientContent) => ClientContent]>([
    [
      'another verdict',
      ({ claims, ...rest }) => ({
        ...rest,
        claims: { ...claims, verdicts: claims.verdicts.map((one) => ({ ...one, verdict: 'warn' })) },
      }),
    ],
    [
      'one rule less',
      ({ claims, ...rest }) => ({ ...rest, claims: { ...claims, verdicts: claims.verdicts.slice(1) } }),
    ],
    [
      'another freedom',
      ({ claims, ...rest }) => ({ ...rest, claims: { ...claims, stands: { seed: 7, freedoms: ['gzip'] } } }),
    ],
    [
      'a situation met',
      ({ claims, ...rest }) => ({
        ...rest,
        claims: { ...claims, situations: claims.situations.map((one) => ({ ...one, isMet: true })) },
      }),
    ],
    ['another command', ({ claims, ...rest }) => ({ ...rest, claims: { ...claims, command: 'node other.mjs' } })],
    ['fewer limits', ({ doesNotProve, ...rest }) => ({ ...rest, doesNotProve: doesNotProve.slice(1) })],
    ['more time', (whatever) => ({ ...whatever, freshUntil: '2099-01-01T00:00:00.000Z' })],
    ['another petvet', (whatever) => ({ ...whatever, petvet: '99.0.0' })],
  ])('is refused with %s, even where its signer wrote it', async (_name, change) => {
    expect(await conclusionOf(change(content))).toBe('fails');
  });

  it.each<[RegExp, string]>([
    [/Bearer \{primary\}/, 'Basic x'],
    [/"wasInterrupted":false/, '"wasInterrupted":true'],
    [/"isMet":false/, '"isMet":true'],
    [/"asOf":"2026-11-27"/, '"asOf":"2026-11-28"'],
    [/"method":"GET"/, '"method":"PUT"'],
  ])('is refused where its signer turned %s of the evidence into %s', async (from, to) => {
    const evidence = whole.replace(from, to);
    expect(evidence).not.toBe(whole);
    const signed = { ...content, evidence: { name: EVIDENCE, ...aDigest(evidence) } } as const;
    expect(await conclusionOf(signed, evidence)).toBe('fails');
  });

  it('is not of a service, so that a register takes none', async () => {
    await checked();
    const { checks } = await verifyCertificate(plan);
    expect(checks).toContainEqual({ what: 'evidence', state: 'unchecked', says: expect.stringMatching(/of a client/) });
  });

  it('follows no nonce, and names no file', async () => {
    await checked();
    const { predicate } = await checkSigned(plan);
    if (predicate === undefined || !isOfClient(predicate)) throw new TypeError('it is of a client');
    const checks = await verifyClient({ ...plan, nonce: 'x', subjectFile: plan.file }, predicate);
    expect(checks).toContainEqual(expect.objectContaining({ what: 'nonce', state: 'fails' }));
    expect(checks).toContainEqual(expect.objectContaining({ what: 'subject', state: 'fails' }));
  });
});

describe('there is no certificate', () => {
  it.each<[string, Parameters<typeof clientEvidence>[0], string, RegExp]>([
    ['of steady waits', { waits: Array.from({ length: 7 }, () => 1_300) }, 'verdicts', /CLIENT-3 is violated/],
    ['of few waits', { waits: [1_500] }, 'complete', /CLIENT-3 was not verified/],
    ['without a situation', { situations: ['plain', 'refusals'] }, 'complete', /the situation retry-after-date/],
    ['of an interrupted run', { wasInterrupted: true }, 'complete', /was interrupted/],
  ])('%s', async (_name, history, what, why) => {
    const judged = await judgeClientEvidence(clientEvidence(history), EVIDENCE);
    expect(whyNoClientCertificate(judged)).toEqual({ what, why: expect.stringMatching(why) });
  });
});
