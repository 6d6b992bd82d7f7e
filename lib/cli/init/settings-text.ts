import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../errors.ts';
import { readSettings } from '../../targets/environment.ts';

/** Settings by the names of their variables, in the order in which they are written. */
export type Settings = Readonly<Record<string, string>>;

/** What is written into `.env`. */
export interface WrittenSettings {
  readonly text: string;
  /** Variables that the file had, and that were given another value. */
  readonly replaced: readonly string[];
}

/**
 * Puts settings into the text of an `.env` file, below what is there.
 *
 * @param before - the text so far; undefined where there is no file
 * @param heading - one line that says what the settings are
 * @param force - whether settings that are there may get another value; what else is there always stays
 * @throws {UsageError} when one is there already, or cannot be written so that it is read again
 */
export function addSettings(
  before: string | undefined,
  settings: Settings,
  { heading, force }: { readonly heading: string; readonly force: boolean },
): WrittenSettings {
  const there = readSettings(before ?? '', '.env');
  const replaced = Object.keys(settings).filter((name) => there[name] !== undefined);
  if (replaced.length > 0 && !force)
    throw new UsageError(
      `.env sets ${replaced.join(', ')} already`,
      'give --force to replace it, or another name with --target; nothing was written',
    );
  const long = replaced.find((name) => there[name]?.includes('\n'));
  if (long !== undefined)
    throw new UsageError(`.env sets ${long} over several lines`, 'edit it by hand; nothing was written');
  const rest = replaced.reduce(withoutSetting, before ?? '').trimEnd();
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(name, value)}`);
  const kept = rest === '' ? [] : rest.split('\n');
  const at = kept.indexOf(`# ${heading}`);
  const text = (
    at < 0
      ? [...kept, ...(rest === '' ? [] : ['']), `# ${heading}`, ...lines, '']
      : [...kept.slice(0, at + 1), ...lines, ...kept.slice(at + 1), '']
  ).join('\n');
  // A quote that stands above may take in what was added, and the setting that was taken out may have stood within another's value.
  if (!isReadAs(text, { ...there, ...settings }))
    throw new UsageError('.env would not be read back as it is meant', 'edit it by hand; nothing was written');
  return { text, replaced };
}

function isReadAs(text: string, meant: Settings): boolean {
  try {
    return isDeepStrictEqual(readSettings(text, '.env'), meant);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return false;
  }
}

function withoutSetting(text: string, name: string): string {
  return text
    .split('\n')
    .filter((line) => !new RegExp(String.raw`^\s*(?:export\s+)?${name}(?:\s*=|:\s)`).test(line))
    .join('\n');
}

const NEEDS_NO_QUOTES = /^[\w.~+/=:@%-]+$/;

/** What a value must not hold to stand between these quotes: a backslash at its end, or before a quote, would hide the quote that closes it. */
const NOT_WITHIN: Readonly<Record<string, RegExp>> = {
  "'": /['\n\r]|\\$/,
  '"': /["\n\r]|\\[nr]|\\$/,
  '`': /[`\n\r]|\\$/,
};

/** The value as the reader of `.env` reads it; no sentence repeats it. */
function quoted(name: string, value: string): string {
  if (NEEDS_NO_QUOTES.test(value)) return value;
  const [quote] = Object.entries(NOT_WITHIN).find(([, wrong]) => !wrong.test(value)) ?? [];
  if (quote !== undefined) return `${quote}${value}${quote}`;
  // Without quotes the reader takes a line as it is, up to a # and without the blanks around it.
  if (!/^['"`\s]|[#\n\r]|\s$/.test(value)) return value;
  throw new UsageError(
    `the value of ${name} holds quotes, backslashes or # in a way that .env cannot hold`,
    name.endsWith('API_KEY')
      ? 'put the key into a file, and name that with --key-file'
      : 'name another file or address',
  );
}
