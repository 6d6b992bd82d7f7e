import { askedWait } from '../contract/asked-wait.ts';
import { RETRY_AFTER } from '../contract/headers.ts';
import type { LoadSample, LoadStop } from '../evidence/load-samples.ts';

/** What a run shows of the keys that it used. */
interface KeyUse {
  readonly samples: readonly LoadSample[];
  readonly stop?: LoadStop | undefined;
}

/** When keys may be used again, by what runs got with them. */
export class KeyRest {
  readonly #lastUsed = new Map<string, number>();
  readonly #notBefore = new Map<string, number>();
  readonly #outOfUse = new Map<string, string>();

  /**
   * Takes note of a run.
   *
   * @param keys - whose requests the samples are
   */
  note({ samples, stop }: KeyUse, keys: { readonly primary: string; readonly second: string | undefined }): void {
    for (const { caller, status, headers, to } of samples) {
      const key = caller === 'none' ? undefined : keys[caller];
      if (key === undefined) continue;
      this.#lastUsed.set(key, Math.max(this.#lastUsed.get(key) ?? 0, to));
      if (status === 429) this.#notBefore.set(key, Math.max(this.#notBefore.get(key) ?? 0, to + waitIn(headers)));
      if (status === 401 || status === 403)
        this.takeOut(key, `this key got ${status} before, so nothing more was sent with it`);
    }
    if (stop?.why !== 'asked-to-wait') return;
    for (const key of [keys.primary, keys.second]) if (key !== undefined) this.takeOut(key, stop.says);
  }

  /** Takes a key out of use. @param why - a sentence; the first one counts */
  takeOut(key: string, why: string): void {
    if (!this.#outOfUse.has(key)) this.#outOfUse.set(key, why);
  }

  /** Why one of these keys is not to be used any more; undefined where all are. */
  whyOutOfUse(keys: readonly string[]): string | undefined {
    return keys.map((key) => this.#outOfUse.get(key)).find((why) => why !== undefined);
  }

  /**
   * How long to wait until a run with these keys may begin, in milliseconds. A scenario waits by itself until nothing of its key's
   * window is used, but not for the other caller's: that key rests for a window.
   *
   * @param rest - in milliseconds
   */
  waitFor(primary: string, other: string | undefined, rest: number, now: number = Date.now()): number {
    const due = [this.#notBefore.get(primary) ?? 0];
    if (other !== undefined) due.push(this.#notBefore.get(other) ?? 0, (this.#lastUsed.get(other) ?? -rest) + rest);
    return Math.max(0, Math.max(...due) - now);
  }
}

function waitIn(headers: LoadSample['headers']): number {
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase()).map(([, value]) => value);
  const [date] = valuesOf('Date').map((value) => Date.parse(value));
  return askedWait(valuesOf(RETRY_AFTER), date === undefined || Number.isNaN(date) ? Date.now() : date) ?? 0;
}
