import { UsageError } from '../../errors.ts';

/** The flags among these that were given, as they are typed: `--skip-input`, and `--no-writes` where that was. */
export function givenFlags<Flags extends object>(flags: Flags, names: readonly (keyof Flags & string)[]): string[] {
  return names.filter((name) => isGiven(flags[name])).map((name) => asTyped(name, flags[name]));
}

/**
 * Refuses the first of these flags that was given.
 *
 * @param says - what is wrong with it
 * @throws {UsageError} for that flag
 */
export function refuseGiven<Flags extends object>(
  flags: Flags,
  names: readonly (keyof Flags & string)[],
  says: (flag: string) => string,
  hint: string,
): void {
  const [first] = givenFlags(flags, names);
  if (first !== undefined) throw new UsageError(says(first), hint);
}

/** The first flag that was given and is none of these, as it is typed. */
export function otherThan(flags: object, fitting: ReadonlySet<string>): string | undefined {
  const [other] = Object.entries(flags).flatMap(([name, value]) =>
    fitting.has(name) || !isGiven(value) ? [] : [asTyped(name, value)],
  );
  return other;
}

/** Options that may be given several times begin as an empty list. */
function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** A flag as it is typed. @param name - as commander has it: `skipInput`; @param value - false of a flag that begins with `--no-` */
function asTyped(name: string, value: unknown): string {
  const long = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return value === false ? `--no-${long}` : `--${long}`;
}
