import type { Exchange } from '../evidence/exchange.ts';
import type { CountedFinding } from '../ledger/ledger.ts';
import { offendingPet, partsOf, type Span } from './offending-pet.ts';

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
