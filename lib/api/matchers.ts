// The interface of the package: `petvet/matchers`, what fetch got held against the specification, for vitest and jest.
import { VERSION_SEGMENT } from '../contract/operations.ts';
import type { CredentialRole, Exchange, HeaderPair } from '../evidence/exchange.ts';
import { createMask } from '../evidence/masking.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Finding } from '../judges/finding.ts';
import type { RuleId } from '../rules/index.ts';
import { allowedBody } from '../expectation/expectation.ts';
import { harmless } from '../text/log-commands.ts';
import { beforeAnyExchange, expect } from './expect.ts';
import { judgeExchanges } from './judges.ts';
import { knowledgeOf } from './knowledge.ts';

/** What the response alone does not tell. */
export interface ConformOptions {
  /** What was sent, as fetch took it; default: GET without headers or body. */
  readonly request?: {
    readonly method?: string;
    readonly headers?: ConstructorParameters<typeof Headers>[0];
    readonly body?: string | Uint8Array;
  };
  /** Whose key the request carries; default: a valid one if it has an Authorization header, else none. */
  readonly credential?: CredentialRole;
  /** Only these rules; default: all that one exchange shows. */
  readonly rules?: readonly RuleId[];
  /** The base address, which ends with /v1; default: that of the response's URL. */
  readonly baseUrl?: string;
  /** What else is known of the service. */
  readonly knowledge?: Partial<Omit<Knowledge, 'baseUrl'>>;
}

/** What fetch undoes, or what is not seen any more behind it. */
const UNDONE: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * The violations that a response of fetch shows. The response can still be read afterwards. Whoever tests a service of their own is
 * alone with it and knows the key: what another client, or the end of a key, could explain in a run is a violation here.
 */
export async function violationsOf(response: Response, options: ConformOptions = {}): Promise<readonly Finding[]> {
  const exchange = await exchangeOf(response, options);
  const knowledge = knowledgeOf(baseUrlOf(response, options), options.knowledge);
  return judgeExchanges([exchange], knowledge).filter(
    (finding) =>
      (finding.verdict === 'fail' || isDoubtOfOthers(finding, exchange, knowledge)) &&
      finding.see === undefined &&
      (options.rules === undefined || options.rules.includes(finding.rule)),
  );
}

/** Whether only other clients, or the end of a key, leave a response in doubt. */
function isDoubtOfOthers({ verdict, rule, judge }: Finding, { request }: Exchange, knowledge: Knowledge): boolean {
  if (verdict !== 'inconclusive') return false;
  if (rule === 'LIST-6') return judge === 'strangers';
  return rule === 'AUTH-3' && allowedBody(expect(request, beforeAnyExchange(knowledge)), 401) === undefined;
}

/**
 * A matcher for `expect.extend({ toConform })`: `await expect(response).toConform({ request })`.
 *
 * @throws {TypeError} when what is given is no response of fetch
 */
export async function toConform(
  received: unknown,
  options: ConformOptions = {},
): Promise<{ pass: boolean; message: () => string }> {
  if (!(received instanceof Response)) throw new TypeError('toConform takes a Response of fetch');
  const violations = await violationsOf(received, options);
  const lines = violations.map(
    ({ rule, says, expected, actual }) =>
      `${rule}: ${says}${expected === undefined ? '' : `\n  expected: ${expected}`}${actual === undefined ? '' : `\n  actual: ${actual}`}`,
  );
  return {
    pass: violations.length === 0,
    message: () =>
      violations.length === 0
        ? 'the response violates no must rule that one exchange shows'
        : harmless(`the response violates the specification\n${lines.join('\n')}`),
  };
}

function baseUrlOf({ url }: Response, { baseUrl }: ConformOptions): string {
  if (baseUrl !== undefined) return baseUrl.replace(/\/$/, '');
  const { origin, pathname } = new URL(url === '' ? 'about:blank' : url);
  const end = `${pathname}/`.indexOf(`${VERSION_SEGMENT}/`);
  if (end < 0) throw new TypeError(`the URL of the response has no ${VERSION_SEGMENT}: give toConform the baseUrl`);
  return `${origin}${pathname.slice(0, end)}${VERSION_SEGMENT}`;
}

async function exchangeOf(response: Response, options: ConformOptions): Promise<Exchange> {
  if (response.bodyUsed)
    throw new TypeError('the response was read already: judge it before, it can be read afterwards');
  const { method = 'GET', headers: sent, body } = options.request ?? {};
  const headers = new Headers(sent);
  const credential = options.credential ?? (headers.has('authorization') ? 'primary' : 'none');
  const role = credential === 'second' || credential === 'wrong' ? credential : 'primary';
  const [, key = ''] = /^\S+ +(.*)$/.exec(headers.get('authorization') ?? '') ?? [];
  const { mask, maskBytes } = createMask({ primary: key, wrong: '' });
  const named = (text: string) => mask(text).replaceAll('{primary', `{${role}`);
  const url = URL.parse(response.url);
  const base = new URL(baseUrlOf(response, options)).pathname;
  const received = new Uint8Array(await response.clone().arrayBuffer());
  const now = Date.now();
  const pairs = (from: Headers): HeaderPair[] => [...from].map(([name, value]) => [name, named(value)]);
  return {
    id: 1,
    request: {
      method,
      target: url === null ? '/pets' : `${url.pathname.slice(base.length)}${url.search}`,
      headers: pairs(headers),
      body: body === undefined ? { kind: 'none' } : { kind: 'bytes', bytes: new Uint8Array(Buffer.from(body)) },
      credential,
    },
    answer: {
      status: response.status,
      headers: pairs(response.headers).filter(([name]) => !UNDONE.has(name)),
      body: received.length === 0 ? { kind: 'none' } : { kind: 'bytes', bytes: maskBytes(received) },
    },
    times: { startedAt: now, answeredAt: now, endedAt: now },
  };
}
