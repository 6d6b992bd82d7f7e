import * as fc from 'fast-check';
import { z } from 'zod';
import { COMMANDS } from './commands.ts';
import { FILES } from './files.ts';
import { RESPONSES } from './responses.ts';
import { SETTINGS } from './settings.ts';
import { SIGNALS, STREAMS } from './streams.ts';

/** What surrounds one run of petvet, by the names that the tables give. `usual` leaves a thing as it should be. */
export type Attempt = z.output<typeof Attempt>;

export const Attempt = z.strictObject({
  command: z.string(),
  setting: z.string(),
  file: z.string(),
  response: z.string(),
  stream: z.string(),
  signal: z.string(),
});

/** The name of what is as it should be, in each table but that of commands. */
const USUAL = 'usual';

const TABLES: Readonly<Record<keyof Attempt, Readonly<Record<string, unknown>>>> = {
  command: COMMANDS,
  setting: SETTINGS,
  file: FILES,
  response: RESPONSES,
  stream: STREAMS,
  signal: SIGNALS,
};

/** How often a thing is odd, in ten. What needs a process of its own costs a second of a core. */
const ODD = { setting: 4, file: 4, response: 6, stream: 1, signal: 1 } as const;

/** Draws what surrounds a run, and shrinks towards what is usual. */
export const attempts: fc.Arbitrary<Attempt> = fc.record({
  command: fc.constantFrom(...Object.keys(COMMANDS)),
  setting: mostly('setting'),
  file: mostly('file'),
  response: mostly('response'),
  stream: mostly('stream'),
  signal: mostly('signal'),
});

function mostly(what: keyof typeof ODD): fc.Arbitrary<string> {
  const odd = Object.keys(TABLES[what]).filter((name) => name !== USUAL);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - ODD[what], arbitrary: fc.constant(USUAL) },
    { weight: ODD[what], arbitrary: fc.constantFrom(...odd) },
  );
}

/** The names of what is odd, as {@link parseAttempt} reads them. */
export function printAttempt({ command, ...rest }: Attempt): string {
  return [command, ...Object.values(rest).filter((name) => name !== USUAL)].join(' + ');
}

/**
 * Reads what {@link printAttempt} prints.
 *
 * @throws {TypeError} that names what is in no table
 */
export function parseAttempt(text: string): Attempt {
  const [command = '', ...odd] = text.split(' + ');
  const named = [['command', command] as const, ...odd.map((name) => [tableOf(name), name] as const)];
  if (!Object.hasOwn(COMMANDS, command)) throw new TypeError(`there is no command ${JSON.stringify(command)}`);
  const usual = { setting: USUAL, file: USUAL, response: USUAL, stream: USUAL, signal: USUAL };
  return Attempt.parse({ ...usual, ...Object.fromEntries(named) });
}

function tableOf(name: string): string {
  const found = Object.keys(ODD).find((what) => Object.hasOwn(TABLES[Attempt.keyof().parse(what)], name));
  if (found === undefined) throw new TypeError(`no table has ${JSON.stringify(name)}`);
  return found;
}
