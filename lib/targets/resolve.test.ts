import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_TLS } from '../wire/tls.fixture.ts';
import { resolveTarget } from './resolve.ts';
import { knowledgeOf } from './target.ts';

import { complaint, LOCAL, STAGING } from './resolve.fixture.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'petvet-target-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('choosing the target', () => {
  it("is petvet's own server where nothing is configured", () => {
    expect(resolveTarget({}, { PATH: '/usr/bin', PETVET_DEBUG: '', CI: 'false' })).toBeUndefined();
  });

  it('takes two variables and nothing else', () => {
    expect(resolveTarget({}, LOCAL)).toEqual({
      name: 'unnamed',
      baseUrl: 'http://127.0.0.1:8080/v1',
      apiKey: 'key-of-mine',
      plan: { name: 'auto' },
      writes: true,
      headers: [],
      loopback: true,
      windows: { minute: 60, day: 86_400, testInstallation: false },
    });
  });

  it.each([
    [{ PETVET_WINDOW_SECONDS: '60', PETVET_DAY_SECONDS: '86400' }, false],
    [{ PETVET_WINDOW_SECONDS: '61' }, true],
    [{ PETVET_DAY_SECONDS: '120' }, true],
  ])('with %j is a test installation: %s', (settings, testInstallation) => {
    expect(resolveTarget({}, { ...LOCAL, ...settings })?.windows).toMatchObject({ testInstallation });
  });

  it('takes the target that a flag names before the one that the environment names', () => {
    const environment = {
      ...STAGING,
      PETVET_TARGET: 'staging',
      PETVET_EU_WEST_BASE_URL: 'https://eu.example/v1',
      PETVET_EU_WEST_API_KEY: 'another-key',
    };
    expect(resolveTarget({}, { ...environment, ...LOCAL })?.name).toBe('staging');
    expect(resolveTarget({ target: 'EU-West' }, environment)).toMatchObject({ name: 'eu-west', apiKey: 'another-key' });
  });

  it('takes --base-url with the key of PETVET_API_KEY, never with the key of a named target', () => {
    const flags = { baseUrl: 'https://pets.example/api/v1/' };
    expect(resolveTarget(flags, { ...STAGING, PETVET_TARGET: 'staging', PETVET_API_KEY: 'mine' })).toMatchObject({
      baseUrl: 'https://pets.example/api/v1',
      apiKey: 'mine',
      writes: false,
    });
    expect(complaint(flags, STAGING)).toContain('PETVET_API_KEY is missing');
    expect(complaint({ ...flags, target: 'staging' }, STAGING)).toContain('cannot both');
  });

  it('does not fall back to the embedded server when targets are configured and none is chosen', () => {
    expect(complaint({}, STAGING)).toContain('staging is configured');
  });

  it("takes petvet's own server by its name, which no target can have", () => {
    const gate = { gateFlags: ['--profile'] };
    expect(resolveTarget({ target: 'Reference', ...gate }, { ...STAGING, CI: 'true' })).toBeUndefined();
    expect(resolveTarget(gate, { ...STAGING, PETVET_TARGET: 'reference', CI: 'true' })).toBeUndefined();
    const own = { PETVET_REFERENCE_BASE_URL: 'http://127.0.0.1:8080/v1' };
    expect(complaint({ target: 'reference' }, { ...STAGING, ...own })).toMatch(/^PETVET_REFERENCE_… configures/);
    expect(complaint({}, own)).toBe('no complaint');
  });

  it('names the targets that there are where the name is that of none', () => {
    const environment = { ...STAGING, PETVET_EU_WEST_BASE_URL: 'https://eu.example/v1', ...LOCAL };
    expect(() => resolveTarget({ target: 'stagin' }, environment)).toThrow(
      expect.objectContaining({
        message: 'there is no target stagin: neither .env nor the environment sets its base address',
        hint: 'did you mean staging? the targets are staging, eu-west',
      }),
    );
    expect(() => resolveTarget({ target: 'qa' }, environment)).toThrow(
      expect.objectContaining({ hint: 'the targets are staging, eu-west' }),
    );
    expect(() => resolveTarget({ target: 'qa' }, LOCAL)).toThrow(
      expect.objectContaining({ hint: '`petvet init --target qa` writes its settings' }),
    );
    expect(complaint({ target: 'qa' }, { PETVET_QA_API_KEY: 'mine' })).toContain('PETVET_QA_BASE_URL is missing');
    expect(complaint({ target: 'qa' }, { PETVET_QA_BASEURL: 'x' })).toContain('PETVET_QA_BASEURL is not a setting');
  });

  it('says where settings go, and where flags are described', () => {
    expect(() => resolveTarget({}, { PETVET_BASE_URL: LOCAL.PETVET_BASE_URL })).toThrow(
      expect.objectContaining({ hint: 'settings go into .env or the environment; .env.example describes each' }),
    );
    expect(() => resolveTarget({ baseUrl: 'http://127.0.0.1' }, LOCAL)).toThrow(
      expect.objectContaining({ hint: 'correct it; `--help` of the command describes each flag' }),
    );
  });

  it.each(['second', 'Second', 'x-second', 'x_second', 'a b', '', ' ', '-a'])('refuses the name %j', (target) => {
    expect(complaint({ target }, STAGING)).toMatch(/--target must/);
  });
});

