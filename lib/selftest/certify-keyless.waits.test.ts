import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { aKey } from '../certificate/certificate.fixture.ts';
import { pemOf } from '../certificate/keys.ts';
import { aToken, IDENTITY, ISSUER, startIssuer } from '../keyless/issuer.fixture.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { aService, settingsOf } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, ROOT as REPOSITORY } from './petvet-process.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

const TOKEN = aToken();

let service: Awaited<ReturnType<typeof aService>>;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let place: Awaited<ReturnType<typeof folder>>;
let report: string;
let ended: Awaited<ReturnType<typeof petvetHere>>;

beforeAll(async () => {
  service = await aService();
  issuer = await startIssuer();
  place = await folder();
  report = join(place.path, 'report');
  writeFileSync(join(place.path, 'trusted_root.json'), issuer.trustedRoot());
  ended = await certify(issuer.url, '--report', report);
}, PATIENCE);

afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Certifies the service as a pipeline does. */
function certify(url: string, ...flags: readonly string[]) {
  return petvetHere(['certify', '--keyless', '--fulcio', url, '--rekor', url, ...flags], {
    cwd: place.path,
    env: { ...service.env, SIGSTORE_ID_TOKEN: TOKEN },
  });
}

function verify(certificate: string, ...flags: readonly string[]) {
  return petvetHere(['verify', certificate, ...flags], { cwd: place.path });
}

const ROOT = ['--trusted-root', 'trusted_root.json'] as const;
const SIGNER = ['--certificate-identity', IDENTITY, '--certificate-issuer', ISSUER] as const;

/** Every file below a folder, with its text. */
function textsBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
}

describe('a pipeline that keeps no key', () => {
  it('certifies a complete run, and says where it signs', () => {
    expect({ status: ended.status, err: ended.status === 0 ? '' : `${ended.out}${ended.err}` }).toEqual({
      status: 0,
      err: '',
    });
    expect(ended.err).toContain(
      `Signing without a key: certificate from ${issuer.url}, recorded for all to see in ${issuer.url}.\n`,
    );
    expect(ended.out).toMatch(/Certificate: report\/certificate\.intoto\.jsonl .*\n.*\nExit status 0: certified/);
  });

  it('leaves a certificate that holds for who trusts the root, and asks for the signer', async () => {
    const page = readFileSync(join(REPOSITORY, 'docs', 'certifying.md'), 'utf8');
    const [, documented = ''] = /^npx petvet (verify .*--trusted-root .*)$/m.exec(page) ?? [];
    expect(documented.split(' ')).toEqual(['verify', 'certificate.intoto.jsonl', ...ROOT, ...SIGNER]);
    const { status, out } = await verify(join(report, CERTIFICATE_FILE), ...ROOT, ...SIGNER);
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(
        /^✔ signature +signed with ECDSA[^]*✔ chain[^]*✔ signer[^]*✔ evidence[^]*✔ report[^]*✔ complete[^]*✔ verdicts[^]*✔ dates[^]*Exit status 0: the certificate holds\n$/,
      ),
    });
  });

  it('leaves its token nowhere', () => {
    const texts = [ended.out, ended.err, ...textsBelow(place.path)];
    expect(texts.length).toBeGreaterThan(5);
    const secrets = [TOKEN, ...TOKEN.split('.')];
    expect(texts.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });
});

