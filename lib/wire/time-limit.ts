/** The longest piece of a time limit, in milliseconds. */
const PIECE_MS = 250;

/** How many times as long as the limit a process that is hardly run waits at most. */
const MOST_TIMES = 4;

/**
 * Calls `exceeded` once a time limit has passed during which this process could read. A process on a machine that is too busy to run it, or that
 * was asleep, would otherwise find the time over before it has read what had arrived meanwhile. So the limit is split into
 * pieces: one that ends late counts no more than its length, and what has arrived is read after each, the last included.
 * A machine that is busy throughout would make each piece late, so the wait has a bound: a few times the limit, besides the
 * longest piece, in which the machine may have been asleep.
 *
 * @param milliseconds - the time limit
 * @returns what ends it before
 */
export function limitTime(milliseconds: number, exceeded: () => void): () => void {
  let left = milliseconds;
  let passed = 0;
  let longest = 0;
  let timer: NodeJS.Timeout;
  let reading: NodeJS.Immediate;
  const next = () => {
    const started = performance.now();
    const piece = Math.min(left, PIECE_MS);
    timer = setTimeout(() => {
      const taken = performance.now() - started;
      left -= piece;
      passed += taken;
      longest = Math.max(longest, taken);
      const isOver = left <= 0 || passed - longest >= MOST_TIMES * milliseconds;
      // Node calls this after it has read from the sockets that are ready.
      reading = setImmediate(isOver ? exceeded : next);
    }, piece);
  };
  next();
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}
