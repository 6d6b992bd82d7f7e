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

/** Whether of two integers one is what a double makes of the other. */
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
