import * as z from 'zod';
import { printable } from '../text/printable.ts';
import type { Addresses } from './addresses.ts';
import { TokenError } from './identity-token.ts';

/** What was issued is no certificate, or one for another key. */
export class ForeignCertificateError extends Error {
  override readonly name = 'ForeignCertificateError';
}

/** What the client says of a failure. */
interface Failure {
  /** What it was about to do. */
  readonly code?: string;
  readonly cause: unknown;
}

/** How many characters of a service's message are shown. */
const MOST = 200;

/** How a service failed, as the client says it: by a status, or by a code of the system or of its own. */
const Cause = z.object({
  statusCode: z.int().optional(),
  code: z.string().optional(),
  type: z.string().optional(),
  message: z.string(),
});

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNRESET: 'it closes the connection',
  EPIPE: 'it closes the connection',
  'request-timeout': 'it does not respond in time',
  'body-timeout': 'it does not respond in time',
  ETIMEDOUT: 'it does not respond in time',
};

/**
 * Why nothing was signed, as a clause that names the service.
 *
 * @param redact - takes the token out of what a service says, which may repeat it
 */
export function whyNotSigned(
  { code = '', cause }: Failure,
  addresses: Addresses,
  redact: (text: string) => string,
): string {
  if (cause instanceof TokenError) return cause.message;
  if (cause instanceof ForeignCertificateError)
    return `the certificate authority ${addresses.fulcio} issued no certificate for the key that was to sign`;
  return `${serviceOf(code, addresses)}: ${howOf(cause, redact)}`;
}

function serviceOf(code: string, { fulcio, rekor, tsa }: Addresses): string {
  if (code.startsWith('CA_')) return `the certificate authority ${fulcio} issued no certificate`;
  if (code.startsWith('TSA_') || rekor === undefined) return `the timestamp authority ${tsa ?? ''} gave no timestamp`;
  return `the transparency log ${rekor} recorded nothing`;
}

function howOf(cause: unknown, redact: (text: string) => string): string {
  const read = Cause.safeParse(cause).data;
  if (read?.statusCode !== undefined) {
    // Before it is cut: a part of a token is none that anybody would look for.
    const says = redact(read.message).replace(/^\(\d+\) /, '');
    return `it responds ${read.statusCode}${says === '' ? '' : ` (${printable(says, MOST)})`}`;
  }
  const words = [read?.type, read?.code].flatMap((one) => WORDS[one ?? ''] ?? []);
  if (words[0] !== undefined) return words[0];
  // A certificate of TLS that is not accepted, and the like.
  return read?.type === 'system' && read.code !== undefined
    ? `it cannot be reached (${read.code})`
    : 'its response is not understood';
}
