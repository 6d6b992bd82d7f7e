/** Says why something ended, with what explains it. */
export function inFull({ why, detail }: { readonly why: string; readonly detail?: string | undefined }): string {
  return detail === undefined ? why : `${why}: ${detail}`;
}

/** The run could not go on. It says nothing about the service: no rule fails because of one of these. */
export abstract class HarnessError extends Error {
  /** For programs: stable, upper case. */
  abstract readonly code: string;
  /** For people: what to do about it, one clause. */
  abstract readonly hint: string;
  /** The message without its detail. */
  readonly why: string;
  /** What explains it: the end of the message, after a colon. */
  readonly detail: string | undefined;

  constructor(why: string, detail?: string) {
    super(inFull({ why, detail }));
    this.why = why;
    this.detail = detail;
  }
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

  constructor(why: string, hint: string, detail?: string) {
    super(why, detail);
    this.hint = hint;
  }
}

/** What to do about a proxy that nothing came through. */
export const IS_THE_PROXY_UP =
  'is the proxy running, is its address in PETVET_PROXY right, and does it let requests to this service through?';

/** No request of a run was answered. */
export class UnreachableError extends TargetError {
  /** Nothing came to the service: what to do about it is about the proxy. */
  readonly isOfProxy: boolean;

  /**
   * @param says - why, in words
   * @param isOfProxy - a proxy is why
   */
  constructor(baseUrl: string, says = 'there was no response', isOfProxy = false) {
    super(
      `${baseUrl} cannot be reached: ${says}`,
      isOfProxy ? IS_THE_PROXY_UP : 'is the service running, and is the base address right?',
    );
    this.isOfProxy = isOfProxy;
  }
}

/** The first request with the key was answered 401. */
export function keyRefused(baseUrl: string): TargetError {
  return new TargetError(
    `${baseUrl} refuses the key (401)`,
    'check the API key of this target: does it belong to this environment?',
  );
}

/** What to do where the base address is most likely wrong. */
export const IS_IT_THE_ADDRESS =
  'is the base address right? It is what comes before /pets, and ends with /v1; `petvet doctor` checks it';

/** The first requests with the key were answered, and by nothing of the interface. */
export class NothingThereError extends TargetError {
  /** @param redirectedTo - where all of them were redirected, the first one's Location */
  constructor(baseUrl: string, redirectedTo?: string) {
    super(
      redirectedTo === undefined
        ? `the pet adoption interface is not at ${baseUrl}: every request with the key got 404, a redirect or an HTML page`
        : `every request with the key to ${baseUrl} was redirected, the first to ${redirectedTo}`,
      redirectedTo === undefined
        ? IS_IT_THE_ADDRESS
        : 'petvet follows no redirect, because the key would go along. If that is the service, make its address the base address',
    );
  }
}

/** The first requests with the key were all answered with 502, 503 or 504: the service is down, and nothing can be judged. */
export class UnavailableError extends NothingThereError {
  override readonly message: string;
  override readonly why: string;
  override readonly hint =
    'start the service, or what it needs, then start the run again; --wait-until-up waits for it';

  /** @param statuses - those of the responses */
  constructor(baseUrl: string, statuses: readonly number[]) {
    super(baseUrl);
    this.why = `the service at ${baseUrl} is unavailable: every request with the key got ${statuses.join(' or ')}`;
    this.message = this.why;
  }
}

/** The requests that the run may send are sent. */
export class BudgetSpentError extends HarnessError {
  override readonly name: string = 'BudgetSpentError';
  readonly code: string = 'BUDGET_SPENT';
  readonly hint: string = 'raise --max-requests, or name the rules you need with --rule';

  /** @param spent - how many were sent, or the whole sentence */
  constructor(spent: number | string, detail?: string) {
    super(typeof spent === 'string' ? spent : `this run has sent all ${spent} requests that it may send`, detail);
  }
}

