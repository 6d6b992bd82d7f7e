import { createPrivateKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { isInt64 } from '../contract/pets.ts';
import { PLAN_CHOICES, WINDOW_SECONDS } from '../contract/plans.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import { readExtraHeaders } from './extra-headers.ts';
import { readKnownPets } from './known-pets.ts';

/** No key is longer: together with the other headers it must fit into what HTTP servers read, of which 8 KiB is usual. */
export const LONGEST_KEY = 4_096;

const apiKey = z
  .string()
  .max(LONGEST_KEY, { error: `must have at most ${LONGEST_KEY} characters`, abort: true })
  .refine((key) => !/^bearer\s/i.test(key), { error: 'must be the key alone: leave out the word Bearer', abort: true })
  .regex(/^[\u0021-\u007e]+$/, 'must be printable ASCII without spaces or line breaks');

/** What is wrong with a key, as a clause; undefined where it can be sent. */
export function keyFault(key: string): string | undefined {
  return apiKey.safeParse(key).error?.issues[0]?.message;
}

/** Far more than any key, and any collection of certificates, has. */
export const MOST_KEY_BYTES = 64 * 1024;
const MOST_CA_BYTES = 16 * 1_048_576;

const keyFile = z.string().transform((file, context) => {
  const text = readText(file, MOST_KEY_BYTES, context);
  if (text === undefined) return z.NEVER;
  const key = apiKey.safeParse(text.trim());
  return key.success
    ? key.data
    : fault(
        context,
        `names a file that holds no key: one line of printable ASCII without spaces, at most ${LONGEST_KEY} characters`,
      );
});

const caFile = z.string().transform((file, context) => {
  const text = readText(file, MOST_CA_BYTES, context);
  if (text === undefined) return z.NEVER;
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate))
    return fault(context, 'names a file that holds no readable certificate in PEM form');
  return certificates.join('\n');
});

const clientCertificateFile = z.string().transform((file, context) => {
  const text = readText(file, MOST_CA_BYTES, context);
  if (text === undefined) return z.NEVER;
  return isCertificate(text) ? text : fault(context, 'names a file that holds no readable certificate in PEM form');
});

const clientKeyFile = z.string().transform((file, context) => {
  const text = readText(file, MOST_KEY_BYTES, context);
  if (text === undefined) return z.NEVER;
  try {
    createPrivateKey(text);
    return text;
  } catch {
    return fault(context, 'names a file that holds no private key in PEM form without a passphrase');
  }
});

const MOST_PET_BYTES = 1_048_576;

const petsFile = z.string().transform((file, context) => {
  const text = readText(file, MOST_PET_BYTES, context);
  if (text === undefined) return z.NEVER;
  const reading = readKnownPets(text);
  return reading.ok ? reading.pets : fault(context, `names a file that ${reading.why}`);
});

/** With all headers together a request must stay within what HTTP servers read. */
const LONGEST_HEADERS = 8_192;

const headers = z.string().transform((text, context) => {
  if (text.length > LONGEST_HEADERS) return fault(context, `must have at most ${LONGEST_HEADERS} characters in all`);
  const reading = readExtraHeaders(text);
  return reading.ok ? reading.headers : fault(context, reading.why);
});

const LONGEST_PROXY = 2_048;

const proxy = z
  .string()
  .max(LONGEST_PROXY, { error: `must have at most ${LONGEST_PROXY} characters`, abort: true })
  .refine(isProxyAddress, 'must be the address of a proxy such as http://proxy.example:3128');

const count = (unit: string, most = 999_999_999) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, `must be a whole number of ${unit}, 1 to ${most}`)
    .transform(Number);

const seconds = (most: number) =>
  count('seconds', most).refine((value) => value <= most, `must be at most ${most} seconds`);

const category = z
  .string()
  .refine((text) => /^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)), 'must be a whole number within int64')
  .transform(BigInt);

const writes = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['yes', 'true', '1', 'no', 'false', '0'], 'must be yes or no'))
  .transform((word) => ['yes', 'true', '1'].includes(word));

/** One setting of a target each, by the end of its variable's name. A message completes "PETVET_…_NAME …" to a sentence. */
export const settings = z.object({
  BASE_URL: z.string('is missing: the base address of the service, ending with /v1'),
  API_KEY: apiKey.optional(),
  API_KEY_FILE: keyFile.optional(),
  SECOND_API_KEY: apiKey.optional(),
  PLAN: z
    .string()
    .toLowerCase()
    .pipe(z.enum(PLAN_CHOICES, `must be one of ${PLAN_CHOICES.join(', ')}`))
    .optional(),
  LIMIT_PER_MINUTE: count('requests').optional(),
  LIMIT_PER_DAY: count('requests').optional(),
  CATEGORY_ID: category.optional(),
  KNOWN_PETS: petsFile.optional(),
  WRITES: writes.optional(),
  HEADERS: headers.optional(),
  CA_FILE: caFile.optional(),
  CLIENT_CERT_FILE: clientCertificateFile.optional(),
  CLIENT_KEY_FILE: clientKeyFile.optional(),
  PROXY: proxy.optional(),
  RESET_COMMAND: z.string().optional(),
  WINDOW_SECONDS: seconds(WINDOW_SECONDS.day).optional(),
  DAY_SECONDS: seconds(WINDOW_SECONDS.day).optional(),
});

/** The settings of one target, read and valid. */
export type Settings = z.output<typeof settings>;

/** The ends of all variable names that a target may have. */
export const SETTING_NAMES: readonly string[] = Object.keys(settings.shape);

function fault(context: z.core.$RefinementCtx, message: string): never {
  context.issues.push({ code: 'custom', message, input: undefined });
  return z.NEVER;
}

/** Undefined, and told as a fault, when the file cannot be read. */
function readText(file: string, bytes: number, context: z.core.$RefinementCtx): string | undefined {
  try {
    return readGivenFile(file, { bytes }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    fault(context, `names a file that cannot be read: ${error.message}`);
    return undefined;
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function isProxyAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') return false;
  try {
    decodeURIComponent(`${url.username}:${url.password}`);
    return true;
  } catch {
    return false;
  }
}
