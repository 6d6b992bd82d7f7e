/** How often a wait is told, in milliseconds: where a line is written over, and elsewhere. */
const EVERY_MS = { live: 1_000, log: 60_000 };

/**
 * Tells how long a wait still takes: at once, and then every second on a terminal, every minute elsewhere, until it is over.
 *
 * @param until - milliseconds since 1970
 * @param tell - given the whole seconds that are left, rounded up
 * @returns ends it before
 */
export function countDown(until: number, live: boolean, tell: (seconds: number) => void): () => void {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1_000));
  const timer = setInterval(
    () => {
      if (Date.now() >= until) clearInterval(timer);
      else tell(left());
    },
    live ? EVERY_MS.live : EVERY_MS.log,
  ).unref();
  tell(left());
  return () => clearInterval(timer);
}

/** What every command says while it waits. @param why - a clause, e.g. `for the rate limit to reset` */
export function waitingWords(seconds: number, why: string): string {
  return `waiting ${seconds} s: ${why}`;
}
