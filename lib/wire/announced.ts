/** What the answers announced about what remains in a window. */
export interface Announced {
  /** Tells that a request leaves. */
  leave(ticket: number): void;
  /**
   * Tells that it ended; without `remaining` when its answer was not about this window, or there was none.
   *
   * @returns whether this announcement now counts, so that the rest of the answer does as well
   */
  arrive(ticket: number, remaining?: number): boolean;
  /** What remains when nothing on its way has been counted yet; undefined when no answer told. */
  left(): number | undefined;
  /** Discards everything told so far, and the answers to what is on its way. */
  forget(): void;
}

/** An answer that told, or several in a row that did not. */
interface Told {
  readonly arrivedAt: number;
  readonly remaining?: number;
  readonly silent: number;
}

/**
 * Keeps the least of what the newest answers announced. Answers of requests that were on their way together may come in any
 * order, and the service counted them in its own order: the least of them is true. A request that left after
 * another one's answer was received replaces it. One that ended without telling may have been counted, so it is.
 */
export function createAnnounced(): Announced {
  /** Instants are positions in the order of events. */
  let event = 0;
  const leftAt = new Map<number, number>();
  let told: Told[] = [];
  let newest = 0;
  let forgottenAt = 0;
  return {
    leave(ticket) {
      leftAt.set(ticket, ++event);
    },
    arrive(ticket, remaining) {
      const since = leftAt.get(ticket) ?? 0;
      leftAt.delete(ticket);
      const arrivedAt = ++event;
      if (since < forgottenAt) return false;
      if (remaining !== undefined) {
        newest = Math.max(newest, since);
        told = told.filter((one) => one.arrivedAt > newest);
        told.push({ arrivedAt, remaining, silent: 0 });
        return told.every((one) => (one.remaining ?? Infinity) >= remaining);
      }
      const last = told.at(-1);
      if (last !== undefined && last.remaining === undefined) told.pop();
      told.push({ arrivedAt, silent: (last?.remaining === undefined ? (last?.silent ?? 0) : 0) + 1 });
      if (leftAt.size === 0 && told.length === 1) told = [];
      return false;
    },
    left() {
      let least = Infinity;
      let silent = 0;
      for (const one of told) {
        least = Math.min(least, one.remaining ?? Infinity);
        silent += one.silent;
      }
      return least === Infinity ? undefined : least - silent;
    },
    forget() {
      told = [];
      forgottenAt = ++event;
    },
  };
}
