import { sign, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { parsedJson } from '../evidence/parsed-json.ts';

/** What an envelope of in-toto holds. Source: in-toto attestation v1, envelope layer. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A DSSE envelope with one signature, in the spelling of its members that petvet writes. */
export const Envelope = z.strictObject({
  payload: z.base64(),
  payloadType: z.string(),
  signatures: z.tuple([z.strictObject({ keyid: z.string(), sig: z.base64() })]),
});

/** See {@link Envelope}. */
export type Envelope = z.infer<typeof Envelope>;

/** The bytes that a signature is made over. Source: DSSE v1.0, protocol, "PAE". */
function preAuthEncoding(payloadType: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** Signs a statement. @param keyid - a hint for readers, no part of what is signed */
export function seal(statement: string, key: KeyObject, keyid: string): Envelope {
  const payload = Buffer.from(statement);
  const sig = sign(null, preAuthEncoding(PAYLOAD_TYPE, payload), key);
  return {
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid, sig: sig.toString('base64') }],
  };
}

/** Whether an envelope was signed with a key, as it stands. Never throws. */
export function isSignedBy({ payload, payloadType, signatures: [{ sig }] }: Envelope, key: KeyObject): boolean {
  const signed = preAuthEncoding(payloadType, Buffer.from(payload, 'base64'));
  return verify(null, signed, key, Buffer.from(sig, 'base64'));
}

/** The statement within an envelope. */
export function statementIn({ payload }: Envelope): string {
  return Buffer.from(payload, 'base64').toString();
}

/**
 * Reads a statement that stands in an envelope on a line of its own. Never throws.
 *
 * @param key - who must have signed it
 * @returns why it cannot be relied on, as a clause, where it cannot
 */
export function openSealed<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  key: KeyObject,
): { readonly statement: z.output<Schema> } | string {
  const envelope = Envelope.safeParse(parsedJson(text));
  if (!envelope.success) return 'is not a DSSE envelope as petvet writes it';
  if (!isSignedBy(envelope.data, key)) return 'is not signed with this key, or was changed since';
  const statement = schema.safeParse(parsedJson(statementIn(envelope.data)));
  return statement.success ? { statement: statement.data } : 'is of a format that this petvet does not know';
}
