import { UsageError } from '../errors.ts';
import type { PlanName } from '../contract/plans.ts';

/** What a checker is told of the service that it is to judge. */
export interface GradedService {
  /** Ends with `/v1`, without a slash behind it. */
  readonly url: string;
  readonly key: string;
  /** Another caller's key. */
  readonly second: string;
  /** The day at which the service lives (YYYY-MM-DD). */
  readonly today: string;
  readonly plan: PlanName;
  /** How long its minute is, in seconds. */
  readonly windowSeconds: number;
  /** Whether the service is about its limit, and has a small one. */
  readonly usesLimitUp: boolean;
}

/** How a checker is started for one service. */
export interface CheckerCall {
  readonly file: string;
  readonly args: readonly string[];
  /** This process's own folder unless given. */
  readonly cwd?: string;
}

/** Any tester of services: what is run for one of them. Exit status 0 says conforming, 1 violating, all else undecided. */
export type Checker = (service: GradedService) => CheckerCall;

/** What may stand in a command, in braces. */
const PLACES = { url: 'url', key: 'key', second: 'second', today: 'today' } as const;

/**
 * Reads a command such as `node script.mjs {url} {key}`: words, parted by blanks unless quoted. No shell reads it: who needs
 * one writes `sh -c '…'`. What stands for a brace is put in afterwards, so it always stays within its word.
 *
 * Throws a UsageError when there is no word, a quote is left open or a brace is unknown.
 */
export function parseChecker(command: string): Checker {
  const [file, ...args] = wordsOf(command);
  if (file === undefined) throw new UsageError('--checker is empty', EXAMPLE);
  for (const [place, name = ''] of [file, ...args].join(' ').matchAll(/\{([a-z]+)\}/gi)) {
    if (!(name in PLACES)) {
      throw new UsageError(`--checker has ${place}`, `it may have ${Object.keys(PLACES).map(inBraces).join(', ')}`);
    }
  }
  return (service) => ({ file: fill(file, service), args: args.map((word) => fill(word, service)) });
}

const EXAMPLE = "give a command, e.g. --checker 'node script.mjs {url} {key}'";

/** A stretch of a word: between single quotes, between double quotes, or bare. */
const STRETCH = /'([^']*)'|"([^"]*)"|([^\s'"]+)/y;

function wordsOf(command: string): string[] {
  const words: string[] = [];
  let isWithin = false;
  for (let at = 0; at < command.length;) {
    STRETCH.lastIndex = at;
    const [whole, single, double, bare] = STRETCH.exec(command) ?? [];
    if (whole === undefined) {
      if (!/\s/.test(command.charAt(at))) throw new UsageError('--checker has an open quote', EXAMPLE);
      isWithin = false;
      at++;
      continue;
    }
    const text = single ?? double ?? bare ?? '';
    if (isWithin) words.push(`${words.pop() ?? ''}${text}`);
    else words.push(text);
    isWithin = true;
    at += whole.length;
  }
  return words;
}

function fill(word: string, service: GradedService): string {
  return Object.values(PLACES).reduce((filled, name) => filled.replaceAll(inBraces(name), () => service[name]), word);
}

function inBraces(name: string): string {
  return `{${name}}`;
}

/**
 * What a checker finds in its environment. They are the settings of `petvet check`, too: process lists show arguments, and a
 * key is better not among them.
 */
export function environmentOf(service: GradedService): Readonly<Record<string, string>> {
  return {
    PETVET_BASE_URL: service.url,
    PETVET_API_KEY: service.key,
    PETVET_KEY: service.key,
    PETVET_SECOND_API_KEY: service.second,
    PETVET_PLAN: service.plan,
    PETVET_WINDOW_SECONDS: `${service.windowSeconds}`,
  };
}
