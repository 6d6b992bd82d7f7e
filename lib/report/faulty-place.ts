import { plainBytes } from '../evidence/decoded.ts';
import type { Exchange } from '../evidence/exchange.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import type { CountedFinding } from '../ledger/ledger.ts';

/** What is wrong in the head of a response, as a finding says it. What is missing has no place: nothing that is there stands for it. */
export interface FaultyHead {
  readonly isStatus: boolean;
  /** Names of headers, in lower case. */
  readonly headers: ReadonlySet<string>;
}

type Told = Pick<CountedFinding, 'says' | 'expected' | 'actual' | 'place' | 'wrongStatus'>;

/** The status and the headers of a response that a finding calls wrong. */
export function faultyHeadOf({ answer }: Exchange, finding: Told): FaultyHead {
  return { isStatus: statusOf(finding) === `${answer?.status}`, headers: headersOf(finding) };
}

/** A status that came and was not expected: `404, twice` is one, `404 items` is none. */
function statusOf({ wrongStatus, expected = '', actual = '' }: Told): string | undefined {
  if (wrongStatus !== undefined) return `${wrongStatus}`;
  const [, status] = /^([1-5]\d\d)(?=,|$| with )/.exec(actual) ?? [];
  return status === undefined || expected.includes(status) ? undefined : status;
}

const HEADER = /\b(?:X-RateLimit-[A-Z][a-z]+|Retry-After|Content-Type|Deprecation|WWW-Authenticate|Sunset)\b/g;

/** The place, where it may be a header; else the headers that came, not those that were expected, nor those of the request. */
function headersOf(finding: Told): ReadonlySet<string> {
  const { place, says, actual = '' } = finding;
  if (place !== undefined) return new Set(MEMBERS.has(place) ? [] : [place.toLowerCase()]);
  const came = namesIn(actual);
  const named = came.length > 0 || statusOf(finding) !== undefined ? came : namesIn(says);
  return new Set(named.map((name) => name.toLowerCase()));
}

function namesIn(text: string): string[] {
  const short = Array.from(text.matchAll(/(?<!-)\b(?:Remaining|Reset|Limit)\b/g), ([word]) => `X-RateLimit-${word}`);
  return [...Array.from(text.matchAll(HEADER), ([name]) => name), ...short];
}

/**
 * The parts of the decoded body that a finding calls wrong: the member of the pet, or of the only object, that is the place; else what
 * of the pet came, its id or a text in quotes.
 */
export function faultyPartsOf(exchange: Exchange, finding: CountedFinding): readonly Span[] {
  const found = offendingPet(exchange, finding);
  const item = found?.items[found.index];
  if (found === undefined || item === undefined) return [];
  const { text } = found;
  if (finding.place === 'pet') return [item];
  const members = partsOf(text, item.from).map((span) => ({ span, ...memberOf(text.slice(span.from, span.to)) }));
  const [placed] = members.filter(({ name }) => name === finding.place);
  if (placed !== undefined) return [placed.span];
  if (MEMBERS.has(finding.place ?? '')) return [];
  const came = (finding.actual ?? '').replaceAll(ABSENT, '');
  return members
    .filter((member) => MEMBERS.has(member.name) && isIn(came, member))
    .slice(0, MEMBERS.size)
    .map(({ span }) => span);
}

/** Members of the bodies of the interface: where one is the place and is not there, it is missing. */
const MEMBERS: ReadonlySet<string> = new Set(['id', 'name', 'categoryId', 'status', 'code', 'message']);

/** What a sentence says is not there. */
const ABSENT = /\b(?:no|without)\b[^,;]*/g;

interface Member {
  readonly name: string;
  readonly value: string;
}

function memberOf(text: string): Member {
  const [, name = '', value = ''] = /^"((?:[^"\\]|\\.)*)"\s*:\s*([^]*)$/.exec(text) ?? [];
  return { name, value };
}

function isIn(came: string, { name, value }: Member): boolean {
  if (value.startsWith('"')) return value.length > 2 && came.includes(value);
  const [, ...after] = came.split(`${name} ${value}`);
  return /^-?\d+$/.test(value) && after.some((rest) => !/^\d/.test(rest));
}

/** Longer bodies are not searched. */
const MOST_SEARCHED = 1_000_000;

/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The pet of a list, or the only pet, that a finding speaks of. */
interface OffendingPet {
  /** The text of the body. */
  readonly text: string;
  /** Every item of the list; of a single pet it alone. */
  readonly items: readonly Span[];
  /** Which of them it is. */
  readonly index: number;
}

/** How much of a body is shown. */
interface Room {
  readonly characters: number;
  readonly lines: number;
}

/** The part of a body that shows the pet that a finding speaks of, where that is not in its beginning. */
export interface Excerpt {
  readonly bytes: Uint8Array;
  /** Where it begins in the text of the body. */
  readonly from: number;
  /** What of the body comes before it, for readers. */
  readonly before: string;
}

