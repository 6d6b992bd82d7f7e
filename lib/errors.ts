/** The run could not go on. It says nothing about the service: no rule fails because of one of these. */
export abstract class HarnessError extends Error {
  /** For programs: stable, upper case. */
  abstract readonly code: string;
  /** For people: what to do about it, one clause. */
  abstract readonly hint: string;
}

/** A flag, an environment variable or a file of the user is wrong or missing. */
export class UsageError extends HarnessError {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** The target cannot be reached, or does not accept the key: nothing can be judged. */
export class TargetError extends HarnessError {
  override readonly name = 'TargetError';
  readonly code = 'TARGET';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** The requests that the run may send are sent. */
export class BudgetSpentError extends HarnessError {
  override readonly name = 'BudgetSpentError';
  readonly code = 'BUDGET_SPENT';
  readonly hint = 'raise --max-requests, or name the rules you need with --rule';

  constructor(spent: number) {
    super(`all ${spent} requests this run may send are sent`);
  }
}

/** Someone asked the run to stop; what was done until then is judged. */
export class InterruptedError extends HarnessError {
  override readonly name = 'InterruptedError';
  readonly code = 'INTERRUPTED';
  readonly hint = 'start the run again; the report holds what was done';

  constructor() {
    super('the run was interrupted');
  }
}

/** The service refuses requests for longer than a run waits: most likely the day's limit of the key is used up. */
export class LimitSpentError extends HarnessError {
  override readonly name = 'LimitSpentError';
  readonly code = 'LIMIT_SPENT';
  readonly hint = 'start the run again after that time, or use a key with a larger plan';

  /** @param until - when requests are admitted again, in milliseconds since 1970 */
  constructor(until: number) {
    const instant = new Date(Math.min(until, LATEST_INSTANT)).toISOString().replace(/\.\d+Z$/, 'Z');
    super(`the service admits no more requests until ${instant}: the day's limit of the key seems used up`);
  }
}

/** The latest instant that Date can hold. */
const LATEST_INSTANT = 8.64e15;
