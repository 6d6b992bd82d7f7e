/** A version, and when its certificate's run was, where that is known. */
interface Dated {
  readonly version: string;
  /** YYYY-MM-DD */
  readonly date?: string;
}

/** Source: semver.org, version 2.0.0; a `v` before it is usual in tags. */
const SEMVER = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\dA-Za-z.-]+))?(?:\+[\dA-Za-z.-]+)?$/;

const BY_NUMBERS = new Intl.Collator('en', { numeric: true });

/**
 * The versions of one implementation in their order, the oldest first: by the numbers of semantic versions where all are such, else by the
 * dates of their runs. A version whose date is not known stands behind those.
 */
export function oldestFirst<Version extends Dated>(all: readonly Version[]): Version[] {
  const isSemantic = all.every(({ version }) => SEMVER.test(version));
  return all.toSorted((a, b) => {
    const order = isSemantic ? compareSemantic(a.version, b.version) : compareDates(a, b);
    return order === 0 ? BY_NUMBERS.compare(a.version, b.version) : order;
  });
}

function compareDates({ date: a = '9999' }: Dated, { date: b = '9999' }: Dated): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareSemantic(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  const numbers = BY_NUMBERS.compare(a.numbers, b.numbers);
  if (numbers !== 0) return numbers;
  // A release comes after its previews.
  if (a.preview === undefined || b.preview === undefined)
    return Number(a.preview === undefined) - Number(b.preview === undefined);
  return comparePreviews(a.preview.split('.'), b.preview.split('.'));
}

function partsOf(version: string): { readonly numbers: string; readonly preview: string | undefined } {
  const [, major = '', minor = '', patch = '', preview] = SEMVER.exec(version) ?? [];
  return { numbers: `${major}.${minor}.${patch}`, preview };
}

/** Numbers come before words, and fewer parts before more. */
function comparePreviews(a: readonly string[], b: readonly string[]): number {
  for (const [index, one] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (one === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return isNumber ? Number(one) - Number(other) : one < other ? -1 : 1;
  }
  return a.length < b.length ? -1 : 0;
}
