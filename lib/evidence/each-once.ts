/** Each number once. A pass of a load run names a million exchanges, in ascending order: they need no set. */
export function eachOnce(numbers: readonly number[]): readonly number[] {
  const isAscending = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));
  return isAscending ? numbers : [...new Set(numbers)];
}