/** The run has had its share of the key's day; the rest is for those who use the key for work. */
export class DayShareSpentError extends BudgetSpentError {
  override readonly name = 'DayShareSpentError';
  override readonly code = 'DAY_SHARE_SPENT';
  override readonly hint = 'raise --day-share, wait for the next day, or use a key with a larger plan';

  /** @param what - what shows it, as a clause: `380 requests were sent`, `the service says that 490 of 1000 are left` */
  constructor(what: string) {
    super("the share of the key's day that --day-share grants is used up", what);
  }
}

/** The run has taken as long as it may, or would wait for longer; what was done until then is judged. */
export class TimeSpentError extends BudgetSpentError {
  override readonly name = 'TimeSpentError';
  override readonly code = 'TIME_SPENT';
  override readonly hint = 'allow more time with --max-time, or name the rules you need with --rule';

  /**
   * @param longest - milliseconds
   * @param isGiven - the user gave them
   */
  constructor(longest: number, isGiven: boolean, why?: string) {
    const seconds = `${Math.round(longest / 1_000)} s`;
    const allowed = isGiven ? `the ${seconds} that --max-time allows` : `the ${seconds} that this run may take`;
    super(why ?? `${allowed} are over, or would be after the next wait`, isGiven ? undefined : 'raise --max-time');
  }
}

/** No more requests of one operation are sent, because each of them would take long in vain; the others are. */
export class OperationGivenUpError extends HarnessError {
  override readonly name = 'OperationGivenUpError';
  readonly code = 'OPERATION_GIVEN_UP';
  readonly hint = 'see why the service does so, then start the run again';

  /** @param what - what the operation did, as a clause */
  constructor(what: string) {
    super(what, 'no more of them were sent');
  }
}

/** Someone asked the run to stop; what was done until then is judged. */
export class InterruptedError extends HarnessError {
  override readonly name = 'InterruptedError';
  readonly code = 'INTERRUPTED';
  readonly hint: string;

  /** The defaults are right for whatever has a report by then. */
  constructor(message = 'the run was interrupted', hint = 'start the run again; the report holds what was done') {
    super(message);
    this.hint = hint;
  }
}

/** Nothing may be sent for longer than a run waits: the service asks for it, or its limit is used up for that long. */
export class LimitSpentError extends HarnessError {
  override readonly name: string = 'LimitSpentError';
  readonly code: string = 'LIMIT_SPENT';
  readonly hint: string = 'start the run again after that time';
}

/** The rate limit did not renew, however often the run waited for it. */
export class WaitedInVainError extends LimitSpentError {
  override readonly name = 'WaitedInVainError';
  override readonly code = 'WAITED_IN_VAIN';
  override readonly hint =
    'see whether another client uses the key; if not, the service does not renew the quota that X-RateLimit-Remaining counts';

  /** @param remaining - what was left after the first response that followed the last wait */
  constructor(times: number, remaining: number) {
    super(
      `after each of ${times} waits for the rate limit to renew, X-RateLimit-Remaining was too low to go on`,
      `${remaining} after the last`,
    );
  }
}

/** The service refused again after each wait: whoever insists risks a ban. */
export class RefusedTooOftenError extends LimitSpentError {
  override readonly name = 'RefusedTooOftenError';
  override readonly code = 'REFUSED_TOO_OFTEN';
  override readonly hint = 'do not use the key for a few minutes, and see whether another client uses it';

  /** @param asked - how many of the waits a Retry-After asked for */
  constructor({ waits, asked }: { readonly waits: number; readonly asked: number }) {
    const some = asked === 0 ? 'no readable Retry-After asked for one' : `Retry-After asked for ${asked} of them`;
    const obeyed = asked === waits ? 'each at least as long as Retry-After asked' : some;
    super(
      `the service refused with 429 again after each of ${waits} waits`,
      `${obeyed}; stopped so that the key is not banned`,
    );
  }
}