describe('the certificate does not hold', () => {
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
    const { status, out } = await verify(join(report, CERTIFICATE_FILE), ...ROOT, ...asked);
    expect({ status, out }).toEqual({
      status: 1,
      out: expect.stringMatching(/Exit status 1: the certificate does not hold: /),
    });
    expect(out).toMatch(says);
  });

  it('under the root of another instance', async () => {
    await using other = await startIssuer();
    writeFileSync(join(place.path, 'other_root.json'), other.trustedRoot());
    expect(await verify(join(report, CERTIFICATE_FILE), '--trusted-root', 'other_root.json', ...SIGNER)).toMatchObject({
      status: 1,
      out: expect.stringMatching(/Exit status 1: .*its signing certificate does not lead to the trusted root/),
    });
  });

  it('with a byte that is another one', async () => {
    const bytes = readFileSync(join(report, CERTIFICATE_FILE));
    const at = bytes.indexOf('"payload":"') + 400;
    bytes[at] = (bytes[at] ?? 0) === 0x41 ? 0x42 : 0x41;
    const changed = join(place.path, 'changed.intoto.jsonl');
    writeFileSync(changed, bytes);
    expect(await verify(changed, ...ROOT, ...SIGNER)).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^✖ signature +the certificate was changed: /),
    });
  });
});

describe('the certificate could not be checked', () => {
  it('without a trusted root', async () => {
    expect(await verify(join(report, CERTIFICATE_FILE))).toMatchObject({
      status: 2,
      out: expect.stringMatching(
        /\? chain [^]*Exit status 2: the certificate could not be checked: .*--trusted-root names one/,
      ),
    });
  });

  it('with the key of somebody', async () => {
    const key = join(place.path, 'key.pem.pub');
    writeFileSync(key, pemOf(aKey().publicKey));
    expect(await verify(join(report, CERTIFICATE_FILE), '--public-key', key)).toMatchObject({
      status: 2,
      out: expect.stringMatching(/\? signer +it was signed by a pipeline, which keeps no key/),
    });
  });

  it.each([
    [['--certificate-identity', 'a', ...ROOT], /--certificate-identity needs --certificate-issuer/],
    [['--certificate-issuer', 'a', ...ROOT], /--certificate-issuer needs --certificate-identity/],
    [[...SIGNER], /--certificate-identity needs --trusted-root/],
    [[...SIGNER, ...ROOT, '--public-key', 'k.pub'], /--public-key and --certificate-identity cannot both be given/],
    [[...SIGNER, '--trusted-root', 'nowhere.json'], /the trusted root \S*nowhere\.json cannot be read/],
    [[...SIGNER, '--trusted-root', 'report/conformance.json'], /conformance\.json is not a trusted root of Sigstore/],
    [['--all', '.', ...SIGNER], /--all and --certificate-identity cannot both be given/],
  ])('with %j', async (flags, says) => {
    const args = flags[0] === '--all' ? ['verify', ...flags] : ['verify', join(report, CERTIFICATE_FILE), ...flags];
    const { status, out, err } = await petvetHere(args, { cwd: place.path });
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
      const failed = await certify(faulty.url, '--report', join(place.path, 'later'));
      expect({ status: failed.status, err: failed.err }).toEqual({
        status: 2,
        err: expect.stringMatching(
          /\npetvet: the run could be certified, and was not signed: the certificate authority http:\S+ issued no certificate: it responds 403 \(no \(the token\)\)\n {2}the report stays: `petvet certify --from later` signs it, .*\n$/,
        ),
      });
      expect(failed.out).toMatch(/No certificate was written\.\n$/);
      const left = readdirSync(join(place.path, 'later'));
      expect(left).toEqual(expect.arrayContaining(['conformance.json', 'evidence.jsonl']));
      expect(left).not.toContain(CERTIFICATE_FILE);
      const later = await certify(issuer.url, '--from', 'later');
      expect(later).toMatchObject({
        status: 0,
        out: expect.stringMatching(/^Certificate: later\/.*\nExit status 0: certified/),
      });
      const certificate = join(place.path, 'later', CERTIFICATE_FILE);
      expect(await verify(certificate, ...ROOT, ...SIGNER)).toMatchObject({ status: 0 });
      expect(await certify(issuer.url, '--from', 'later')).toMatchObject({
        status: 2,
        err: expect.stringMatching(/is there already, and a certificate is never overwritten/),
      });
      const texts = [failed.out, failed.err, later.out, later.err, ...textsBelow(place.path)];
      expect(texts.filter((text) => text.includes(TOKEN.split('.')[1] ?? ''))).toEqual([]);
    },
    PATIENCE,
  );
});

