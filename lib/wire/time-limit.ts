/** The longest piece of a time limit, in milliseconds. */
const PIECE_MS = 250;

/**
 * Calls `exceeded` once a time limit has passed during which this process could read. A process on a machine that is too busy to run it, or that
 * was asleep, would otherwise find the time over before it has read what had arrived meanwhile. So the limit is split into
 * pieces: one that ends late counts no more than its length, and what has arrived is read after each, the last included.
 *
 * @param milliseconds - the time limit
 * @returns what ends it before
 */
export function limitTime(milliseconds: number, exceeded: () => void): () => void {
  let left = milliseconds;
  let timer: NodeJS.Timeout;
  let reading: NodeJS.Immediate;
  const next = () => {
    const piece = Math.min(left, PIECE_MS);
    left -= piece;
    timer = setTimeout(() => {
      // Node calls this after it has read from the sockets that are ready.
      reading = setImmediate(left > 0 ? next : exceeded);
    }, piece);
  };
  next();
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}
