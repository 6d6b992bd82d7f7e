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

/** Commands that send to the service. */
const SENDING =
  /^(?:check|doctor|replay|diff of targets|certify --key|verify --live|load (?:overshoot|ceiling|isolation))/;

const allCommands = Object.entries(COMMANDS);
const [refused, sending, reading] = [
  allCommands.filter(([, { isRefused }]) => isRefused === true),
  allCommands.filter(([name, { isRefused }]) => isRefused !== true && SENDING.test(name)),
  allCommands.filter(([name, { isRefused }]) => isRefused !== true && !SENDING.test(name)),
].map((some) => some.map(([name]) => name));

/** Draws what surrounds one of some commands. @param odd - how often a thing is odd, in ten */
function surrounded(
  commands: readonly string[] = [],
  odd: Readonly<Partial<Record<keyof typeof SOMETIMES, number>>> = {},
): fc.Arbitrary<Attempt> {
  const { setting, file, response, stream, signal } = { ...SOMETIMES, ...odd };
  return fc.record({
    command: fc.constantFrom(...commands),
    setting: mostly('setting', setting),
    file: mostly('file', file),
    response: mostly('response', response),
    stream: mostly('stream', stream),
    signal: mostly('signal', signal),
  });
}

/** What needs a process of its own, as a stream or a signal does, costs a second of a core. */
const SOMETIMES = { setting: 3, file: 1, response: 1, stream: 1, signal: 1 } as const;

/** Draws what surrounds a run, and shrinks towards what is usual: most of the time what the command has to do with is odd. */
export const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  { weight: 6, arbitrary: surrounded(sending, { response: 8 }) },
  { weight: 3, arbitrary: surrounded(reading, { file: 8 }) },
  { weight: 1, arbitrary: surrounded(refused) },
);

function mostly(what: keyof typeof SOMETIMES, odd: number): fc.Arbitrary<string> {
  const names = Object.keys(TABLES[what]).filter((name) => name !== USUAL);
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - odd, arbitrary: fc.constant(USUAL) },
    { weight: odd, arbitrary: fc.constantFrom(...names) },
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
  const found = Object.keys(SOMETIMES).find((what) => Object.hasOwn(TABLES[Attempt.keyof().parse(what)], name));
  if (found === undefined) throw new TypeError(`no table has ${JSON.stringify(name)}`);
  return found;
}