describe('a recorded run', () => {
  it('is certified with a key, too, and asks for nothing else', async () => {
    const recorded = join(place.path, 'recorded');
    await cp(report, recorded, { recursive: true, filter: (file) => !file.endsWith(CERTIFICATE_FILE) });
    const key = join(place.path, 'recorded.pem');
    const flags = ['--from', 'recorded', '--new-key', key, '--subject', `pets@sha256:${'a'.repeat(64)}`];
    expect(await petvetHere(['certify', ...flags], { cwd: place.path })).toMatchObject({ status: 0, err: '' });
    const { status, out } = await verify(join(recorded, CERTIFICATE_FILE), '--public-key', `${key}.pub`);
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/· subject +about pets, SHA-256 a{64}/) });
  });

  it('that violates a rule, or is not there, is not certified', async () => {
    const altered = join(place.path, 'altered');
    await cp(report, altered, { recursive: true });
    writeFileSync(join(altered, CERTIFICATE_FILE), '');
    const evidence = readFileSync(join(altered, 'evidence.jsonl'), 'utf8');
    writeFileSync(
      join(altered, 'evidence.jsonl'),
      evidence.replace('"answer":{"status":200', '"answer":{"status":202'),
    );
    expect(await certify(issuer.url, '--from', 'altered')).toMatchObject({ status: 2 });
    const bare = join(place.path, 'bare');
    await cp(altered, bare, { recursive: true, filter: (file) => !file.endsWith(CERTIFICATE_FILE) });
    expect(await certify(issuer.url, '--from', 'bare')).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^No certificate was written\.\nExit status 1: [A-Z]+-\d+ is violated/),
    });
    expect(await certify(issuer.url, '--from', 'nowhere')).toMatchObject({
      status: 2,
      err: expect.stringMatching(/nowhere/),
    });
  });
});

/** A copy of the run without its certificate, of which one file is another one. */
async function alteredCopy(name: string, file: string, change: (text: string) => string): Promise<string> {
  const to = join(place.path, name);
  await cp(report, to, { recursive: true, filter: (path) => !path.endsWith(CERTIFICATE_FILE) });
  const text = change(readFileSync(join(to, file), 'utf8'));
  expect(text).not.toBe(readFileSync(join(to, file), 'utf8'));
  writeFileSync(join(to, file), text);
  return name;
}

function fromFolder(name: string) {
  return petvetHere(['certify', '--from', name, '--new-key', join(place.path, `${name}.pem`)], { cwd: place.path });
}

