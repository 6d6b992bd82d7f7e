/**
 * The names of faults that more than one room reads. Reports and baselines contain them, and a baseline contains nothing else of a finding:
 * what has to be known of a fault there is read from its name, here and nowhere else.
 */

/** The name of the fault that a status is. */
export function nameOfWrongStatus(status: number | string): string {
  return `answered ${status}`;
}

/** The status that is the fault; undefined where something else is. */
export function wrongStatusOf(fault: string | undefined): number | undefined {
  const [, status] = /^answered (\d{3})$/.exec(fault ?? '') ?? [];
  return status === undefined ? undefined : Number(status);
}

/** The statuses of the responses that another fault is about; a wrong status is gone once it is fixed. */
export function statusesWith(fault = ''): readonly number[] {
  return wrongStatusOf(fault) === undefined ? (fault.match(/\b[1-5]\d\d\b/g) ?? []).map(Number) : [];
}

/** The name of the fault that an operation shows another value than the creation returned. */
export function nameOfOtherValue(view: string): string {
  return `another value by ${view}`;
}

/** A fault without the operation that showed it first. */
export function withoutView(fault: string): string {
  return fault.replace(/ by (?:listPets|createPet|getPet)$/, '');
}

const NO_LIMITER = 'no kind of limiter';

/** The name of the fault of a limiter that is of no known kind. @param bound - which bound it exceeds first */
export function nameOfNoLimiter(bound: string, period: string): string {
  return `${NO_LIMITER}: ${bound} of the ${period}`;
}

/** A fault without the bound of a limiter that is exceeded first: which one depends on the instants of the requests. */
export function withoutBound(fault: string): string {
  return fault.replace(/^(no kind of limiter): \w+/, '$1');
}

/** Whether a fault is that of a limiter of no known kind. */
export function isOfNoLimiter(fault = ''): boolean {
  return fault.startsWith(NO_LIMITER);
}
