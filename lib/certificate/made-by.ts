import { PETVET_VERSION } from '../run/version.ts';

/** Whether this petvet knows which probes a run had to send, and in which words it tells what it saw. */
export function isOfThisPetvet(petvet: string): boolean {
  return petvet === PETVET_VERSION;
}

/** The version that a User-Agent of petvet names; undefined where it names none. */
export function versionIn(agent: string): string | undefined {
  return /^petvet\/(\S+) /.exec(agent)?.[1];
}

/** The version that the requests of a petvet name. What stands behind a plus tells working trees apart, and they do not. */
export function sentVersion(petvet: string): string {
  return petvet.replace(/\+.*$/, '');
}
