import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { aKey } from '../certificate/certificate.fixture.ts';
import { pemOf } from '../certificate/keys.ts';
import { IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { ROOT } from './petvet-process.fixture.ts';
import { keylessRun, SIGNER, TOKEN, TRUSTED } from './keyless-run.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

let run: Awaited<ReturnType<typeof keylessRun>>;

beforeAll(async () => {
  run = await keylessRun();
}, PATIENCE);

afterAll(() => run[Symbol.asyncDispose]());

/** Every file below a folder, with its text. */
function textsBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}

describe('a pipeline that keeps no key', () => {
  it('certifies a complete run, and says where it signs', () => {
    expect({ status: run.ended.status, err: run.ended.status === 0 ? '' : `${run.ended.out}${run.ended.err}` }).toEqual(
      {
        status: 0,
        err: '',
      },
    );
    expect(run.ended.err).toContain(
      `Signing without a key: certificate from ${run.issuer.url}, recorded for all to see in ${run.issuer.url}.\n`,
    );
    expect(run.ended.out).toMatch(/Certificate: report\/certificate\.intoto\.jsonl .*\n.*\nExit status 0: certified/);
  });

  it('leaves a certificate that holds for who trusts the root, and asks for the signer', async () => {
    const page = readFileSync(join(ROOT, 'docs', 'certifying.md'), 'utf8');
    const [, documented = ''] = /^npx petvet (verify .*--trusted-root .*)$/m.exec(page) ?? [];
    expect(documented.split(' ')).toEqual(['verify', 'certificate.intoto.jsonl', ...TRUSTED, ...SIGNER]);
    const { status, out } = await run.verify(join(run.report, CERTIFICATE_FILE), ...TRUSTED, ...SIGNER);
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(
        /^✔ signature +signed with ECDSA[^]*✔ chain[^]*✔ signer[^]*✔ evidence[^]*✔ report[^]*✔ complete[^]*✔ verdicts[^]*✔ dates[^]*Exit status 0: the certificate is valid\n$/,
      ),
    });
  });

  it('leaves its token nowhere', () => {
    const texts = [run.ended.out, run.ended.err, ...textsBelow(run.place)];
    expect(texts.length).toBeGreaterThan(5);
    const secrets = [TOKEN, ...TOKEN.split('.')];
    expect(texts.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });
});

describe('the certificate is not valid', () => {
  it.each([
    [
      ['--certificate-identity', 'https://github.com/other/pets', '--certificate-issuer', ISSUER],
      /it was signed by .*, not by https:\/\/github\.com\/other\/pets/,
    ],
    [
      ['--certificate-identity', IDENTITY, '--certificate-issuer', 'https://gitlab.example'],
      /its signer was identified by .*, not by https:\/\/gitlab\.example/,
    ],
  ])('for %j', async (asked, says) => {
    const { status, out } = await run.verify(join(run.report, CERTIFICATE_FILE), ...TRUSTED, ...asked);
    expect({ status, out }).toEqual({
      status: 1,
      out: expect.stringMatching(/Exit status 1: the certificate is not valid: /),
    });
    expect(out).toMatch(says);
  });

  it('under the root of another instance', async () => {
    await using other = await startIssuer();
    writeFileSync(join(run.place, 'other_root.json'), other.trustedRoot());
    expect(
      await run.verify(join(run.report, CERTIFICATE_FILE), '--trusted-root', 'other_root.json', ...SIGNER),
    ).toMatchObject({
      status: 1,
      out: expect.stringMatching(/Exit status 1: .*its signing certificate does not lead to the trusted root/),
    });
  });

  it('with a byte that is another one', async () => {
    const bytes = readFileSync(join(run.report, CERTIFICATE_FILE));
    const at = bytes.indexOf('"payload":"') + 400;
    bytes[at] = (bytes[at] ?? 0) === 0x41 ? 0x42 : 0x41;
    const changed = join(run.place, 'changed.intoto.jsonl');
    writeFileSync(changed, bytes);
    expect(await run.verify(changed, ...TRUSTED, ...SIGNER)).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^✖ signature +the certificate was changed: /),
    });
  });
});

