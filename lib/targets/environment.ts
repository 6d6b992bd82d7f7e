import { join } from 'node:path';
import { parse } from 'dotenv';
import { UsageError } from '../errors.ts';
import { readTextIfThere } from '../files/given-file.ts';

/** No list of settings is longer. */
const MOST_BYTES = 1_048_576;

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with the settings of `.env` beneath it: a variable that is set wins over the file.
 *
 * @param cwd - the folder in which `.env` is looked for; that there is none is fine
 * @throws UsageError when the file cannot be read, or naming every line that is no setting; no value is repeated
 */
export function readEnvironment(cwd: string, processEnv: Environment): Environment {
  const file = join(cwd, '.env');
  const text = readTextIfThere(file, { bytes: MOST_BYTES });
  if (text === undefined) return processEnv;
  const set = Object.entries(processEnv).filter(([, value]) => value !== undefined);
  return { ...readSettings(text, file), ...Object.fromEntries(set) };
}

/**
 * The settings of a text in the form of `.env`.
 *
 * @param file - what errors call it
 * @throws UsageError naming every line that is no setting; no value is repeated
 */
export function readSettings(text: string, file: string): Readonly<Record<string, string>> {
  const wrong = unreadableLines(text).map(({ line, why }) => `${file}, line ${line}: ${why}`);
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'), 'write NAME=value, one per line; # begins a comment');
  return parse(text);
}

/** A line of `.env` that the parser would pass over in silence, or cut. Lines count from 1. */
interface UnreadableLine {
  readonly line: number;
  readonly why: string;
}

const START = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)[^\S\n]*/;
const QUOTED = /^(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`)/;

function unreadableLines(text: string): UnreadableLine[] {
  const wrong: UnreadableLine[] = [];
  let rest = text.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '');
  for (let line = 1; rest !== '';) {
    const { length, why } = readSetting(rest);
    if (why !== undefined) wrong.push({ line, why });
    line += rest.slice(0, length).split('\n').length - 1;
    rest = rest.slice(length);
  }
  return wrong;
}

/** Reads one setting, comment or empty line at the start of a text: how long it is, and what is wrong with it. */
function readSetting(text: string): { length: number; why?: string } {
  const lineLength = (from: number) => {
    const end = text.indexOf('\n', from);
    return end < 0 ? text.length : end + 1;
  };
  const first = text.slice(0, lineLength(0));
  if (/^\s*(#|$)/.test(first)) return { length: first.length };
  const start = START.exec(first);
  if (start === null) return { length: first.length, why: 'this is not a setting' };
  const value = text.slice(start[0].length);
  if (!/^['"`]/.test(value)) {
    const cut = /\S#/.test(value.slice(0, first.length - start[0].length));
    return {
      length: first.length,
      ...(cut && { why: `put the value of ${start[1]} in quotes: everything from # on would be lost` }),
    };
  }
  const quoted = QUOTED.exec(value);
  if (quoted === null)
    return { length: first.length, why: `the quote that begins the value of ${start[1]} is not closed` };
  const end = start[0].length + quoted[0].length;
  const length = lineLength(end);
  const after = text.slice(end, length);
  return { length, ...(!/^\s*(#|$)/.test(after) && { why: `there is more after the closing quote of ${start[1]}` }) };
}