describe('a recorded run is not signed', () => {
  it.each<[what: string, change: (text: string) => string, says: RegExp]>([
    [
      'of another run',
      (text) => text.replace(/("run": \{\s+"id": ")\w+/, '$1zzzzzz'),
      /it is of run zzzzzz, and the evidence of run \w+\n/,
    ],
    [
      'with another verdict',
      (text) => text.replace(/("id": "LIST-2",[^}]*?"verdict": ")pass/, '$1warn'),
      /it says warn for LIST-2; judged again, the evidence says pass\n/,
    ],
    [
      'without a rule',
      (text) => {
        const whole = JSON.parse(text);
        return JSON.stringify({ ...whole, rules: whole.rules.slice(1) });
      },
      /what it says of rules is not what the evidence says\n/,
    ],
    [
      'with other counts',
      (text) => text.replace(/("requests": \{\s+"sent": )\d+/, '$19999'),
      /what it says of requests is not what the evidence says\n/,
    ],
    [
      'with another sentence',
      (text) => text.replace(/("title": ")[^"]+/, '$1Everything is fine'),
      /what it says of rules is not what the evidence says\n/,
    ],
    [
      'with a member more',
      (text) => text.replace('{', '{"recommended": true,'),
      /what it says of recommended is not what the evidence says\n/,
    ],
    [
      'with a member more in its gate',
      (text) => text.replace('"gate": {', '"gate": {"recommended": true,'),
      /what it says of gate is not in the form of such a report\n/,
    ],
    ['that is none', () => '{}', /it is cut off, or not a report of this version of petvet\n/],
  ])('beside a report %s', async (what, change, says) => {
    const name = await alteredCopy(`report-${what.replaceAll(' ', '-')}`, 'conformance.json', change);
    const { status, err } = await fromFolder(name);
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(
        /^petvet: \S+conformance\.json is not the report of the evidence beside it: .*\n {2}.*\n$/,
      ),
    });
    expect(err).toMatch(says);
    expect(readdirSync(join(place.path, name))).not.toContain(CERTIFICATE_FILE);
  });

  it('without its report', async () => {
    const name = await alteredCopy('no-report', 'conformance.json', () => '');
    await rm(join(place.path, name, 'conformance.json'));
    expect(await fromFolder(name)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/conformance\.json cannot be read: it does not exist\n/),
    });
  });

  it('that another petvet made', async () => {
    const name = await alteredCopy('older', 'evidence.jsonl', (text) =>
      text.replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/0.0.9 (run'),
    );
    expect(await fromFolder(name)).toMatchObject({
      status: 3,
      out: expect.stringMatching(
        /^No certificate was written\.\nExit status 3: its requests are those of petvet 0\.0\.9, not of petvet /,
      ),
    });
  });

  it.each([
    [
      'that is too old',
      91 * 86_400_000,
      /a certificate of \S+ would not count: it counted as fresh until \S+, which is over\n/,
    ],
    ['of the future', -3_600_000, /a certificate of \S+ would not count: it is from the future: its run ended at /],
  ])('%s', async (what, later, says) => {
    const name = `time-${what.replaceAll(' ', '-')}`;
    await cp(report, join(place.path, name), { recursive: true, filter: (path) => !path.endsWith(CERTIFICATE_FILE) });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    const { status, err } = await fromFolder(name).finally(() => vi.useRealTimers());
    expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(says) });
    expect(readdirSync(join(place.path, name))).not.toContain(CERTIFICATE_FILE);
  });
});

describe('nothing is sent', () => {
  it.each([
    [['--keyless', '--key', 'a'], /--key and --keyless cannot both be given/],
    [['--keyless', '--new-key', 'a'], /--new-key and --keyless cannot both be given/],
    [['--new-key', 'a', '--key', 'b'], /--key and --new-key cannot both be given/],
    [[], /a certificate needs a key to sign it/],
    [['--new-key', 'a', '--fulcio', 'https://a.example'], /--fulcio is for --keyless/],
    [['--new-key', 'a', '--no-rekor'], /--no-rekor is for --keyless/],
    [['--keyless'], /--keyless needs the identity token of a pipeline, and there is none/],
    [['--keyless', '--fulcio', 'http://a.example'], /--fulcio must use https/],
    [['--keyless', '--from', 'x', '--target', 'staging'], /--from and --target cannot both be given/],
    [['--keyless', '--from', 'x', '--subject-file', 'y'], /--from and --subject-file cannot both be given/],
  ])('with %j', async (flags, says) => {
    const { status, out, err } = await petvetHere(['certify', ...flags], {
      cwd: place.path,
      env: settingsOf('http://127.0.0.1:9/v1'),
    });
    expect({ status, out, err }).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/^petvet: [^\n]*\n  [^\n]*\n$/),
    });
    expect(err).toMatch(says);
  });

  it('where the token of the pipeline is over', async () => {
    const token = aToken({ exp: 1_700_000_000 });
    const { status, err } = await petvetHere(['certify', '--keyless'], {
      cwd: place.path,
      env: { ...settingsOf('http://127.0.0.1:9/v1'), SIGSTORE_ID_TOKEN: token },
    });
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/^petvet: SIGSTORE_ID_TOKEN expired at /),
    });
    expect(err).not.toContain(token.split('.')[1]);
  });
});
