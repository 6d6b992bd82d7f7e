import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { AlikeValues } from '../evidence/alike-values.ts';
import { belowBase } from '../evidence/below-base.ts';
import { headerValue, NO_BODY, UNRECORDED_BODY, type HeaderPair, type SentRequest } from '../evidence/exchange.ts';
import { LONGEST_LINE } from './follow-log.ts';
import { at, presentAt, textAt } from './line-members.ts';
import { resolutions, timesIn, type ResolutionAt } from './line-times.ts';
import { KNOWN_MAPPINGS, type LogMapping } from './log-mapping.ts';
import { hidingOf, withoutSecrets } from './log-secrets.ts';
import type { Observed, Sender } from './observed.ts';
import { spansOf } from './otlp.ts';
import { nameKeys } from './sender-names.ts';

/** What lines hold of the traffic of a service, and why the others do not. */
export interface LineReader {
  /** @returns the exchanges of a line, and for each thing in it that is none of the service's traffic why */
  read(line: string): { readonly observed: readonly Observed[]; readonly skipped: readonly Skipped[] };
  /** The format that lines were found to be in; undefined as long as none was. */
  readonly format: string | undefined;
}

/** Why something in a log is not judged. */
export type Skipped = 'no JSON' | 'too long' | 'another format' | 'elsewhere' | 'without the rate limit headers';

/** How to read a log. */
export interface LineOptions {
  /** What comes before `/pets` in a path: `/v1`. */
  readonly basePath: string;
  /** For everything that is none of the known formats. */
  readonly mapping?: LogMapping;
}

/** Reads the lines of access logs in JSON, each on its own. No key is kept of them: one that is logged becomes a hash. */
export function lineReader({ basePath, mapping }: LineOptions): LineReader {
  const mappings = mapping === undefined ? KNOWN_MAPPINGS : [mapping];
  const learned = { nameOf: nameKeys(), resolutionAt: resolutions() };
  let known: LogMapping | undefined;

  const formatOf = (entry: unknown): LogMapping | undefined => {
    if (known !== undefined && isOf(known, entry)) return known;
    known = mappings.find((one) => isOf(one, entry)) ?? known;
    return known !== undefined && isOf(known, entry) ? known : undefined;
  };
  let areCallersNamed = false;
  const readEntry = (entry: unknown): Observed | Skipped => {
    const format = formatOf(entry);
    const read = format === undefined ? 'another format' : observedIn(entry, format, { basePath, ...learned });
    if (typeof read === 'string') return read;
    areCallersNamed ||= 'name' in read.sender;
    // As long as no line names a caller, an empty place may be one that is never filled.
    return areCallersNamed || read.sender.kind === 'untold' ? read : { ...read, sender: { kind: 'untold' } };
  };
  return {
    get format() {
      return known?.name;
    },
    read(line) {
      if (line.length > LONGEST_LINE) return { observed: [], skipped: ['too long'] };
      if (line.trim() === '') return NOTHING;
      const entry = parsed(line);
      if (entry === undefined) return { observed: [], skipped: ['no JSON'] };
      const readings = (spansOf(entry) ?? (Array.isArray(entry) ? entry : [entry])).map(readEntry);
      return {
        observed: readings.filter((one) => typeof one !== 'string'),
        skipped: readings.filter((one) => typeof one === 'string'),
      };
    },
  };
}

const NOTHING = { observed: [], skipped: [] };

function parsed(line: string): unknown {
  for (const text of [line, withEscapedBytes(line)]) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Read in the other way, or in none.
    }
  }
  return undefined;
}

/** Apache, and nginx where it is not told to write JSON, write a byte that is none of plain text as `\xHH`, of which JSON knows nothing. */
function withEscapedBytes(line: string): string {
  return line.replace(/\\(?:x([\dA-Fa-f]{2})|[^])/g, (escape, byte?: string) =>
    byte === undefined ? escape : `\\u00${byte}`,
  );
}

/** What a line must have to be of a format; the rest may be missing. */
function isOf({ method, target, status, begins, ends }: LogMapping, entry: unknown): boolean {
  const times = [begins, ends].filter((one) => one !== undefined);
  return (
    [method, target, status].every((place) => at(entry, place) !== undefined) &&
    times.some((one) => at(entry, one.at) !== undefined)
  );
}

/** Why a line cannot be read, as a clause: what is missing, and what is there; no value is repeated, which may be a key. */
export function whatIsMissing(line: string, mapping: LogMapping | undefined): string {
  const entry = parsed(line);
  if (typeof entry !== 'object' || entry === null) return 'the first line is not a JSON object';
  const members = Object.keys(entry).slice(0, MOST_MEMBERS).map(withoutSecrets);
  const has = `the first line has ${members.length === 0 ? 'no members' : `the members ${members.join(', ')}`}`;
  if (mapping === undefined)
    return `${has}, which is none of the formats ${KNOWN_MAPPINGS.map(({ name }) => name).join(', ')}`;
  const places = [mapping.method, mapping.target, mapping.status, mapping.begins?.at, mapping.ends?.at];
  const missing = places.filter((place) => place !== undefined && at(entry, place) === undefined);
  return `${has}, and lacks ${missing.join(', ')} of the mapping`;
}

/** As many members as one sentence names. */
const MOST_MEMBERS = 12;

