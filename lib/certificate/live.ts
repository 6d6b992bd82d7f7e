import { setTimeout } from 'node:timers/promises';
import { plainBytes } from '../evidence/decoded.ts';
import { headerValue, type Answer } from '../evidence/exchange.ts';
import { PETVET_VERSION } from '../run/version.ts';
import type { Target } from '../targets/target.ts';
import { createVisitor, isSilent, type Silent, type Visit } from '../wire/visitor.ts';
import { isMarked, readNonce } from './nonce.ts';
import type { Check } from './check.ts';

/** Requests that looking at the service takes at most. */
const MOST_REQUESTS = 5;

/** Between two requests, in milliseconds: this is no load. */
const PAUSE = 100;

/** What is looked for at a service: the pets that the run created there, by id, with the name that was sent. */
export interface LiveQuestion {
  readonly target: Target;
  readonly created: ReadonlyMap<string, string>;
  readonly nonce?: string | undefined;
  readonly interrupt: AbortSignal;
}

/**
 * Looks whether the service still has pets that the run created, in at most five requests: a run that was written by hand left none there.
 *
 * @throws {InterruptedError} when it was interrupted
 */
export async function checkLive({ target, created, nonce, interrupt }: LiveQuestion): Promise<Check> {
  const wanted = wantedPets(created, nonce);
  if (wanted.length === 0)
    return service('fails', 'the evidence holds no creation of a pet whose name carries the mark of the run');
  const visitor = createVisitor(target, { userAgent: `petvet/${PETVET_VERSION} (verify)`, interrupt });
  let found = 0;
  let sent = 0;
  const [newest] = wanted;
  const targets = [...wanted.slice(0, MOST_REQUESTS - 1).map(([id]) => `/pets/${id}`), '/pets?limit=100'];
  for (const [nth, path] of targets.entries()) {
    if (nth > 0) await setTimeout(PAUSE, undefined, { signal: interrupt }).catch(() => undefined);
    const visit = await visitor.get(path, target.apiKey);
    const got = isSilent(visit) ? undefined : visit.answer;
    if (got === undefined && found > 0) break;
    if (got === undefined) return service('unchecked', `${target.baseUrl} could not be checked: ${whyNot(visit)}`);
    sent += 1;
    const refusal = REFUSALS[got.status];
    if (refusal !== undefined)
      return service(
        'unchecked',
        `${target.baseUrl} refuses (${got.status}): ${refusal(headerValue(got.headers, 'retry-after'))}`,
      );
    found += isFound(got, wanted) ? 1 : 0;
  }
  const asked = sent === 1 ? '1 request' : `${sent} requests`;
  if (found > 0)
    return service('holds', `${target.baseUrl} has pets that the run created (${asked}), such as ${newest?.[1] ?? ''}`);
  return service(
    'fails',
    `${target.baseUrl} has none of the pets that the run created (${asked}): it is another service, or was reset`,
  );
}

/** The newest first, whose creation succeeded under a name of the run: the others may have been odd on purpose. */
function wantedPets(created: ReadonlyMap<string, string>, nonce: string | undefined): [string, string][] {
  const followed = nonce === undefined ? undefined : readNonce(nonce);
  return [...created]
    .filter(([, name]) => name !== '' && (followed === undefined || isMarked(name, followed)))
    .toReversed();
}

const REFUSALS: Readonly<Record<number, (after: string | undefined) => string>> = {
  401: () => 'look at the API key',
  403: () => 'look at the API key',
  429: (after) => (after === undefined ? 'try again later' : `try again after ${after.slice(0, 40)} s`),
};

/** Whether a response holds one of the pets, with its name. */
function isFound(answer: Answer, wanted: readonly (readonly [string, string])[]): boolean {
  if (answer.status !== 200 || answer.body.kind !== 'bytes') return false;
  const text = new TextDecoder().decode(plainBytes(answer));
  return wanted.some(
    ([id, name]) => new RegExp(String.raw`"id"\s*:\s*${id}\b`).test(text) && text.includes(JSON.stringify(name)),
  );
}

function whyNot(visit: Visit | Silent): string {
  return isSilent(visit) ? visit.why : (visit.failure?.says ?? 'there was no response');
}

function service(state: Check['state'], says: string): Check {
  return { what: 'service', state, says };
}
