import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE, printCertificate } from '../certificate/bundle.ts';
import { aCertificate, aDigest, aKey, SOME_EVIDENCE } from '../certificate/certificate.fixture.ts';
import type { ClientContent } from '../certificate/client-predicate.ts';
import { clientContent, clientEvidence } from '../certificate/client-run.fixture.ts';
import { pemOf } from '../certificate/keys.ts';
import { checkRegister, KEY_FILE } from './register.ts';
import type { Submission } from './submission.ts';

const DAY = 86_400_000;
const place = mkdtempSync(join(tmpdir(), 'petvet-client-submission-'));
afterAll(() => rmSync(place, { recursive: true }));

const key = aKey();
const whole = clientEvidence({ seed: 7 });
const content = await clientContent(whole);
let registers = 0;

/** Checks a register with one submission of these files. */
async function checked(files: Readonly<Record<string, string | Buffer>>, now = Date.now()): Promise<Submission> {
  registers += 1;
  const register = join(place, `${registers}`);
  const folder = join(register, 'adopt', '2.0.0');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(register, 'adopt', KEY_FILE), pemOf(key.publicKey));
  const product = 'schema: petvet/product/1\nname: adopt\nversion: 2.0.0\nvendor: Example\nreproduce: node adopt.mjs\n';
  for (const [name, text] of Object.entries({ 'product.yaml': product, ...files }))
    writeFileSync(join(folder, name), text);
  const [submission] = await checkRegister(register, { now, interrupt: new AbortController().signal });
  if (submission === undefined) throw new TypeError('a register has its submission');
  return submission;
}

const certificateOf = (signed: ClientContent) => printCertificate(signed, key);

const own = (evidence: string | Buffer = whole, signed = content) => ({
  [CERTIFICATE_FILE]: certificateOf(signed),
  'client-evidence.jsonl.gz': gzipSync(evidence),
});

describe('a client in a register', () => {
  it('is judged again by its evidence, as it is or packed', async () => {
    for (const files of [own(), { [CERTIFICATE_FILE]: certificateOf(content), 'client-evidence.jsonl': whole }])
      expect(await checked(files)).toMatchObject({
        kind: 'client',
        state: 'holds',
        signedBy: 'key',
        client: { claims: { stands: { seed: 7 } } },
      });
  });

  it('is stale after ninety days, and stays known', async () => {
    expect(await checked(own(), Date.now() + 91 * DAY)).toMatchObject({
      kind: 'client',
      state: 'fails',
      isStale: true,
      client: { kind: 'client' },
    });
  });

  it.each<[string, () => Readonly<Record<string, string | Buffer>>, RegExp]>([
    [
      'evidence that was changed',
      () => own(whole.replace('"status":429', '"status":200')),
      /^the evidence was changed/,
    ],
    [
      'a claim that the evidence does not carry',
      () => own(whole, { ...content, claims: { ...content.claims, command: 'node other.mjs' } }),
      /^what the certificate says of command is not what the evidence says$/,
    ],
    [
      'the signature of another key',
      () => ({ ...own(), [CERTIFICATE_FILE]: printCertificate(content, aKey()) }),
      /^it is signed with the key .*, not with /,
    ],
    [
      'no evidence of its own',
      () => ({ [CERTIFICATE_FILE]: certificateOf(content), 'client.json': '{}' }),
      /^it is not complete: client-evidence\.jsonl is missing$/,
    ],
    [
      'the evidence of a service',
      () => ({ [CERTIFICATE_FILE]: certificateOf(content), 'evidence.jsonl': SOME_EVIDENCE }),
      /^the certificate is of a client: submit client-evidence\.jsonl, not evidence\.jsonl$/,
    ],
    [
      'the certificate of a service',
      () => ({ ...own(), [CERTIFICATE_FILE]: aCertificate(key) }),
      /^the certificate is of a service: submit evidence\.jsonl, not client-evidence\.jsonl$/,
    ],
  ])('is refused with %s', async (_what, files, says) => {
    const submission = await checked(files());
    expect(submission).toMatchObject({ state: 'fails', says: expect.stringMatching(says) });
    expect(submission).not.toHaveProperty('client');
  });

  it('tells no folder of this machine where its evidence cannot be read as such', async () => {
    const junk = '{"petvet":"junk"}\n';
    const signed = { ...content, evidence: { name: 'client-evidence.jsonl', ...aDigest(junk) } } as const;
    const { state, says } = await checked(own(junk, signed));
    expect(state).not.toBe('holds');
    expect(says).toContain('client-evidence.jsonl');
    expect(says).not.toContain(tmpdir());
  });
});
