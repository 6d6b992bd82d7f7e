import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { EXIT } from '../gate/exit.ts';
import { obeying } from '../text/log-systems.fixture.ts';
import { keysIn } from './keys.ts';

/** What became of one run. */
export interface Outcome {
  /** Null where a signal ended it. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** The folder that it ran in, as it left it. */
  readonly folder: string;
  /** Files that were there before, below the folder: a key in them is the user's own. */
  readonly before: ReadonlySet<string>;
  /** The requests that came within a Retry-After: how long after it was sent, in milliseconds. */
  readonly early: readonly number[];
  /** What the judging of the evidence that it left printed; absent where it left none. */
  readonly judged?: string;
  /** How many requests came to the service. */
  readonly received: number;
  /** Its command line or a setting is bad, and no signal came. */
  readonly mustBeRefused: boolean;
  /** It tested a service that conforms, with settings that say what is so. */
  readonly mustConform: boolean;
  /** A signal may have ended it before it could say anything. */
  readonly mayBeEnded: boolean;
  readonly isTerminal: boolean;
}

/** Says how an outcome breaks a promise; undefined where it keeps it. */
type Invariant = (outcome: Outcome) => string | undefined;

const [STACK, FAULT] = [
  /\sat .*\(file:.*:\d+:\d+|\n\s+at .*:\d+:\d+|Node\.js v\d/,
  /petvet itself failed|Please report it/,
];

/** Colours, and lines that are written over, at a terminal. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const OWN = /\u001b\[(?:[\d;]*m|2K)|\r/g;

/** What docs/security.md promises of every run, whatever surrounds it. */
const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'the exit status is documented': ({ status, mayBeEnded }) =>
    [...Object.values<number | null>(EXIT), ...(mayBeEnded ? [null, 137, 143] : [])].includes(status)
      ? undefined
      : `${status}`,
  'bad input ends with 2': ({ status, mustBeRefused }) =>
    mustBeRefused && status !== EXIT.cannotJudge ? `${status}` : undefined,
  'bad input sends nothing': ({ received, mustBeRefused }) =>
    mustBeRefused && received > 0 ? `${received} requests` : undefined,
  'no conforming service is called violating': ({ status, out, mustConform }) =>
    mustConform && status === EXIT.violates ? out.slice(-600) : undefined,
  'an error is one sentence': ({ err }) => {
    // That its output is lost is a second error.
    const errors = err.split('\n').filter((line) => /^(?:petvet|error): (?!standard output cannot)/.test(line));
    return errors.length > 1 ? errors.join(' | ') : undefined;
  },
  'no fault of petvet shows': ({ out, err }) => {
    const found = STACK.exec(out + err) ?? FAULT.exec(out + err);
    return found === null ? undefined : around(out + err, found.index);
  },
  'no control character is printed': ({ out, err, isTerminal }) => {
    const shown = isTerminal ? (out + err).replaceAll(OWN, '') : out + err;
    const [found] = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.exec(shown) ?? [];
    return found === undefined ? undefined : `${JSON.stringify(found)} in ${around(shown, shown.indexOf(found))}`;
  },
  'nothing printed commands a log': ({ out, err }) =>
    obeying(stripVTControlCharacters(out + err)).find((one) => !/: ::(?:error|warning|notice) /.test(one)),
  'no key is printed': ({ out, err }) => firstKey('what is printed', out + err),
  'no key is written': ({ folder, before }) =>
    filesBelow(folder)
      .filter((file) => !before.has(file))
      .flatMap((file) => firstKey(file, textOf(join(folder, file))) ?? [])[0],
  'no request comes within a Retry-After': ({ early }) =>
    early.length === 0 ? undefined : `${early.length} came, ${early.join(', ')} ms after it`,
  'nothing is left running': ({ folder }) => leftRunning(folder),
  'no file is made elsewhere': ({ folder }) =>
    existsSync(join(folder, 'touched')) ? 'a command of a name was run' : undefined,
  'evidence can be read up to the break': ({ judged }) =>
    judged !== undefined &&
    [STACK, FAULT, /is not evidence|evidence\.jsonl cannot be read/].some((one) => one.test(judged))
      ? judged
      : undefined,
};

/** The promises that an outcome breaks, with how; none where all is well. */
export function brokenBy(outcome: Outcome): string[] {
  return Object.entries(INVARIANTS).flatMap(([name, invariant]) => {
    const how = invariant(outcome);
    return how === undefined ? [] : [`${name}: ${how}`];
  });
}

/** The files below a folder, relative to it. Pipes and links are none. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1));
}

/** With what is packed into a page beside it. */
function textOf(file: string): string {
  const text = lstatSync(file).size > 8_000_000 ? '' : readFileSync(file, 'utf8');
  const [, packed] = /id="archive">([^<]+)</.exec(text) ?? [];
  return packed === undefined ? text : text.replace(packed, gunzipSync(Buffer.from(packed, 'base64')).toString());
}

function firstKey(where: string, text: string): string | undefined {
  const [form] = keysIn(text);
  return form === undefined
    ? undefined
    : `${JSON.stringify(form.slice(0, 40))} in ${where}: ${around(text, text.indexOf(form))}`;
}

function around(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 200), at + 400));
}

/** The command lines of the processes that work in a folder. Where there is no /proc, none are known. */
export function processesIn(folder: string): Map<number, string> {
  const found = new Map<number, string>();
  if (!existsSync('/proc/self')) return found;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      const isHere =
        readlinkSync(`/proc/${pid}/cwd`).startsWith(folder) ||
        readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
      if (isHere) found.set(Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
    } catch {
      // It ended meanwhile, or is another user's.
    }
  }
  return found;
}

function leftRunning(folder: string): string | undefined {
  const left = [...processesIn(folder).values()];
  return left.length === 0 ? undefined : left.join(' | ').slice(0, 300);
}
