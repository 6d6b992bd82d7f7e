import { AlikeValues } from '../evidence/alike-values.ts';
import { headerValue, NO_BODY, UNRECORDED_BODY, type HeaderPair, type SentRequest } from '../evidence/exchange.ts';
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

/** A longer line is no line of an access log, in characters. */
const LONGEST = 1_048_576;

/**
 * The smallest differences that times in a log tell, in milliseconds: with anything less the order of two requests is not known. A time of whole
 * seconds or milliseconds is taken for one of a clock that writes no more.
 */
const RESOLUTIONS_MS = [1_000, 1, 0.001] as const;

/** Reads the lines of access logs in JSON, each on its own. No key is kept of them: one that is logged becomes a hash. */
export function lineReader({ basePath, mapping }: LineOptions): LineReader {
  const mappings = mapping === undefined ? KNOWN_MAPPINGS : [mapping];
  const nameOf = nameKeys();
  let known: LogMapping | undefined;

  const formatOf = (entry: unknown): LogMapping | undefined => {
    if (known !== undefined && isOf(known, entry)) return known;
    known = mappings.find((one) => isOf(one, entry)) ?? known;
    return known !== undefined && isOf(known, entry) ? known : undefined;
  };
  let areCallersNamed = false;
  const readEntry = (entry: unknown): Observed | Skipped => {
    const format = formatOf(entry);
    const read = format === undefined ? 'another format' : observedIn(entry, format, { basePath, nameOf });
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
      if (line.length > LONGEST) return { observed: [], skipped: ['too long'] };
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
  if (typeof entry !== 'object' || entry === null) return 'the first one is no JSON object';
  const members = Object.keys(entry).slice(0, MOST_MEMBERS).map(withoutSecrets);
  const has = `the first one has ${members.length === 0 ? 'no members' : `the members ${members.join(', ')}`}`;
  if (mapping === undefined)
    return `${has}, which is none of the formats ${KNOWN_MAPPINGS.map(({ name }) => name).join(', ')}`;
  const places = [mapping.method, mapping.target, mapping.status, mapping.begins?.at, mapping.ends?.at];
  const missing = places.filter((place) => place !== undefined && at(entry, place) === undefined);
  return `${has}, and lacks ${missing.join(', ')} of the mapping`;
}

/** As many members as one sentence names. */
const MOST_MEMBERS = 12;

function observedIn(
  entry: unknown,
  format: LogMapping,
  { basePath, nameOf }: Pick<LineOptions, 'basePath'> & { readonly nameOf: (credential: string) => string },
): Observed | Skipped {
  const caller = callerPlaceIn(entry, format);
  const hiding = hidingOf(caller === undefined || caller.is === 'account' ? undefined : presentAt(entry, caller.at));
  const written = targetIn(entry, format, basePath);
  if (written === undefined) return 'elsewhere';
  if (written.length > LONGEST_TARGET) return 'too long';
  const target = hiding(written);
  const times = timesIn(entry, format);
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
    sender: senderIn(entry, format, nameOf),
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
  if (!written.startsWith(basePath)) return undefined;
  const own = written.slice(basePath.length);
  if (own !== '' && !/^[/?]/.test(own)) return undefined;
  const apart = query === undefined || own.includes('?') ? undefined : presentAt(entry, query);
  return apart === undefined ? own : `${own}?${apart.replace(/^\?/, '')}`;
}

/** Between which instants the service certainly met the request: as far as the log's clock tells. */
function timesIn(entry: unknown, { begins, ends, lasts }: LogMapping): Observed['exchange']['times'] | undefined {
  const [start, end] = [instantAt(entry, begins), instantAt(entry, ends)];
  const took = durationAt(entry, lasts);
  const startedAt = start ?? (end === undefined || took === undefined ? undefined : end - took);
  const endedAt = end ?? (start === undefined || took === undefined ? undefined : start + took);
  if (startedAt === undefined || endedAt === undefined || !isInstant(startedAt) || !isInstant(endedAt))
    return undefined;
  const apart = resolutionOf(start ?? end ?? 0);
  const until = Math.max(startedAt, endedAt) + apart;
  return { startedAt: startedAt - apart, answeredAt: until, endedAt: until };
}

function resolutionOf(instant: number): number {
  return RESOLUTIONS_MS.find((unit) => Math.abs(instant / unit - Math.round(instant / unit)) < LEAST_PART) ?? 0.001;
}

/** What a number of 64 bits cannot tell, of a millisecond since 1970. */
const LEAST_PART = 1e-3;

const MILLISECONDS = { s: 1_000, ms: 1, us: 1e-3, ns: 1e-6 } as const;

function instantAt(entry: unknown, place: LogMapping['begins']): number | undefined {
  const written = place === undefined ? undefined : presentAt(entry, place.at);
  if (place === undefined || written === undefined) return undefined;
  const number = Number(written);
  if (place.unit === 'iso' || Number.isNaN(number)) return Date.parse(written);
  return number * MILLISECONDS[place.unit];
}

function durationAt(entry: unknown, place: LogMapping['lasts']): number | undefined {
  const written = place === undefined ? undefined : presentAt(entry, place.at);
  return place === undefined || written === undefined ? undefined : Number(written) * MILLISECONDS[place.unit];
}

/** Between 2000 and 3000: anything else is in another unit. */
function isInstant(instant: number): boolean {
  return instant > 946_684_800_000 && instant < 32_503_680_000_000;
}

/** What nginx logs where the client closed the connection before the response. */
const CLIENT_WENT_AWAY = 499;

const REMAINING = 'X-RateLimit-Remaining';

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
  const isTold = leavesOutAbsent !== true && at(entry, headers[REMAINING] ?? '') !== undefined;
  return isTold || headerValue(present, REMAINING) !== undefined ? present : undefined;
}

