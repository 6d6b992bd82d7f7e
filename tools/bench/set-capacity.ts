import { service } from '../../lib/end-to-end/loopback-service.ts';

/** A window nobody reaches the limit of. */
const LIMIT = 6_000_000;

/**
 * Starts a service that does one request after the other, each for the same time, and no more: the others wait in a queue. Whatever
 * else the machine does, it makes good what it is late, so that its capacity stays.
 *
 * @param perSecond - its capacity
 */
export function startSetCapacity(perSecond: number): ReturnType<typeof service> {
  let free = 0;
  return service((request, response) => {
    request.resume();
    const now = performance.now();
    free = Math.max(now, free) + 1_000 / perSecond;
    const reset = Math.floor(Date.now() / 1_000) + 60;
    setTimeout(
      () =>
        response
          .writeHead(200, {
            'Content-Type': 'application/json',
            'X-RateLimit-Limit': LIMIT,
            'X-RateLimit-Remaining': LIMIT - 1,
            'X-RateLimit-Reset': reset,
          })
          .end('[]'),
      free - now,
    );
  });
}
