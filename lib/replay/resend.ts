import { createdId } from '../evidence/created.ts';
import type { Exchange, HeaderPair } from '../evidence/exchange.ts';
import type { Target } from '../targets/target.ts';
import { tellsOfChunks, type OutgoingRequest } from '../wire/outgoing.ts';

/** Makes requests of an earlier run into requests that can be sent again: with new names, and ids that are the new ones. */
export interface Resender {
  /** The request, or why it cannot be sent again, in one clause. */
  again(exchange: Exchange): OutgoingRequest | string;
  /** Tells what came of it: an animal that was created anew has another id from now on. */
  came(before: Exchange, now: Exchange): void;
}

/**
 * Names that a run gives to its animals: `petvet`, the run's id in large letters, and a number of two characters or more.
 * A request that spells one in another letter case is renamed, too.
 *
 * @param runId - of the recorded run; letters and digits
 */
export function ownNames(runId: string): RegExp {
  return new RegExp(`petvet${runId.replaceAll(/[^a-z\d]/gi, '')}[0-9a-z]{2}`, 'gi');
}

/**
 * Makes the resender of a recorded run.
 *
 * @param runId - of the recorded run
 * @param freshName - gives a name of the same kind that was never used; the same old name gets the same new one
 */
export function createResender(runId: string, target: Target, freshName: () => string): Resender {
  const names = new Map<string, string>();
  const ids = new Map<string, string>();
  const pattern = ownNames(runId);
  const renamed = (text: string) =>
    text.replaceAll(pattern, (name) => {
      const fresh = names.get(name) ?? freshName();
      names.set(name, fresh);
      return fresh;
    });
  return {
    again({ request }) {
      const why = whyNot(request, target);
      if (why !== undefined) return why;
      const { method, body, headers } = request;
      const [, path = '', id = '', rest = ''] = /^(\/pets\/)(-?\d+)(.*)$/s.exec(request.target) ?? [];
      const newId = ids.get(id);
      // Bytes as latin1 stay what they are, even where they are no UTF-8.
      const bytes =
        body.kind === 'bytes' ? Buffer.from(renamed(Buffer.from(body.bytes).toString('latin1')), 'latin1') : undefined;
      return {
        method,
        target: newId === undefined ? request.target : `${path}${newId}${rest}`,
        headers: headers.filter((pair) => isOwn(pair) && !tellsOfChunks(pair)),
        ...(bytes !== undefined && { body: new Uint8Array(bytes) }),
        without: (['Accept', 'Content-Type'] as const).filter((name) => !has(headers, name)),
        ...(headers.some(tellsOfChunks) && { chunked: true as const }),
      };
    },
    came(before, now) {
      const [old, fresh] = [createdId(before), createdId(now)];
      if (old !== undefined && fresh !== undefined) ids.set(`${old}`, `${fresh}`);
    },
  };
}

function whyNot({ method, target: path, body, headers }: Exchange['request'], target: Target): string | undefined {
  if (body.kind === 'not-recorded' || body.kind === 'truncated') return 'its body was not recorded';
  if (method === 'POST' && !target.writes) return 'it is a POST, and writes are off; --writes turns them on';
  if (headers.some(([, value]) => value.includes('{second')) && target.secondApiKey === undefined)
    return "it needs a second caller's key, and none is configured";
  if (/\{(primary|second|wrong)[:}]/.test(path) && !target.loopback)
    return 'its address contains a key, and petvet sends such an address only to this machine';
  return undefined;
}

/** Whether the wire does not add a header by itself: configured ones are added anew, with the values of today. */
export function isOwn([name, value]: HeaderPair): boolean {
  return name.toLowerCase() !== 'user-agent' && !/^\{header:.*\}$/s.test(value);
}

function has(headers: readonly HeaderPair[], name: string): boolean {
  return headers.some(([present]) => present.toLowerCase() === name.toLowerCase());
}
