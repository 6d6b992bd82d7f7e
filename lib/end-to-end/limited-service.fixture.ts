import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { service } from './loopback-service.ts';

/** The length of its windows. */
export const WINDOW_SECONDS = 5;

/** What a limited service does besides counting. */
interface Manner {
  readonly limit: number;
  /** What it announces as the limit; nothing at all when it is absent. */
  readonly announced?: number;
  /** How long it takes to answer, in milliseconds. */
  readonly slowness?: number;
  /** How many places another client of the key takes in each window. */
  readonly taken?: number;
  /** How many requests it admits at a time; it refuses the others, whatever is left. */
  readonly atOnce?: number;
  /** The number of refusals after which it bans the key: 403 from then on. */
  readonly bansAfter?: number;
  /** Besides the limit: what the answer with this number, from 1, is instead. */
  readonly instead?: (nth: number, response: ServerResponse) => boolean;
}

/** A service with a fixed window that opens with its first request, and counts what its callers do. */
export async function limited({
  limit,
  announced,
  slowness = 0,
  taken = 0,
  atOnce = Infinity,
  bansAfter = Infinity,
  instead,
}: Manner) {
  const windows = new Map<string, { ends: number; used: number }>();
  const count = { asked: 0, refused: 0 };
  let underWay = 0;
  const there = await service((request, response) => {
    request.resume();
    const key = request.headers.authorization ?? '';
    const now = Date.now();
    const known = windows.get(key);
    const window =
      known !== undefined && now < known.ends ? known : { ends: now + WINDOW_SECONDS * 1_000, used: taken };
    windows.set(key, window);
    const isCrowded = underWay >= atOnce;
    if (!isCrowded) {
      window.used += 1;
      underWay += 1;
    }
    count.asked += 1;
    const isOver = isCrowded || window.used > limit;
    const isBanned = count.refused >= bansAfter;
    if (isOver && !isBanned) count.refused += 1;
    const reset = Math.ceil(window.ends / 1_000);
    const nth = count.asked;
    void setTimeout(slowness).then(() => {
      if (!isCrowded) underWay -= 1;
      if (announced !== undefined) {
        response.setHeader('X-RateLimit-Limit', announced);
        response.setHeader('X-RateLimit-Remaining', Math.max(0, announced - window.used));
        response.setHeader('X-RateLimit-Reset', reset);
      }
      if (instead?.(nth, response) === true) return;
      if (isBanned) {
        response.writeHead(403).end('{}');
        return;
      }
      if (isOver)
        response.writeHead(429, { 'Retry-After': Math.max(1, Math.ceil((window.ends - now) / 1_000)) }).end('{}');
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('[]');
    });
  });
  return { ...there, count };
}