describe('settings', () => {
  it('reads every one', () => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, ' from-a-file\n');
    const target = resolveTarget(
      { plan: 'pro', writes: false },
      {
        PETVET_STAGING_BASE_URL: 'https://staging.example/v1/',
        PETVET_STAGING_API_KEY_FILE: keyFile,
        PETVET_STAGING_SECOND_API_KEY: 'another-caller',
        PETVET_STAGING_PLAN: 'free',
        PETVET_STAGING_LIMIT_PER_MINUTE: '250',
        PETVET_STAGING_CATEGORY_ID: '9223372036854775807',
        PETVET_STAGING_WRITES: 'yes',
        PETVET_STAGING_HEADERS: 'X-Tenant: cats\nX-Gate: a: b',
        PETVET_STAGING_PROXY: 'http://user:word@proxy.example:3128',
        PETVET_STAGING_RESET_COMMAND: './reset.sh',
        PETVET_STAGING_WINDOW_SECONDS: '2',
        PETVET_STAGING_EU_BASE_URL: 'https://eu.example/v1',
        PETVET_TARGET: 'staging',
      },
    );
    expect(target).toEqual({
      name: 'staging',
      baseUrl: 'https://staging.example/v1',
      apiKey: 'from-a-file',
      secondApiKey: 'another-caller',
      plan: { name: 'pro', perMinute: 250, perDay: 10_000 },
      writes: false,
      categoryId: 9_223_372_036_854_775_807n,
      headers: [
        ['X-Tenant', 'cats'],
        ['X-Gate', 'a: b'],
      ],
      proxy: 'http://user:word@proxy.example:3128',
      loopback: false,
      windows: { minute: 2, day: 86_400, testInstallation: true },
      resetCommand: './reset.sh',
    });
    if (target === undefined) throw new Error('unreachable');
    const knowledge = knowledgeOf(target, { asOf: '2026-11-21', leftOut: { 'RATE-10': 'skipped' } });
    expect(knowledge).toMatchObject({ target: 'staging', secondKey: true, categoryId: 2n ** 63n - 1n });
    expect(String(Object.values(knowledge))).not.toMatch(/from-a-file|another-caller|word/);
  });

  it('names every wrong value at once, one sentence a line, and repeats none', () => {
    const said = complaint(
      { target: 'staging', plan: 'gold-secret' },
      {
        PETVET_STAGING_BASE_URL: 'ftp-secret',
        PETVET_STAGING_APIKEY: 'secret',
        PETVET_STAGING_SECOND_API_KEY: 'blank secret',
        PETVET_STAGING_LIMIT_PER_DAY: '1e3-secret',
        PETVET_STAGING_CATEGORY_ID: '9223372036854775808',
        PETVET_STAGING_WRITES: 'secret',
        PETVET_STAGING_HEADERS: 'secret',
        PETVET_STAGING_CA_FILE: join(folder, 'secret'),
        PETVET_STAGING_PROXY: 'socks5://secret',
        PETVET_STAGING_WINDOW_SECONDS: '0',
        PETVET_STAGING_COLOUR: 'secret',
      },
    );
    expect(said).not.toContain('secret');
    expect(said.split('\n').toSorted()).toEqual([
      '--plan must be one of free, pro, business, enterprise, auto',
      'PETVET_STAGING_APIKEY is not a setting; PETVET_STAGING_API_KEY is one',
      'PETVET_STAGING_API_KEY is missing: every operation of the service requires it',
      'PETVET_STAGING_BASE_URL must be an address such as https://pets.example/v1',
      'PETVET_STAGING_CATEGORY_ID must be a whole number within int64',
      'PETVET_STAGING_CA_FILE names a file that cannot be read: it does not exist',
      'PETVET_STAGING_COLOUR is not a setting of a target',
      'PETVET_STAGING_HEADERS must be a JSON object of names and values, or one "Name: value" per line',
      'PETVET_STAGING_LIMIT_PER_DAY must be a whole number of requests, 1 to 999999999',
      'PETVET_STAGING_PROXY must be the address of a proxy such as http://proxy.example:3128',
      'PETVET_STAGING_SECOND_API_KEY must be printable ASCII without spaces or line breaks',
      'PETVET_STAGING_WINDOW_SECONDS must be a whole number of seconds, 1 to 86400',
      'PETVET_STAGING_WRITES must be yes or no',
    ]);
  });

  it.each(['a b', 'a\n', 'schlüssel', '\u0007bell'])('refuses the key %j without repeating it', (key) => {
    const said = complaint({}, { ...LOCAL, PETVET_API_KEY: key });
    expect(said).toBe('PETVET_API_KEY must be printable ASCII without spaces or line breaks');
  });

  it('reads a client certificate with its key, and nothing that does not belong together', () => {
    const [certificate, key, other] = ['client.pem', 'client-key.pem', 'other-key.pem'].map((name) =>
      join(folder, name),
    );
    writeFileSync(certificate ?? '', TEST_TLS.certificate);
    writeFileSync(key ?? '', TEST_TLS.key);
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(other ?? '', privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const [CERT, KEY] = ['PETVET_CLIENT_CERT_FILE', 'PETVET_CLIENT_KEY_FILE'] as const;
    expect(resolveTarget({}, { ...LOCAL, [CERT]: certificate, [KEY]: key })?.clientCertificate).toEqual({
      certificate: TEST_TLS.certificate,
      key: TEST_TLS.key,
    });
    const both = 'a client certificate has both';
    expect(complaint({}, { ...LOCAL, [CERT]: certificate })).toBe(`${CERT} needs ${KEY}: ${both}`);
    expect(complaint({}, { ...LOCAL, [KEY]: key })).toBe(`${KEY} needs ${CERT}: ${both}`);
    expect(complaint({}, { ...LOCAL, [CERT]: certificate, [KEY]: other })).toBe(
      `${KEY} does not hold the key of the certificate in ${CERT}`,
    );
    expect(complaint({}, { ...LOCAL, [CERT]: key, [KEY]: certificate })).toContain('holds no readable certificate');
  });

  it('trusts the certificates of a file, and says when it holds none', () => {
    const file = join(folder, 'ca.pem');
    const [one = '', two = ''] = rootCertificates;
    writeFileSync(file, `# ours\n${one}\n\n${two}\n`);
    expect(resolveTarget({}, { ...LOCAL, PETVET_CA_FILE: file })?.ca).toBe(`${one}\n${two}`);
    for (const text of ['', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']) {
      writeFileSync(file, text);
      expect(complaint({}, { ...LOCAL, PETVET_CA_FILE: file })).toContain('PETVET_CA_FILE names a file that holds no');
    }
  });

  it('asks Enterprise for its figure, and lets a declared figure win', () => {
    expect(complaint({ plan: 'enterprise' }, LOCAL)).toContain('PETVET_LIMIT_PER_MINUTE is missing');
    expect(resolveTarget({ plan: 'enterprise' }, { ...LOCAL, PETVET_LIMIT_PER_MINUTE: '5000' })?.plan).toEqual({
      name: 'enterprise',
      perMinute: 5_000,
    });
    expect(resolveTarget({}, { ...LOCAL, PETVET_PLAN: 'Free' })?.plan).toEqual({
      name: 'free',
      perMinute: 60,
      perDay: 1_000,
    });
  });

  it('wants the second key to be another one, and one source for the first', () => {
    expect(complaint({}, { ...LOCAL, PETVET_SECOND_API_KEY: 'key-of-mine' })).toContain(
      'PETVET_SECOND_API_KEY must be another',
    );
    expect(complaint({}, { ...LOCAL, PETVET_API_KEY_FILE: '/nowhere' })).toContain('must not both be set');
  });

  it('passes over what other programs keep under PETVET_, but not a near miss', () => {
    expect(resolveTarget({}, { ...LOCAL, PETVET_SEED: '7', PETVET_STAGING_PLAN: 'free' })).toBeDefined();
    expect(complaint({}, { ...LOCAL, PETVET_WRITE: 'no' })).toBe('PETVET_WRITE is not a setting; PETVET_WRITES is one');
    expect(complaint({}, { ...LOCAL, PETVET_LIMIT_PER_MIN: '60' })).toBe(
      'PETVET_LIMIT_PER_MIN is not a setting; PETVET_LIMIT_PER_MINUTE is one',
    );
  });

  it.each(['Authorization', 'host', 'Content-Length', 'User-Agent'])('refuses %s among the extra headers', (name) => {
    expect(complaint({}, { ...LOCAL, PETVET_HEADERS: JSON.stringify({ 'X-A': '1', [name]: 'x' }) })).toContain(name);
  });

  it('does not let a far proxy read the key over plain http', () => {
    const environment = { ...LOCAL, PETVET_PROXY: 'http://proxy.example:3128' };
    expect(complaint({}, environment)).toContain('PETVET_PROXY must be on this machine');
    expect(resolveTarget({ allowPlainHttp: true }, environment)).toBeDefined();
    expect(resolveTarget({}, { ...LOCAL, PETVET_PROXY: 'http://localhost:3128' })).toBeDefined();
  });
});
