import type { IncomingMessage, ServerResponse } from 'node:http';
import { RETRY_AFTER } from '../contract/headers.ts';
import { headerOf, withHeader, type Answer } from '../reference/answer.ts';
import { Bans } from '../reference/bans.ts';
import { hooksOf } from '../reference/hooks.ts';
import { allNamed } from '../reference/named.ts';
import { settle } from '../reference/options.ts';
import { readRequest } from '../reference/request.ts';
import { createSteps } from '../reference/steps.ts';
import { Store } from '../reference/store.ts';
import { variants } from '../reference/variants/index.ts';
import { variantsOf, type Freedom } from './freedoms.ts';

/** Writes a response that is none of the service's own. */
export type WriteResponse = (answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Makes what writes responses in front of a service, such as a 429 of a script, as the service with these freedoms would write them.
 * A Retry-After is given in seconds, and becomes a date where that is among the freedoms.
 */
export function writingFreely(freedoms: readonly Freedom[]): WriteResponse {
  const hooks = allNamed('variant', variants, variantsOf(freedoms)).map(hooksOf);
  const isDated = hooks.some(({ options }) => options?.retryAfter === 'date');
  const around = { settings: settle({}), store: new Store([], 1), bans: new Bans(Infinity, 0) };
  return async (answer, incoming, outgoing) => {
    const request = await readRequest(incoming, incoming.url ?? '/', {});
    const { serve, deliver } = createSteps([{ serve: () => (isDated ? dated(answer) : answer) }, ...hooks], 'fixed');
    if (request === undefined) outgoing.destroy();
    else await deliver(await serve(request, around), outgoing);
  };
}

/** With the date of a Retry-After in place of its seconds: none that is too early, and no wait where none is asked for. */
function dated(answer: Answer): Answer {
  const seconds = Number(headerOf(answer, RETRY_AFTER) ?? Number.NaN);
  if (Number.isNaN(seconds)) return answer;
  const now = Date.now() / 1_000;
  const date = seconds === 0 ? Math.floor(now) : Math.ceil(now) + seconds;
  return withHeader(answer, RETRY_AFTER, new Date(1_000 * date).toUTCString());
}
