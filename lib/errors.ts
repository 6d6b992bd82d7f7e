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