/**
 * The part of an answer's body around the pet that a finding speaks of.
 *
 * @returns undefined where the beginning of the body shows it, or where it is not known
 */
export function excerptAround(exchange: Exchange, finding: CountedFinding, room: Room): Excerpt | undefined {
  const pet = offendingPet(exchange, finding);
  const item = pet?.items[pet.index];
  if (pet === undefined || item === undefined || pet.index === 0) return undefined;
  const { text, items, index } = pet;
  if (fits(text.slice(0, item.to), room)) return undefined;
  const half = { characters: room.characters / 2, lines: room.lines / 2 };
  const first = items.findIndex((one, at) => at === index || fits(text.slice(one.from, item.to), half));
  const { from = 0 } = items[first] ?? {};
  return {
    bytes: new TextEncoder().encode(text.slice(from)),
    from,
    before: `… (${first === 1 ? 'item 1 is' : `items 1 to ${first} are`} not shown)`,
  };
}

/** What of a report says whose pets are whose. */
interface Whose {
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly run: Pick<RunFacts, 'runId' | 'created'>;
}

/** Whether a pet that a finding speaks of has a name that petvet gave it in another run. */
export function isOfEarlierRun(finding: CountedFinding, { exchanges, run }: Whose): boolean {
  const prefix = `petvet${run.runId.toUpperCase()}`;
  return finding.shownBy.some((number) => {
    const exchange = exchanges.get(number);
    if (exchange === undefined || exchange.request.method !== 'GET') return false;
    const pet = offendingPet(exchange, finding);
    const item = pet?.items[pet.index];
    if (pet === undefined || item === undefined) return false;
    const text = pet.text.slice(item.from, item.to);
    const name = NAME.exec(text)?.[1] ?? '';
    const id = ID.exec(text)?.[1] ?? '';
    return OF_PETVET.test(name) && !name.startsWith(prefix) && !run.created.includes(id);
  });
}

/** What a finding about such a pet adds. */
export const EARLIER_PET = 'this pet was created by an earlier run of petvet';

const NAME = /"name"\s*:\s*"([^"\\]*)"/;
const ID = /"id"\s*:\s*"?(-?\d+)/;

/** The name that a run gives to a pet: its own letters, and those that count. */
const OF_PETVET = /^petvet[A-Z0-9]{6,}$/;

/** The pet of a response that a finding speaks of; undefined where it is not known. */
function offendingPet(exchange: Exchange, finding: CountedFinding): OffendingPet | undefined {
  const { answer } = exchange;
  const bytes = answer && plainBytes(answer);
  if (bytes === undefined || bytes.length > MOST_SEARCHED) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const items = itemsOf(text);
  const index = /^\s*\{/.test(text) ? 0 : indexOfPet(text, items, finding);
  return index === undefined || items[index] === undefined ? undefined : { text, items, index };
}

/** By its place in the list, else by its id; of an id that is there twice, the second one. */
function indexOfPet(text: string, items: readonly Span[], finding: CountedFinding): number | undefined {
  const told = `${finding.says} ${finding.actual ?? ''}`;
  const place = /\bitem (\d+)\b/.exec(told)?.[1];
  if (place !== undefined) return Number(place) - 1;
  const id = finding.pet ?? /\bids? (-?\d+)\b/.exec(told)?.[1];
  if (id === undefined) return undefined;
  const index = items.findLastIndex(({ from, to }) => ID.exec(text.slice(from, to))?.[1] === id);
  return index < 0 ? undefined : index;
}

/** Strings, and what gives a JSON text its shape. A string that is cut off ends with the text. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[[\]{},]/gs;

/** The items of the outermost array, or an object alone. */
function itemsOf(text: string): Span[] {
  const start = text.search(/\S/);
  if (text.charAt(start) === '{') return [{ from: start, to: text.length }];
  return text.charAt(start) === '[' ? partsOf(text, start) : [];
}

/** The items of the array, or the members of the object, that starts there; none of what is neither. */
function partsOf(text: string, start: number): Span[] {
  if (!/[[{]/.test(text.charAt(start))) return [];
  const parts: Span[] = [];
  let depth = 0;
  let from = start + 1;
  for (const { 0: token, index: at } of text.slice(start).matchAll(TOKEN)) {
    const index = start + at;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    const isEnd = depth === 0;
    if (token.startsWith('"') || (!isEnd && !(depth === 1 && token === ','))) continue;
    parts.push(trimmed(text, { from, to: index }));
    from = index + 1;
    if (isEnd) return parts;
  }
  return [...parts, trimmed(text, { from, to: text.length })];
}

function trimmed(text: string, { from, to }: Span): Span {
  const blanks = /^\s*/.exec(text.slice(from, to))?.[0].length ?? 0;
  return { from: Math.min(to, from + blanks), to };
}

function fits(text: string, { characters, lines }: Room): boolean {
  return text.length <= characters && text.split('\n').length <= lines;
}