/** What the lines before tell of a line. */
interface Learned {
  readonly nameOf: (credential: string) => string;
  readonly resolutionAt: ResolutionAt;
}

function observedIn(
  entry: unknown,
  format: LogMapping,
  { basePath, nameOf, resolutionAt }: Pick<LineOptions, 'basePath'> & Learned,
): Observed | Skipped {
  const caller = callerIn(entry, format);
  const hiding = hidingOf(caller?.is === 'account' ? undefined : caller?.name);
  const written = targetIn(entry, format, basePath);
  if (written === undefined) return 'elsewhere';
  if (written.length > LONGEST_TARGET) return 'too long';
  const target = hiding(written);
  const times = timesIn(entry, format, resolutionAt);
  const status = Number(at(entry, format.status));
  if (times === undefined || !Number.isInteger(status) || status > 999) return 'another format';
  const short = (text: string) => hiding(text.slice(0, LONGEST_TEXT));
  const headers = headersIn(entry, format, short);
  if (headers === undefined && status >= 100 && status < 500) return 'without the rate limit headers';
  const method = short(textAt(entry, format.method) ?? '');
  const named = format.agent === undefined ? undefined : presentAt(entry, format.agent);
  const agent = named === undefined ? undefined : short(named);
  const clock = format.clock === undefined ? undefined : presentAt(entry, format.clock)?.slice(0, LONGEST_TEXT);
  return {
    sender: senderOf(caller, nameOf),
    ...(clock !== undefined && { clock }),
    exchange: {
      request: requestOf({ method, target, agent }),
      ...(status < 100 || status === CLIENT_WENT_AWAY
        ? { failure: { kind: 'interrupted', says: 'the log has no response' } }
        : { answer: { status, headers: headers ?? [], body: UNRECORDED_BODY } }),
      times,
    },
  };
}

/** Servers refuse longer targets, in characters; and nothing else that is kept of a line is so long. */
const LONGEST_TARGET = 16_384;
const LONGEST_TEXT = 256;

/** Lines repeat the same requests and headers: each is kept once. */
const REQUESTS = new AlikeValues<SentRequest>();
const HEADERS = new AlikeValues<HeaderPair>();

function requestOf(sent: { readonly method: string; readonly target: string; readonly agent: string | undefined }) {
  const { method, target, agent } = sent;
  const make = (): SentRequest => ({
    method,
    target,
    headers: agent === undefined ? [] : [['User-Agent', agent]],
    body: method === 'GET' || method === 'HEAD' ? NO_BODY : UNRECORDED_BODY,
    credential: 'unknown',
  });
  return target.length > LONGEST_TEXT ? make() : REQUESTS.of(`${method}\n${target}\n${agent}`, make);
}

/** What follows the base address; undefined where the request is to something else. */
function targetIn(entry: unknown, { target, query }: LogMapping, basePath: string): string | undefined {
  const written = (textAt(entry, target) ?? '').replace(/^https?:\/\/[^/?#]+/i, '').replace(/#.*$/s, '');
  const own = belowBase(basePath, written);
  const apart = own === undefined || query === undefined || own.includes('?') ? undefined : presentAt(entry, query);
  return apart === undefined ? own : `${own}?${apart.replace(/^\?/, '')}`;
}

/** What nginx logs where the client closed the connection before the response. */
const CLIENT_WENT_AWAY = 499;

/**
 * The headers that a line has. Undefined where nothing tells whether the response had any: the format leaves out what was absent, and this
 * line has none.
 */
function headersIn(
  entry: unknown,
  { headers, leavesOutAbsent }: LogMapping,
  short: (text: string) => string,
): HeaderPair[] | undefined {
  const present = Object.entries(headers).flatMap(([name, place]): HeaderPair[] => {
    const written = presentAt(entry, place);
    const value = written === undefined ? undefined : short(written);
    return value === undefined ? [] : [HEADERS.of(`${name}\n${value}`, () => [name, value])];
  });
  const isTold = leavesOutAbsent !== true && at(entry, headers[RATE_LIMIT_HEADERS.remaining] ?? '') !== undefined;
  return isTold || headerValue(present, RATE_LIMIT_HEADERS.remaining) !== undefined ? present : undefined;
}

/** Who called, as the first place that a line has tells it. */
interface LoggedCaller {
  readonly is: 'account' | 'key' | 'authorization';
  /** Undefined where the place is empty. */
  readonly name: string | undefined;
}

function callerIn(entry: unknown, { caller = [] }: LogMapping): LoggedCaller | undefined {
  const place = caller.find((one) => at(entry, one.at) !== undefined);
  return place && { is: place.is, name: presentAt(entry, place.at) };
}

function senderOf(caller: LoggedCaller | undefined, nameOf: (credential: string) => string): Sender {
  if (caller === undefined) return { kind: 'untold' };
  const { is, name } = caller;
  if (name === undefined) return { kind: 'nobody' };
  // What the gateway hides is one and the same for all.
  if (/^(?:redacted|\*+|\[.*\])$/i.test(name)) return { kind: 'untold' };
  if (is === 'account') return { kind: 'account', name: name.slice(0, LONGEST_NAME) };
  // A key may stand where a hash of it should: its hash here is shown, and nothing else.
  return { kind: 'key', name: nameOf(name) };
}

/** Of an account's name, in characters. */
const LONGEST_NAME = 80;
