/**
 * The window of a service that a test uses up: a busy machine may take longer than a short one for that, so each further try has a longer one.
 *
 * @param windows - of each try, in seconds
 */
export function windowOfTry(
  { result }: { readonly result?: { readonly retryCount?: number } },
  windows: readonly [number, ...(readonly number[])],
): number {
  return windows[result?.retryCount ?? 0] ?? windows.at(-1) ?? windows[0];
}
