import * as fc from 'fast-check';
import { z } from 'zod';
import { COMMANDS } from './commands.ts';
import { FILES } from './files.ts';
import { KINDS_OF_RESPONSES, RESPONSES } from './responses.ts';
import { KINDS_OF_K6, KINDS_OF_SETTINGS, SETTINGS } from './settings.ts';
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

/** Commands that send to the service, and those of them that k6 sends for. */
const SENDING = /^(?:check|doctor|replay|diff of targets|certify --key|verify --live)/;
const LOADING = /^load (?:overshoot|ceiling|isolation|with objectives)/;

const USABLE = Object.keys(COMMANDS).filter((name) => COMMANDS[name]?.isRefused !== true);
const sending = USABLE.filter((name) => SENDING.test(name));
const loading = USABLE.filter((name) => LOADING.test(name));
const reading = USABLE.filter((name) => !SENDING.test(name) && !LOADING.test(name));
const refused = Object.keys(COMMANDS).filter((name) => COMMANDS[name]?.isRefused === true);

/** The tables of which something odd is drawn, each as often as the others: what there are many of would be drawn alone. */
type Kinds = readonly (readonly string[])[];

const kindsOf = (kinds: Readonly<Record<string, object>>): Kinds => Object.values(kinds).map(Object.keys);
const oddOf = (what: keyof Attempt): Kinds => [Object.keys(TABLES[what]).filter((name) => name !== USUAL)];

const ODD = {
  setting: kindsOf(KINDS_OF_SETTINGS),
  file: oddOf('file'),
  response: kindsOf(KINDS_OF_RESPONSES),
  stream: oddOf('stream'),
  signal: oddOf('signal'),
};

/** How often a thing is odd, in ten. What needs a process of its own, as a stream or a signal does, costs a second of a core. */
const SOMETIMES = { setting: 3, file: 1, response: 1, stream: 1, signal: 1 };

/** Draws what surrounds one of some commands. @param odd - how often a thing is odd where that is not as usual @param kinds - of what is odd */
function surrounded(
  commands: readonly string[],
  odd: Partial<typeof SOMETIMES> = {},
  kinds: Partial<typeof ODD> = {},
): fc.Arbitrary<Attempt> {
  const often = { ...SOMETIMES, ...odd };
  const all = { ...ODD, ...kinds };
  return fc.record({
    command: fc.constantFrom(...commands),
    setting: mostly(all.setting, often.setting),
    file: mostly(all.file, often.file),
    response: mostly(all.response, often.response),
    stream: mostly(all.stream, often.stream),
    signal: mostly(all.signal, often.signal),
  });
}

/** Draws what surrounds a run, and shrinks towards what is usual: most of the time what the command has to do with is odd. */
export const attempts: fc.Arbitrary<Attempt> = fc.oneof(
  { weight: 11, arbitrary: surrounded(sending, { response: 8 }) },
  // These take a minute where k6 or the service says nothing.
  {
    weight: 1,
    arbitrary: surrounded(
      loading,
      { setting: 5, response: 4 },
      { setting: [...kindsOf(KINDS_OF_K6), Object.keys(KINDS_OF_SETTINGS['keys'] ?? {})] },
    ),
  },
  { weight: 6, arbitrary: surrounded(reading, { file: 8 }) },
  { weight: 2, arbitrary: surrounded(refused) },
);

function mostly(kinds: Kinds, odd: number): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 10 - odd, arbitrary: fc.constant(USUAL) },
    { weight: odd, arbitrary: fc.oneof(...kinds.map((names) => fc.constantFrom(...names))) },
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
