import { LOG_COMMANDS } from '../text/log-systems.fixture.ts';
import { BODIES } from '../end-to-end/hostile/bodies.fixture.ts';
import { FRAMING } from '../end-to-end/hostile/framing.fixture.ts';
import { LIMITS } from '../end-to-end/hostile/limits.fixture.ts';
import { altering, pour, write, type HostileService, type Turn } from '../end-to-end/hostile/raw-service.fixture.ts';
import { CODINGS } from './keys.ts';

/** What one run may be sent: a new one for each run, because it counts. */
interface Response extends Pick<HostileService, 'answer' | 'isTls'> {
  /** How long after a Retry-After was sent the requests came that came within it, in milliseconds. */
  readonly early?: readonly number[];
  /** The address has this scheme, whatever is spoken there. */
  readonly scheme?: 'https';
}

/** How long a service says to wait, in seconds. */
const WAIT_SECONDS = 2;

/** How long the response takes that says to wait: what was sent at the same time is there by then. In milliseconds. */
const TAKES = 40;

/** A Retry-After that ends with the window tells of the window alone, on a response that refuses nothing. This window ends later. In seconds. */
const FAR_RESET_SECONDS = 20;

/** Gives the nth request a status and a Retry-After, and counts who comes within it: of a 429 the same caller, else anybody. */
function asking(status: number, nth: number): Response {
  const early: number[] = [];
  let silent: { readonly since: number; readonly until: number; readonly caller: string } | undefined;
  const answer = (turn: Turn) => {
    const { number, authorization: caller, plain } = turn;
    const now = Date.now();
    if (silent !== undefined && now < silent.until && (status !== 429 || caller === silent.caller))
      early.push(now - silent.since);
    if (number !== nth) return write(turn, plain);
    setTimeout(() => {
      const since = Date.now();
      silent = { since, until: since + 1_000 * WAIT_SECONDS, caller };
      const reset = `${Math.ceil(Date.now() / 1_000) + FAR_RESET_SECONDS}`;
      const told = { 'Retry-After': `${WAIT_SECONDS}`, 'X-RateLimit-Reset': reset };
      write(turn, { status, headers: { ...plain.headers, ...told }, body: '{}' });
    }, TAKES);
  };
  return { answer, early };
}

const isHeader = (text: string) => /^[\u0020-\u007e]*$/.test(text);

/** How many codings one response has. */
const AT_A_TIME = 4;

/** Repeats the credential in these codings, some with each request: in a header, in where it points to, and in the body. */
function echoing(codings: readonly ((key: string) => string)[]): Response {
  const answer = altering(({ authorization, plain, number }) => {
    const key = authorization.replace(/^Bearer /, '');
    const [echo = '', link = '', ...names] = Array.from({ length: AT_A_TIME }, (_, at) =>
      (codings[(AT_A_TIME * number + at) % codings.length] ?? String)(key),
    );
    const headers = {
      ...(isHeader(echo) && { 'X-Echo': echo }),
      ...(isHeader(link) && { Link: `</v1/pets?k=${link.replaceAll(/[<>"]/g, '')}>; rel="next"` }),
    };
    const error = { code: 'unauthorized', message: `no key ${names.join(' or ')}`, status: plain.status };
    const pets = [echo, link, ...names].map((name, id) => ({ id, name, categoryId: 7, status: 'available' }));
    return { headers, body: JSON.stringify(plain.body.startsWith('[') ? pets : plain.status < 400 ? pets[2] : error) };
  });
  return { answer };
}

/** Says what systems that show a log, or terminals, obey: wherever a report may quote it. */
function commanding(): Response {
  const answer = altering(({ number }) => {
    const command = LOG_COMMANDS[number % LOG_COMMANDS.length] ?? '';
    const line = command.replace(/\p{Cc}/gu, ' ');
    const pet = { id: command, name: `\u001b]0;x\u0007\n${command}\u202e`, categoryId: command, status: command };
    return {
      headers: { 'Content-Type': `application/json; ${line}`, 'X-RateLimit-Limit': line, 'Retry-After': line },
      body: JSON.stringify(number % 2 === 0 ? [pet, command] : { code: command, message: `\n${command}` }),
    };
  });
  return { answer };
}

const hostile = (services: readonly { readonly name: string; readonly answer: HostileService['answer'] }[]) =>
  Object.fromEntries(services.map(({ name, answer }) => [name, (): Response => ({ answer })]));

type Responses = Readonly<Record<string, () => Response>>;

/** What the service does that is odd, by kind and by name: made anew for each run. */
export const KINDS_OF_RESPONSES: Readonly<Record<string, Responses>> = {
  framing: hostile(FRAMING),
  bodies: hostile(BODIES),
  limits: hostile(LIMITS),
  waits: Object.fromEntries(
    [200, 400, 401, 404, 418, 429, 500, 501, 503].flatMap((status) =>
      [1, 2, 3, 6].map((nth) => [`${status} with Retry-After, request ${nth}`, () => asking(status, nth)]),
    ),
  ),
  codings: { 'the key in one coding after the other': () => echoing(Object.values(CODINGS)) },
  'single codings': Object.fromEntries(
    Object.entries(CODINGS).map(([name, coding]) => [`the key as ${name}`, () => echoing([coding])]),
  ),
  others: {
    'commands of log systems': commanding,
    'TLS that nobody trusts': () => ({ answer: (turn) => write(turn, turn.plain), isTls: true }),
    'TLS that is spoken to nobody': () => ({ answer: () => undefined, scheme: 'https' }),
    'TLS that is garbage': () => ({ answer: ({ socket }) => pour(socket, 'garbage'.repeat(100)), scheme: 'https' }),
  },
};

/** What the service does, by name. */
export const RESPONSES: Responses = {
  usual: () => ({ answer: (turn) => write(turn, turn.plain) }),
  ...Object.fromEntries(Object.values(KINDS_OF_RESPONSES).flatMap((kind) => Object.entries(kind))),
};
