import { INT64, isInt64 } from '../contract/pets.ts';

/** Up to here every integer is a double. */
const EXACT = 2n ** 53n;

/** Whether an integer would not survive a double. */
export function losesDigits(value: bigint): boolean {
  return BigInt(Number(value)) !== value;
}

/**
 * Whether one integer is what a double makes of the other: its exact value, or the digits that most languages print for
 * it (9223372036854775807 becomes 9223372036854775808 or 9223372036854776000).
 */
export function isRoundedOf(shown: bigint, exact: bigint): boolean {
  if (shown === exact || (exact <= EXACT && exact >= -EXACT)) return false;
  const double = Number(exact);
  const printed = `${double}`;
  return shown === BigInt(double) || (/^-?\d+$/.test(printed) && shown === BigInt(printed));
}

/** The fewest significant digits with which languages print a number. */
const FEWEST_DIGITS = 6;

/**
 * Whether an integer beyond 2^53 is shown as a narrower number type holds it: rounded to a double or a float, printed with fewer
 * digits, clamped, or its lower 32 bits.
 */
export function isNarrowed(shown: bigint, exact: bigint): boolean {
  if (shown === exact || (exact <= EXACT && exact >= -EXACT)) return false;
  if (isRoundedOf(shown, exact)) return true;
  const sign = exact < 0n ? -1n : 1n;
  const clamped = [EXACT, EXACT - 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n - 1n].map((end) => sign * end);
  const narrow = [
    ...clamped,
    BigInt.asIntN(32, exact),
    BigInt.asUintN(32, exact),
    ...[Number(exact), Math.fround(Number(exact))].flatMap(asInt64),
    ...withFewerDigits(exact),
  ];
  return narrow.includes(shown);
}

/** What becomes of a floating-point number as an int64: beyond its ends languages clamp it, wrap it around, or give the lowest one. */
function asInt64(float: number): bigint[] {
  const value = BigInt(float);
  const end = value > INT64.maximum ? INT64.maximum : INT64.minimum;
  return isInt64(value) ? [value] : [value, end, BigInt.asIntN(64, value), INT64.minimum];
}

function withFewerDigits(exact: bigint): bigint[] {
  const length = `${exact < 0n ? -exact : exact}`.length;
  const rounded: bigint[] = [];
  for (let lost = 1; lost <= length - FEWEST_DIGITS; lost++) {
    const unit = 10n ** BigInt(lost);
    const cut = exact - (exact % unit);
    rounded.push(cut, cut + unit, cut - unit);
  }
  return rounded;
}

/** Whether one of two integers is what a double makes of the other. */
export function areRounded(a: bigint, b: bigint): boolean {
  return isRoundedOf(a, b) || isRoundedOf(b, a);
}

/** Whether an integer may be what a double made of another one. */
export function mayBeRounded(value: bigint): boolean {
  return (value >= EXACT || value <= -EXACT) && (!losesDigits(value) || isPrintedDouble(value));
}

function isPrintedDouble(value: bigint): boolean {
  return `${Number(value)}` === `${value}`;
}
