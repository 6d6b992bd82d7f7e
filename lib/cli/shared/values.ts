import { InvalidArgumentError } from 'commander';

/** Reads a whole number, 0 or more. */
export function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(text);
}

/** Reads a whole number, 1 or more. */
export function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}

/** As many requests as a day of the largest documented plan has, ten times: no run needs more, and planning for more takes minutes. */
const MOST_REQUESTS = 1_000_000;

/** Reads how many requests a run may send. */
export function requestCount(text: string): number {
  const read = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(read <= MOST_REQUESTS)) throw new InvalidArgumentError('It must be a whole number from 1 to 1000000.');
  return read;
}

/** Reads a share, as a percentage or as a fraction: more than nothing, and at most all. */
export function share(text: string): number {
  const [, figure, percent] = /^(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)$/.exec(text) ?? [];
  const read = Number(figure) / (percent === '%' ? 100 : 1);
  if (!(read > 0 && read <= 1))
    throw new InvalidArgumentError('It must be a share such as 50% or 0.5: more than 0, and at most 100%.');
  return read;
}

/** Reads the name of a file or a folder. */
export function place(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must name a file or a folder, and is empty.');
  if (text.includes('\0')) throw new InvalidArgumentError('It must not contain a NUL character.');
  return text;
}

/** Gathers an option that names a file, and may be given several times. */
export function places(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, place(text)];
}

/** Makes a reader of whole numbers within bounds. */
export function within(least: number, most: number): (text: string) => number {
  return (text) => {
    const read = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (read >= least && read <= most) return read;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Gathers an option that may be given several times. */
export function list(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

const SECONDS_OF: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** Reads a span of time: `45s`, `90m`, `4h`. In seconds. */
export function duration(text: string): number {
  const [, figure, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*$/.exec(text) ?? [];
  if (figure === undefined) throw new InvalidArgumentError('It must be a time such as 45s, 90m or 4h.');
  return Number(figure) * (SECONDS_OF[unit] ?? 1);
}

/** Reads a span of time that is more than none: `45s`, `90m`, `4h`. In seconds. */
export function someTime(text: string): number {
  const seconds = duration(text);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError('It must be a time such as 45s, 90m or 4h, and more than none.');
}
