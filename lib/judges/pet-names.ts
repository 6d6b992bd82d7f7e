/** The shortest name that no other client gives its pets by chance. */
const SHORTEST_OWN_NAME = 10;

/** Whether a name is one that petvet makes up: a pet with it is one of the run. */
export function isOwnName(name: string | undefined): name is string {
  return name !== undefined && name.startsWith('petvet') && name.length >= SHORTEST_OWN_NAME;
}

/** How many characters distinguish names; a service may truncate longer ones. */
const TELLING_LENGTH = 20;

/** Whether two names belong to different pets whatever a service does to letter case, blanks and length. */
export function areOtherNames(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && folded(a) !== folded(b);
}

function folded(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase().slice(0, TELLING_LENGTH);
}