describe('the certificate could not be checked', () => {
  it('without a trusted root', async () => {
    expect(await run.verify(join(run.report, CERTIFICATE_FILE))).toMatchObject({
      status: 2,
      out: expect.stringMatching(
        /\? chain [^]*Exit status 2: the certificate could not be checked: .*--trusted-root names one/,
      ),
    });
  });

  it('with the key of somebody', async () => {
    const key = join(run.place, 'key.pem.pub');
    writeFileSync(key, pemOf(aKey().publicKey));
    expect(await run.verify(join(run.report, CERTIFICATE_FILE), '--public-key', key)).toMatchObject({
      status: 2,
      out: expect.stringMatching(/\? signer +it was signed by a pipeline, which keeps no key/),
    });
  });

  it.each([
    [['--certificate-identity', 'a', ...TRUSTED], /--certificate-identity needs --certificate-issuer/],
    [['--certificate-issuer', 'a', ...TRUSTED], /--certificate-issuer needs --certificate-identity/],
    [[...SIGNER], /--certificate-identity needs --trusted-root/],
    [[...SIGNER, ...TRUSTED, '--public-key', 'k.pub'], /--public-key and --certificate-identity cannot both be given/],
    [[...SIGNER, '--trusted-root', 'nowhere.json'], /the trusted root \S*nowhere\.json cannot be read/],
    [[...SIGNER, '--trusted-root', 'report/conformance.json'], /conformance\.json is not a trusted root of Sigstore/],
    [['--all', '.', ...SIGNER], /--all and --certificate-identity cannot both be given/],
  ])('with %j', async (flags, says) => {
    const args = flags[0] === '--all' ? ['verify', ...flags] : ['verify', join(run.report, CERTIFICATE_FILE), ...flags];
    const { status, out, err } = await petvetHere(args, { cwd: run.place });
    expect({ status, out, err }).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/^petvet: [^\n]*\n  [^\n]*\n$/),
    });
    expect(err).toMatch(says);
  });
});

describe('an issuer that fails', () => {
  it(
    'costs no run: it stays, and is signed later',
    async () => {
      await using faulty = await startIssuer();
      faulty.fail('fulcio', { status: 403, body: `{"message":"no ${TOKEN}"}` });
      const failed = await run.certify(faulty.url, '--report', join(run.place, 'later'));
      expect({ status: failed.status, err: failed.err }).toEqual({
        status: 2,
        err: expect.stringMatching(
          /\npetvet: the run could be certified, and was not signed: the certificate authority http:\S+ issued no certificate: it responds 403 \(no \(the token\)\)\n {2}the report stays: `petvet certify --from later` signs it, .*\n$/,
        ),
      });
      expect(failed.out).toMatch(/No certificate was written\.\n$/);
      const left = readdirSync(join(run.place, 'later'));
      expect(left).toEqual(expect.arrayContaining(['conformance.json', 'evidence.jsonl']));
      expect(left).not.toContain(CERTIFICATE_FILE);
      const later = await run.certify(run.issuer.url, '--from', 'later');
      expect(later).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^Certificate: later\/.*\nExit status 0: certified/),
      });
      const certificate = join(run.place, 'later', CERTIFICATE_FILE);
      expect(await run.verify(certificate, ...TRUSTED, ...SIGNER)).toMatchObject({ status: 0 });
      expect(await run.certify(run.issuer.url, '--from', 'later')).toMatchObject({
        status: 2,
        err: expect.stringMatching(/already exists, and a certificate is never overwritten/),
      });
      const texts = [failed.out, failed.err, later.out, later.err, ...textsBelow(run.place)];
      expect(texts.filter((text) => text.includes(TOKEN.split('.')[1] ?? ''))).toEqual([]);
    },
    PATIENCE,
  );
});
