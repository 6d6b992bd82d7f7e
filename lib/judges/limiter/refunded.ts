import type { Sequence } from '../sequence.ts';
import type { Batch } from './batch.ts';
import { isSuccess, type MeteredRequest } from './metered-request.ts';
import { isSameWindow } from './same-window.ts';

/** A unit that is given back may be available only this long after the response, in milliseconds: the counters may be stored elsewhere. */
export const BACK_MS = 200;

/** Where this share of the successes right after an error cost nothing, its unit is restored at once. */
const AT_ONCE = 3 / 4;

/** Where this many units, and this share of those of errors, stay used, they are not given back each time. */
const KEPT = 3;
const KEPT_SHARE = 1 / 8;

/** If more is restored than was used this often, units of errors do not explain it. If those seem to be restored at once, one more time is needed. */
const UNEXPLAINED = 2;

/**
 * The statuses whose requests used a unit that was restored by the next request, or soon: some limiters count first and undo it once
 * the response is known to be an error, after its headers were written. None where the units of errors do not explain what was
 * restored: they stay used, though no other client shows, or more is restored than was used.
 *
 * @param windowMs - the length of the window, in milliseconds
 */
export function findRefunded(batches: Sequence<Batch>, windowMs: number): Set<number> {
  const habit = new RefundHabit(windowMs);
  for (const { requests } of batches) habit.observe(requests);
  return habit.isOther ? new Set() : habit.statuses;
}

/** The totals over one window. */
interface WindowSums {
  readonly from: number;
  /** Successes. */
  served: number;
  /** The largest sum of remaining and used units, beyond what a limiter that refills may have restored. */
  most: number | undefined;
  /** That sum when every unit that is given back was restored. */
  settled: number | undefined;
}

/** What the requests of one caller, in order, show about errors: whether their units are restored. */
class RefundHabit {
  readonly statuses = new Set<number>();
  readonly #windowMs: number;
  #before: MeteredRequest | undefined;
  #afterErrors = 0;
  #freeAfterErrors = 0;
  #errors = 0;
  /** Those whose units may be about to be restored. */
  #recent: readonly MeteredRequest[] = [];
  #isOthers = false;
  #window: WindowSums | undefined;
  #unexplained = 0;
  #kept = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Whether something other than errors that are given back makes Remaining rise. */
  get isOther(): boolean {
    if (this.#freeAfterErrors >= AT_ONCE * this.#afterErrors) return this.#unexplained > UNEXPLAINED;
    const areKept = !this.#isOthers && this.#kept >= Math.max(KEPT, this.#errors * KEPT_SHARE);
    return areKept || this.#unexplained >= UNEXPLAINED;
  }

  observe(requests: readonly MeteredRequest[]): void {
    const [only, ...others] = requests;
    const single = others.length === 0 && only?.remaining !== undefined ? only : undefined;
    const from = only?.from ?? 0;
    this.#recent = this.#recent.filter(({ to }) => from - to <= BACK_MS);
    if (single !== undefined) this.#compare(single);
    if (this.#window !== undefined) this.#window.served += requests.filter(isSuccess).length;
    if (single !== undefined && !single.refused) this.#addUp(single);
    const errors = requests.filter(isError);
    this.#errors += errors.length;
    this.#recent = [...this.#recent, ...errors];
    this.#before = single;
  }

  /** Compares a request with the one right before it. */
  #compare(after: MeteredRequest): void {
    const before = this.#before;
    if (this.#window === undefined || (before !== undefined && !isSameWindow(before, after))) {
      this.#window = { from: after.from, served: 0, most: undefined, settled: undefined };
      return;
    }
    if (before === undefined) return;
    const drop = (before.remaining ?? 0) - (after.remaining ?? 0);
    this.#isOthers ||= drop > 1;
    const back = (isSuccess(after) ? 1 : 0) - drop;
    // It may be back only after a request that would have told, and several may be at once.
    if (drop <= (isError(before) ? 0 : -1) && back > 0 && back <= this.#recent.length)
      for (const { status } of this.#recent) if (status !== 0) this.statuses.add(status);
    if (!isSuccess(after) || !isError(before)) return;
    this.#afterErrors++;
    if (drop <= 0) this.#freeAfterErrors++;
  }

  /** What remains, and what successes and the request itself used: units that are given back never make it more than it was. */
  #addUp(request: MeteredRequest): void {
    const window = this.#window;
    if (window === undefined) return;
    const sum = (request.remaining ?? 0) + window.served + (isError(request) ? 1 : 0);
    const refilled = ((request.to - window.from) * (request.limit ?? 0)) / this.#windowMs;
    const beyond = Math.floor(sum - refilled);
    if (window.most !== undefined && beyond > window.most) this.#unexplained++;
    window.most = Math.max(window.most ?? sum, beyond);
    if (this.#recent.length > 0) return;
    this.#kept += Math.max(0, (window.settled ?? sum) - sum);
    window.settled = sum;
  }
}

function isError(request: MeteredRequest): boolean {
  return !isSuccess(request) && !request.refused;
}
