/** How long what is still open may keep the process from ending by itself, in milliseconds. */
const LINGER = 2_000;

/**
 * Lets the process end by itself: `process.exit` now and then waits for ever for a thread of V8 that compiles and waits for the main
 * thread to collect garbage (nodejs/node#54918). What is still open is cut off soon.
 *
 * @param status - the exit status
 */
export function endProcess(status: number): void {
  process.exitCode = status;
  setTimeout(() => process.exit(), LINGER).unref();
}
