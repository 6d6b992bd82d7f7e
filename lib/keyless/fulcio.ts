import { request as requestPlainly, STATUS_CODES, type IncomingMessage } from 'node:http';
import { Agent, request as requestOverTls } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { parsedJson } from '../evidence/parsed-json.ts';

/** How long a service may take for one request, in milliseconds, and how often it is asked again where it is busy. */
export const PATIENCE = { timeout: 20_000, retry: { retries: 2, minTimeout: 500, maxTimeout: 2_000 } } as const;

/** What a certificate authority needs to know to issue a signing certificate. */
export interface CertificateRequest {
  /** Who asks: whoever has it can sign in that name. */
  readonly token: string;
  /** PEM. */
  readonly publicKey: string;
  /** The subject of the token, signed with the key that is to be certified. */
  readonly proof: Buffer;
}

/** The certificate authority issued nothing; the cause says how it failed. */
export class IssuingError extends Error {
  override readonly name = 'IssuingError';
  readonly code = 'CA_CREATE_SIGNING_CERTIFICATE_ERROR';
}

/** A response is a chain of certificates of 2 kB each. */
const MOST_BYTES = 65_536;

const Chain = z.object({ chain: z.object({ certificates: z.tuple([z.string()], z.string()) }) });

/** Source: Fulcio, API v2, SigningCertificate. */
const Issued = z.union([
  z.object({ signedCertificateEmbeddedSct: Chain }).transform((one) => one.signedCertificateEmbeddedSct),
  z.object({ signedCertificateDetachedSct: Chain }).transform((one) => one.signedCertificateDetachedSct),
]);

const Refusal = z.object({ message: z.string().min(1) });

/** What came back, or how the connection failed. */
type Reply =
  | { readonly status: number; readonly type: string; readonly text: string }
  | { readonly failure: { readonly type: 'system'; readonly code?: string; readonly message: string } };

/**
 * Has a certificate authority issue a signing certificate. The token goes to this address and nowhere else: the client of Sigstore follows
 * redirects, and would send it on, also over plain http.
 *
 * @param fulcio - its address
 * @returns the certificate, in PEM form
 * @throws {IssuingError} when it issues none
 */
export async function issueCertificate(
  fulcio: string,
  { token, publicKey, proof }: CertificateRequest,
): Promise<string> {
  const body = JSON.stringify({
    credentials: { oidcIdentityToken: token },
    publicKeyRequest: {
      publicKey: { algorithm: 'ECDSA', content: publicKey },
      proofOfPossession: proof.toString('base64'),
    },
  });
  for (let attempt = 0; ; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    const reply = await post(`${fulcio}/api/v2/signingCert`, body);
    if (attempt < PATIENCE.retry.retries && isBusy(reply)) {
      // oxlint-disable-next-line no-await-in-loop
      await setTimeout(Math.min(PATIENCE.retry.minTimeout * 2 ** attempt, PATIENCE.retry.maxTimeout));
      continue;
    }
    return certificateIn(reply);
  }
}

function isBusy(reply: Reply): boolean {
  return 'failure' in reply || reply.status === 408 || reply.status === 429 || reply.status >= 500;
}

function certificateIn(reply: Reply): string {
  if ('failure' in reply) throw notIssued(reply.failure);
  const { status, type, text } = reply;
  if (status >= 300 && status < 400)
    throw notIssued({ statusCode: status, message: 'a redirect, which the identity token does not follow' });
  if (status < 200 || status >= 400) {
    const refusal = type.includes('application/json') ? Refusal.safeParse(parsedJson(text)).data : undefined;
    throw notIssued({ statusCode: status, message: refusal?.message ?? STATUS_CODES[status] ?? '' });
  }
  const issued = Issued.safeParse(parsedJson(text)).data;
  if (issued === undefined) throw notIssued(new TypeError('no chain of certificates'));
  return issued.chain.certificates[0];
}

function notIssued(cause: unknown): IssuingError {
  return new IssuingError('no certificate was issued', { cause });
}

/** Follows no redirect, and reads no more than a certificate takes. */
async function post(address: string, body: string): Promise<Reply> {
  const late = AbortSignal.timeout(PATIENCE.timeout);
  try {
    const response = await responseTo(address, body, late);
    const { statusCode: status = 0, headers } = response;
    return { status, type: headers['content-type'] ?? '', text: await textOf(response) };
  } catch (error) {
    const failure = { type: 'system', message: 'the connection failed' } as const;
    if (late.aborted) return { failure: { ...failure, code: 'ETIMEDOUT' } };
    return { failure: error instanceof Error && 'code' in error ? { ...failure, code: String(error.code) } : failure };
  }
}

function responseTo(address: string, body: string, signal: AbortSignal): Promise<IncomingMessage> {
  const isOverTls = address.startsWith('https:');
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options = { method: 'POST', headers, signal };
  return new Promise((resolve, reject) => {
    const request = isOverTls
      ? // A proxy sees nothing of what goes over TLS; plain http is for this machine alone, and takes none.
        requestOverTls(address, { ...options, agent: new Agent({ proxyEnv: process.env }) }, resolve)
      : requestPlainly(address, options, resolve);
    request.once('error', reject);
    request.end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream of bytes');
    bytes += chunk.length;
    // What is longer is none of what is read here; the rest is not waited for.
    if (bytes > MOST_BYTES) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