/** Where a line tells who called: of several places the first that it has. */
function callerPlaceIn(entry: unknown, { caller = [] }: LogMapping) {
  return caller.find((one) => at(entry, one.at) !== undefined);
}

function senderIn(entry: unknown, format: LogMapping, nameOf: (credential: string) => string): Sender {
  const caller = callerPlaceIn(entry, format);
  const name = caller === undefined ? undefined : presentAt(entry, caller.at);
  if (caller === undefined) return { kind: 'untold' };
  if (name === undefined) return { kind: 'nobody' };
  // What the gateway hides is one and the same for all.
  if (/^(?:redacted|\*+|\[.*\])$/i.test(name)) return { kind: 'untold' };
  if (caller.is === 'account') return { kind: 'account', name: name.slice(0, LONGEST_NAME) };
  // A key may stand where a hash of it should: its hash here is shown, and nothing else.
  return { kind: 'key', name: nameOf(name) };
}

/** Of an account's name, in characters. */
const LONGEST_NAME = 80;

/** The text of a member, or undefined where it says that there was none. */
function presentAt(entry: unknown, place: string): string | undefined {
  const text = textAt(entry, place);
  return text === undefined || text === '' || text === '-' ? undefined : text;
}

function textAt(entry: unknown, place: string): string | undefined {
  const value = at(entry, place);
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** A member by its place, whatever the case of its letters: names of headers are written in many ways, and with dots in them. */
function at(entry: unknown, place: string): unknown {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const found = memberOf(entry, place);
  if (found !== undefined) return found;
  for (let dot = place.indexOf('.'); dot > 0; dot = place.indexOf('.', dot + 1)) {
    const inner = memberOf(entry, place.slice(0, dot));
    const value = inner === undefined ? undefined : at(inner, place.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

function memberOf(entry: object, name: string): unknown {
  if (Object.hasOwn(entry, name)) return Reflect.get(entry, name);
  const lower = name.toLowerCase();
  const key = Object.keys(entry).find((one) => one.toLowerCase() === lower);
  return key === undefined ? undefined : Reflect.get(entry, key);
}
