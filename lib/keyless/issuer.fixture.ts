import { createHash, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  fulcioHandler,
  initializeCA,
  initializeCTLog,
  initializeTLog,
  initializeTSA,
  rekorHandler,
  tsaHandler,
} from '@sigstore/mock';
import { HashAlgorithm, PublicKeyDetails, TrustedRoot } from '@sigstore/protobuf-specs';
import { z } from 'zod';

/** Who signs, unless a test says otherwise. */
export const IDENTITY = 'https://github.com/example/pets/.github/workflows/certify.yml@refs/heads/main';
export const ISSUER = 'https://token.actions.githubusercontent.com';

/** The bearer with which a job asks for its token. */
export const REQUEST_TOKEN = 'ask-1f0e9d8c7b6a5948';

/** A service of the issuer, by the path that the client asks. */
const PATHS = {
  fulcio: '/api/v2/signingCert',
  rekor: '/api/v1/log/entries',
  tsa: '/api/v1/timestamp',
  token: '/token',
} as const;

type Service = keyof typeof PATHS;

/** How a service fails: with a status and a text, by sending the client elsewhere, or by closing the connection. */
export type Failing = 'closes' | { readonly status: number; readonly body: string; readonly location?: string };

/** A token as a pipeline gives it; whoever has it can sign in its name. */
export function aToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const expires = Math.floor(Date.now() / 1_000) + 600;
  const payload = { iss: ISSUER, aud: 'sigstore', sub: IDENTITY, exp: expires, jti: randomBytes(12).toString('hex') };
  return [
    partOf({ alg: 'RS256', typ: 'JWT', kid: randomBytes(8).toString('hex') }),
    partOf({ ...payload, ...claims }),
    randomBytes(48).toString('base64url'),
  ].join('.');
}

/**
 * What Sigstore's services do, on this machine: they issue certificates for tokens that nobody verifies, log entries as Rekor does, timestamp, and
 * give tokens as GitHub Actions does. The keys are made anew each time.
 *
 * @param clock - the time that the certificate authority believes in
 * @param logClock - that of the transparency log
 */
export async function startIssuer({ clock, logClock }: { readonly clock?: Date; readonly logClock?: Date } = {}) {
  const [ctKey, caKey, logKey, tsaKey] = [aKeyPair(), aKeyPair(), aKeyPair(), aKeyPair()];
  const ctlog = await initializeCTLog(ctKey, clock);
  const ca = await initializeCA(caKey, ctlog, clock);
  // The fake writes fractions of a second as no reader expects them; a certificate is valid for ten minutes.
  const tsa = await initializeTSA(tsaKey, new Date(1_000 * Math.ceil(Date.now() / 1_000) + 60_000));
  const failing = new Map<Service, Failing>();
  const asked: string[] = [];
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a port');
  const url = `http://127.0.0.1:${address.port}`;
  const tlog = await initializeTLog(url, logKey, logClock);
  const handlers = { fulcio: fulcioHandler(ca), rekor: rekorHandler(tlog), tsa: tsaHandler(tsa) };
  const token = aToken();

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', url);
    const body = await text(request);
    asked.push(`${request.method} ${request.url}`);
    const service = (['fulcio', 'rekor', 'tsa', 'token'] as const).find((one) => PATHS[one] === pathname);
    const failure = service && failing.get(service);
    if (failure === 'closes') return void request.socket.destroy();
    const as = (status: number, type: string, sent: string | ArrayBufferView) =>
      response.writeHead(status, { 'content-type': type }).end(sent);
    if (failure?.location !== undefined) response.setHeader('location', failure.location);
    if (failure !== undefined) return as(failure.status, 'application/json', failure.body);
    if (service === undefined) return as(404, 'text/plain', 'nothing is here');
    if (service === 'token')
      return request.headers.authorization === `Bearer ${REQUEST_TOKEN}`
        ? as(200, 'application/json', JSON.stringify({ value: token }))
        : as(401, 'application/json', '{}');
    const sent = await handlers[service].fn(service === 'rekor' ? canonical(body) : body);
    return as(sent.statusCode, sent.contentType ?? 'text/plain', sent.response);
  }

  return {
    url,
    /** What the job's own address gives. */
    token,
    asked,
    /** Has a service fail from now on. */
    fail: (service: Service, how: Failing) => failing.set(service, how),
    /** The trusted root, without some of its parts. */
    trustedRoot: (...without: readonly ('tlogs' | 'ctlogs' | 'timestampAuthorities')[]) => {
      const whole: TrustedRoot = {
        mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
        certificateAuthorities: [authorityOf(ca.rootCertificate)],
        ctlogs: [logOf(url, bufferOf(ctlog.logID), ctlog.publicKey)],
        tlogs: [logOf(url, createHash('sha256').update(tlog.publicKey).digest(), tlog.publicKey)],
        timestampAuthorities: [authorityOf(tsa.intCertificate, tsa.rootCertificate)],
      };
      const left = without.reduce((root, part) => ({ ...root, [part]: [] }), whole);
      return JSON.stringify(TrustedRoot.toJSON(left));
    },
    /** A certificate for somebody else's key, as a response of the certificate authority. */
    async foreignCertificate() {
      const publicKey = aKeyPair().publicKey.export({ format: 'der', type: 'spki' });
      const issued = await ca.issueCertificate({ publicKey: new Uint8Array(publicKey), subjectAltName: IDENTITY });
      const certificates = [new X509Certificate(bufferOf(issued)).toString()];
      return JSON.stringify({ signedCertificateEmbeddedSct: { chain: { certificates } } });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @param baseUrl - what the log calls itself in its checkpoints */
function logOf(baseUrl: string, keyId: Buffer, rawBytes: Buffer): TrustedRoot['tlogs'][number] {
  return {
    baseUrl,
    hashAlgorithm: HashAlgorithm.SHA2_256,
    logId: { keyId },
    checkpointKeyId: undefined,
    publicKey: {
      rawBytes,
      keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256,
      validFor: { start: new Date(0), end: undefined },
    },
    operator: '',
  };
}

function authorityOf(...certificates: readonly ArrayBufferView[]): TrustedRoot['certificateAuthorities'][number] {
  return {
    subject: undefined,
    uri: '',
    certChain: { certificates: certificates.map((one) => ({ rawBytes: bufferOf(one) })) },
    validFor: { start: new Date(0), end: undefined },
    operator: '',
  };
}

function partOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function aKeyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function bufferOf(view: ArrayBufferView): Buffer {
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

const Proposed = z.object({
  spec: z.object({ proposedContent: z.object({ envelope: z.string(), verifiers: z.array(z.string()) }) }),
});
const Sealed = z.object({ payload: z.string(), signatures: z.array(z.object({ sig: z.string() })) });

/** What Rekor makes of a proposed entry before it logs it: the digests and the signatures, without the payload. */
function canonical(body: string): string {
  const { envelope, verifiers } = Proposed.parse(JSON.parse(body)).spec.proposedContent;
  const { payload, signatures } = Sealed.parse(JSON.parse(envelope));
  return JSON.stringify({
    apiVersion: '0.0.1',
    kind: 'dsse',
    spec: {
      envelopeHash: digestOf(envelope),
      payloadHash: digestOf(Buffer.from(payload, 'base64')),
      signatures: signatures.map(({ sig }) => ({ signature: sig, verifier: verifiers[0] })),
    },
  });
}

function digestOf(data: string | Buffer) {
  return { algorithm: 'sha256', value: createHash('sha256').update(data).digest('hex') };
}
