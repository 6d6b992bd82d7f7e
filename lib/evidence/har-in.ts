import type * as z from 'zod';
import { UsageError } from '../errors.ts';
import { GivenFileError, readGivenFile } from '../files/given-file.ts';
import type { Body, Exchange, HeaderPair } from './exchange.ts';
import { readForeignEntries, type PassedOver } from './har-foreign.ts';
import { harDocument, harEntry, ownEntry, ownLog, type HarEntry, type OwnEntry } from './har-shape.ts';
import type { Knowledge } from './knowledge.ts';
import type { RunFacts } from './run-facts.ts';

/** How to read a HAR file that petvet did not write; ignored for its own files. */
export interface HarOptions {
  /** The base address of the service; entries elsewhere are skipped. */
  readonly baseUrl?: string;
  /** The traffic is known to carry a valid key, even where the recorder left Authorization out. */
  readonly authenticated?: boolean;
}

/** What a HAR file holds; knowledge and run only when petvet wrote it. */
export interface HarContent {
  readonly knowledge?: Knowledge;
  readonly run?: RunFacts;
  readonly exchanges: Exchange[];
  readonly passedOver: PassedOver[];
  /** The addresses of foreign entries that are outside the base address, the most frequent first. */
  readonly elsewhere?: readonly string[];
}

/**
 * Reads a HAR file: petvet's own yields the exchanges that it was made from, any other is read as far as possible.
 *
 * @throws UsageError, with the file and what is wrong with it, when it cannot be read, is not a HAR, or is a foreign one
 *   and no base address is given
 */
export function readHar(file: string, options: HarOptions): HarContent {
  const { log } = parse(harDocument, readJson(file), file, '');
  const { _petvet: own } = log;
  if (own === undefined) {
    if (options.baseUrl === undefined) {
      throw withoutAddress(file, log.entries);
    }
    const answered = log.entries.map((entry, index) => ({ entry, index })).filter(({ entry }) => !isUnanswered(entry));
    const entries = answered.map(({ entry, index }) => parse(harEntry, entry, file, `log.entries.${index}.`));
    const isOfExport = OF_EXPORT.test(log.creator?.name ?? '');
    const foreign = readForeignEntries(entries, options.baseUrl, options.authenticated ?? false, isOfExport);
    const count = log.entries.length - entries.length;
    const unanswered = count === 0 ? [] : [{ count, why: 'without a response' }];
    return { ...foreign, passedOver: [...foreign.passedOver, ...unanswered] };
  }
  const { knowledge, run, broken } = parse(ownLog, own, file, 'log._petvet.');
  const entries = log.entries.map((entry, index) => parse(ownEntry, entry, file, `log.entries.${index}.`));
  const why = broken && `the evidence that the file was made of breaks off at line ${broken.line}: ${broken.why}`;
  return {
    knowledge,
    ...(run && { run }),
    exchanges: entries.map((entry) => ownExchange(entry, knowledge.baseUrl)),
    passedOver: why === undefined ? [] : [{ count: 1, why }],
  };
}

/** Why a foreign file cannot be read without a base address, with the addresses that it holds. */
function withoutAddress(file: string, entries: readonly unknown[]): UsageError {
  const { elsewhere } = readForeignEntries(
    entries.flatMap((entry) => {
      const read = harEntry.safeParse(entry);
      return read.success ? [read.data] : [];
    }),
    NOWHERE,
    false,
  );
  const versioned = elsewhere.filter((address) => address.endsWith('/v1')).slice(0, MOST_ADDRESSES);
  const held = versioned.length === 0 ? '' : `; the file holds requests to ${versioned.join(', ')}`;
  return new UsageError(
    `${file} does not say which service is to be judged`,
    `give its base address with --base-url${held}`,
  );
}

/** Recorders that keep no times, and write that of the export. */
const OF_EXPORT = /insomnia/i;

/** A base address that no entry has. */
const NOWHERE = 'https://none.invalid/v1';

/** The most addresses that one sentence names. */
const MOST_ADDRESSES = 3;

/** Recorders keep requests that were never answered, too. */
function isUnanswered(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null || !('request' in entry)) return false;
  return !('response' in entry) || entry.response === null;
}

function readJson(file: string): unknown {
  const text = textOf(readBytes(file), file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(file, `it is not JSON, ${placeOf(error)}`);
  }
}

/** A longer one is not a recording of a session, and too long for a string in Node. */
const MOST_BYTES = 256 * 1_048_576;

function readBytes(file: string): Buffer {
  try {
    return readGivenFile(file, { bytes: MOST_BYTES });
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message}`, 'name a HAR file');
  }
}

function textOf(bytes: Buffer, file: string): string {
  const start = bytes.toString('hex', 0, 2);
  if (start === '1f8b') throw malformed(file, 'it is compressed with gzip', 'unpack it first, for example with gunzip');
  if (start === '504b') throw malformed(file, 'it is a ZIP archive', 'unpack it first');
  return bytes.toString().replace(/^\uFEFF/, '');
}

/** The parser's own message quotes a piece of the file, which may contain a key. */
function placeOf(error: unknown): string {
  const [, at] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return at === undefined ? 'or cut off' : `from its character ${Number(at) + 1} on`;
}

function parse<S extends z.ZodType>(schema: S, value: unknown, file: string, place: string): z.output<S> {
  const reading = schema.safeParse(value);
  if (reading.success) return reading.data;
  const [issue] = reading.error.issues;
  throw malformed(file, `${place}${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unknown cause'}`);
}

function malformed(file: string, what: string, hint = 'record the traffic again as HAR 1.2'): UsageError {
  return new UsageError(`${file} is not a HAR file that petvet can read: ${what}`, hint);
}

function ownExchange({ request, response, _petvet: own }: OwnEntry, baseUrl: string): Exchange {
  const { credential, requestBody, answerBody, ...attribution } = own;
  const { url } = request;
  return {
    ...attribution,
    request: {
      method: request.method,
      target: url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url,
      headers: pairs(request.headers),
      body: requestBody ?? textBody(request.postData),
      credential,
    },
    ...(response.status !== 0 && {
      answer: {
        status: response.status,
        headers: pairs(response.headers),
        body: answerBody ?? textBody(response.content),
      },
    }),
  };
}

function pairs(headers: HarEntry['request']['headers']): HeaderPair[] {
  return headers.map(({ name, value }) => [name, value]);
}

function textBody(content: HarEntry['response']['content']): Body {
  if (typeof content?.text !== 'string') return { kind: 'not-recorded' };
  const encoding = content.encoding === 'base64' ? 'base64' : 'utf8';
  return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(content.text, encoding)) };
}
