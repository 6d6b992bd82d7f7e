/** A fraction of whole numbers, as k6 writes the bounds of a part: `0`, `1/3`, `1`. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** The share of a run that one of several processes sends: k6's execution segment. */
export interface Segment {
  readonly from: Fraction;
  readonly to: Fraction;
  /** Its number from 1, and of how many, where the sequence of all parts tells. */
  readonly place?: { readonly number: number; readonly of: number };
}

const NONE: Fraction = { over: 0n, under: 1n };
const ALL: Fraction = { over: 1n, under: 1n };

/**
 * Reads a segment as k6 tells it to its script.
 *
 * @param text - `1/3:2/3`; empty where one process sends everything
 * @param sequence - the bounds of all parts, `0,1/3,2/3,1`; empty where nobody said
 */
export function readSegment(text: string, sequence: string): Segment {
  const [left = '', right] = text.split(':');
  const [from, to] =
    right === undefined ? [NONE, readFraction(left) ?? ALL] : [readFraction(left), readFraction(right)];
  const bounds = sequence.split(',').flatMap((one) => readFraction(one) ?? []);
  const segment = { from: from ?? NONE, to: to ?? ALL };
  const at = bounds.findIndex((bound) => isEqual(bound, segment.from));
  const isListed = at >= 0 && bounds.length > 2;
  return { ...segment, ...(isListed && { place: { number: at + 1, of: bounds.length - 1 } }) };
}

function readFraction(text: string): Fraction | undefined {
  const [, over, under] = /^\s*(\d{1,15})(?:\/(\d{1,15}))?\s*$/.exec(text) ?? [];
  if (over === undefined || under === '0') return undefined;
  return { over: BigInt(over), under: BigInt(under ?? 1) };
}

/** How a sentence names a part: `part 2 of 3`. */
export function segmentName({ from, to, place }: Segment): string {
  return place === undefined ? `the part ${said(from)}:${said(to)}` : `part ${place.number} of ${place.of}`;
}

function said({ over, under }: Fraction): string {
  return over === 0n || under === 1n ? `${over}` : `${over}/${under}`;
}

/** Which part is missing of a whole run, in a sentence; undefined where they are all there. */
export function missingIn(segments: readonly Segment[]): string | undefined {
  let reached = NONE;
  for (const segment of segments.toSorted((a, b) => compare(a.from, b.from))) {
    const gap = compare(segment.from, reached);
    if (gap > 0) return missing(reached, segment.from, segments);
    if (gap < 0) return `${segmentName(segment)} overlaps another one: they were shared out in different ways`;
    reached = segment.to;
  }
  return isEqual(reached, ALL) ? undefined : missing(reached, ALL, segments);
}

function missing(from: Fraction, to: Fraction, segments: readonly Segment[]): string {
  const of = segments.find(({ place }) => place !== undefined)?.place?.of;
  const numbers = new Set(segments.flatMap(({ place }) => place?.number ?? []));
  const absent = Array.from({ length: of ?? 0 }, (_, index) => index + 1).filter((number) => !numbers.has(number));
  if (of === undefined || absent.length === 0)
    return `the part ${said(from)}:${said(to)} of the run is missing: ${segments.length} were given`;
  return absent.length === 1
    ? `part ${absent[0]} of ${of} is missing`
    : `parts ${absent.slice(0, MOST_NAMED).join(', ')}${absent.length > MOST_NAMED ? ', …' : ''} of ${of} are missing`;
}

const MOST_NAMED = 5;

function compare(a: Fraction, b: Fraction): number {
  const [left, right] = [a.over * b.under, b.over * a.under];
  return left < right ? -1 : left > right ? 1 : 0;
}

function isEqual(a: Fraction, b: Fraction): boolean {
  return compare(a, b) === 0;
}

/** The bounds of that many equal segments, as k6 wants them: 0,1/4,2/4,3/4,1. */
export function segmentsOf(parts: number): string {
  return ['0', ...Array.from({ length: parts - 1 }, (_, part) => `${part + 1}/${parts}`), '1'].join(',');
}
