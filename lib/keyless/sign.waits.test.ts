import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAddresses, type AddressFlags } from './addresses.ts';
import { identityTokenOf } from './identity-token.ts';
import { aToken, REQUEST_TOKEN, startIssuer, type Failing } from './issuer.fixture.ts';
import { keylessSigner, NotSignedError } from './sign.ts';

/** A client that asks three times waits in between. */
const PATIENCE = 30_000;

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

let issuer: Issuer;

beforeAll(async () => {
  issuer = await startIssuer();
});

afterAll(() => issuer[Symbol.asyncDispose]());

/** What signing comes to: the lines, or why there are none. */
async function signedBy(
  flags: AddressFlags,
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[] | string> {
  const source = identityTokenOf(environment, Date.now());
  const sign = await keylessSigner(readAddresses(flags, {}), source);
  try {
    return await sign({ payloadType: 'text/plain', payloads: () => ['one', 'two'] });
  } catch (error) {
    if (error instanceof NotSignedError) return error.message;
    throw error;
  }
}

describe('a service that fails is told in one clause', () => {
  it.each<[what: string, service: 'fulcio' | 'rekor' | 'tsa', how: Failing, says: RegExp]>([
    [
      'forbidden',
      'fulcio',
      { status: 403, body: '{"message":"the audience is another one"}' },
      /^the certificate authority http:\/\/127\.0\.0\.1:\d+ issued no certificate: it responds 403 \(the audience is another one\)$/,
    ],
    [
      'an error of its own',
      'fulcio',
      { status: 500, body: 'oops' },
      /no certificate: it responds 500 \(Internal Server Error\)$/,
    ],
    ['a page of HTML', 'fulcio', { status: 200, body: '<html>' }, /no certificate: its response is not understood$/],
    [
      'JSON of another kind',
      'fulcio',
      { status: 201, body: '{"chain":[]}' },
      /no certificate: its response is not understood$/,
    ],
    [
      'a certificate that is none',
      'fulcio',
      { status: 201, body: '{"signedCertificateEmbeddedSct":{"chain":{"certificates":["x"]}}}' },
      /issued no certificate for the key that was to sign$/,
    ],
    ['a closed connection', 'fulcio', 'closes', /no certificate: it closes the connection$/],
    [
      'a log that is full',
      'rekor',
      { status: 503, body: '{"message":"\\u001b[31mfull"}' },
      /^the transparency log http:\S+ recorded nothing: it responds 503 \(\\u\{1b\}\[31mfull\)$/,
    ],
    ['a log that closes the connection', 'rekor', 'closes', /recorded nothing: it closes the connection$/],
    [
      'a log that says nothing',
      'rekor',
      { status: 201, body: '{"a":{}}' },
      /recorded nothing: its response is not understood$/,
    ],
    ['a log of numbers', 'rekor', { status: 201, body: '7' }, /recorded nothing: its response is not understood$/],
    [
      'a timestamp authority',
      'tsa',
      { status: 404, body: '{}' },
      /^the timestamp authority http:\S+ gave no timestamp: it responds 404/,
    ],
  ])(
    '%s',
    async (_what, service, how, says) => {
      await using faulty = await startIssuer();
      faulty.fail(service, how);
      const { url } = faulty;
      const said = await signedBy({ fulcio: url, rekor: url, tsa: url }, { SIGSTORE_ID_TOKEN: aToken() });
      expect(said).toMatch(says);
    },
    PATIENCE,
  );

  it('a certificate for the key of somebody else', async () => {
    await using faulty = await startIssuer();
    faulty.fail('fulcio', { status: 201, body: await faulty.foreignCertificate() });
    const said = await signedBy({ fulcio: faulty.url, rekor: faulty.url }, { SIGSTORE_ID_TOKEN: aToken() });
    expect(said).toMatch(/issued no certificate for the key that was to sign$/);
  });

  it(
    'nobody who listens',
    async () => {
      const gone = await startIssuer();
      await gone[Symbol.asyncDispose]();
      const said = await signedBy({ fulcio: gone.url, rekor: gone.url }, { SIGSTORE_ID_TOKEN: aToken() });
      expect(said).toMatch(/issued no certificate: nothing listens there$/);
    },
    PATIENCE,
  );

  it('one that repeats the token, without the token', async () => {
    await using faulty = await startIssuer();
    const token = aToken();
    const [, payload = ''] = token.split('.');
    faulty.fail('fulcio', { status: 400, body: JSON.stringify({ message: `bad ${token}, of ${payload}` }) });
    const said = await signedBy({ fulcio: faulty.url, rekor: faulty.url }, { SIGSTORE_ID_TOKEN: token });
    expect(said).toMatch(/it responds 400 \(bad \(the token\), of \(the token\)\)$/);
  });
});

describe('a certificate authority', () => {
  it.each([301, 302, 307, 308])(
    'that sends the client elsewhere with %i does not get the token there',
    async (status) => {
      await using elsewhere = await startIssuer();
      await using faulty = await startIssuer();
      faulty.fail('fulcio', { status, body: '', location: `${elsewhere.url}/api/v2/signingCert` });
      const said = await signedBy({ fulcio: faulty.url, rekor: faulty.url }, { SIGSTORE_ID_TOKEN: aToken() });
      expect(said).toMatch(
        new RegExp(
          `issued no certificate: it responds ${status} \\(a redirect, which the identity token does not follow\\)$`,
        ),
      );
      expect(elsewhere.asked).toEqual([]);
    },
  );

  it('that is busy is asked three times, and one that refuses once', async () => {
    await using faulty = await startIssuer();
    for (const [status, times] of [
      [503, 3],
      [429, 3],
      [400, 1],
    ] as const) {
      faulty.fail('fulcio', { status, body: '' });
      faulty.asked.length = 0;
      // oxlint-disable-next-line no-await-in-loop -- one count at a time
      await signedBy({ fulcio: faulty.url, rekor: faulty.url }, { SIGSTORE_ID_TOKEN: aToken() });
      expect({ status, asked: faulty.asked }).toEqual({
        status,
        asked: Array.from({ length: times }, () => 'POST /api/v2/signingCert'),
      });
    }
  });

  it('is reached through the proxy of the environment, which sees nothing of the token', async () => {
    const seen: string[] = [];
    const proxy = createServer().on('connect', ({ url, headers }, socket) => {
      seen.push(`${url} ${JSON.stringify(headers)}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new TypeError('a port');
    for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, `http://127.0.0.1:${address.port}`);
    for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
    const token = aToken();
    try {
      const said = await signedBy({ fulcio: 'https://fulcio.example' }, { SIGSTORE_ID_TOKEN: token });
      expect(said).toMatch(/fulcio\.example issued no certificate: it cannot be reached \(ERR_PROXY_TUNNEL\)$/);
    } finally {
      vi.unstubAllEnvs();
      proxy.close();
    }
    expect(seen).toHaveLength(3);
    expect(seen[0]).toMatch(/^fulcio\.example:443 /);
    expect(seen.join('')).not.toContain(token);
  });

  it('whose response has no end is read no further than a certificate takes', async () => {
    await using faulty = await startIssuer();
    const certificates = [`x${'y'.repeat(100_000)}`];
    faulty.fail('fulcio', {
      status: 201,
      body: JSON.stringify({ signedCertificateEmbeddedSct: { chain: { certificates } } }),
    });
    const said = await signedBy({ fulcio: faulty.url, rekor: faulty.url }, { SIGSTORE_ID_TOKEN: aToken() });
    expect(said).toMatch(/issued no certificate: its response is not understood$/);
  });
});

describe('the token of a pipeline', () => {
  // Also where a test ends early: the variables are those of the process.
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it(
    'is the one of GitHub Actions where the job may have one',
    async () => {
      const { url } = issuer;
      const environment = {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
      };
      // The client reads the variables itself.
      for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
      const lines = await signedBy({ fulcio: url, rekor: url }, environment);
      expect(lines).toHaveLength(2);
      expect(issuer.asked).toContain('GET /token?api-version=2.0&audience=sigstore');
      await using faulty = await startIssuer();
      vi.stubEnv('ACTIONS_ID_TOKEN_REQUEST_URL', `${faulty.url}/token`);
      for (const how of [{ status: 403, body: '{}' }, { status: 200, body: '<html>' }, 'closes'] as const) {
        faulty.fail('token', how);
        // The variables are those of the process: one at a time.
        // oxlint-disable-next-line no-await-in-loop
        expect(await signedBy({ fulcio: url, rekor: url }, environment)).toBe('the pipeline gave no identity token');
      }
    },
    PATIENCE,
  );

  it.each([
    ['none', {}, /needs the identity token of a pipeline/],
    ['one that is empty', { SIGSTORE_ID_TOKEN: ' ' }, /needs the identity token of a pipeline/],
    [
      'half of what GitHub Actions gives',
      { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://a.example' },
      /needs the identity token/,
    ],
    ['one that is none', { SIGSTORE_ID_TOKEN: 'secret-but-no-jwt' }, /^SIGSTORE_ID_TOKEN is not an identity token/],
    [
      'one without a subject',
      { SIGSTORE_ID_TOKEN: aToken({ sub: '' }) },
      /^SIGSTORE_ID_TOKEN is not an identity token/,
    ],
    [
      'one of an address that nobody verified',
      { SIGSTORE_ID_TOKEN: aToken({ email: 'a@b.example' }) },
      /is not an identity token/,
    ],
    [
      'one that is over',
      { SIGSTORE_ID_TOKEN: aToken({ exp: 1_700_000_000 }) },
      /^SIGSTORE_ID_TOKEN expired at 2023-11-14T22:13:20\.000Z$/,
    ],
  ])('%s', (_what, environment, says) => {
    expect(() => identityTokenOf(environment, Date.now())).toThrow(says);
    expect(() => identityTokenOf(environment, Date.now())).not.toThrow(/secret|eyJ/);
  });
});

describe('an address', () => {
  it.each<[flags: AddressFlags, says: RegExp]>([
    [{ fulcio: 'fulcio.example' }, /^--fulcio must be an address that begins with https/],
    [{ fulcio: 'http://fulcio.example' }, /^--fulcio must use https/],
    [{ rekor: 'https://a:secret@rekor.example' }, /^--rekor must not contain a user name or a password$/],
    [{ tsa: 'https://tsa.example/?a=1' }, /^--tsa must not have a query or a fragment$/],
    [{ rekor: false }, /^with --no-rekor nothing says when the certificate was signed$/],
  ])('%j is refused', (flags, says) => {
    expect(() => readAddresses(flags, {})).toThrow(says);
  });

  it('is that of the public instances where none is given', () => {
    expect(readAddresses({}, {})).toEqual({
      fulcio: 'https://fulcio.sigstore.dev',
      rekor: 'https://rekor.sigstore.dev',
      tsa: undefined,
    });
    expect(() => readAddresses({}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(/must not be set/);
  });
});
