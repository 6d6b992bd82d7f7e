import { isOfNoLimiter, wrongStatusOf } from '../shapes/fault-names.ts';
import { bareName, covers, inputParts, keyOf, type FindingName } from './finding-name.ts';

/**
 * Whether a finding is the fault that is known under a name: the name covers it, or is what the same fault is called where another seed sent
 * other requests. Unlike {@link covers} this says nothing of which of two names is the wider one.
 */
export function isSameFault(known: FindingName, other: FindingName): boolean {
  if (covers(known, other)) return true;
  if (isOfTheLimiter(known) && isOfTheLimiter(other)) return known.fault === other.fault;
  if (isOfKeys(known) && isOfKeys(other)) return isSameForm(known, other);
  if (known.input === undefined || other.input === undefined || onPlain(known) !== onPlain(other)) return false;
  return isPartOf(other.input, known.input) || (known.input === ANY_STATUS && ONE_WORD.test(other.input));
}

/** What a fault is called whatever the input. */
export function onPlain(name: FindingName): string {
  return keyOf(bareName({ ...name, input: undefined }));
}

/** Of a request that is unusual in several ways either may be what the service cannot take. */
function isPartOf(input: string, whole: string): boolean {
  const known = inputParts(whole);
  return inputParts(input).every((part) => known.includes(part));
}

/** Who takes a status of which the specification says nothing takes the next one, too; in another letter case it may have a meaning. */
const ANY_STATUS = 'status is "adopted"';
const ONE_WORD = /^status is "[a-z]+"$/;

function isOfKeys(name: FindingName): name is FindingName & { readonly input: string } {
  return name.rule === 'AUTH-2' && name.input !== undefined;
}

/**
 * A form of the target's key, or a certain word for a key, is read in one place, whatever the operation. Who does not look at the scheme
 * misses it under no scheme, as well. A key that nobody was given is tried on every operation: there each is a fault of its own.
 */
function isSameForm(known: FindingName & { input: string }, other: FindingName & { input: string }): boolean {
  const isSameKey = known.input === other.input || (OTHER_SCHEME.test(known.input) && other.input === NO_SCHEME);
  if (isSameKey && IN_ONE_PLACE.test(other.input) && answerOf(known) === answerOf(other)) return true;
  if (onPlain(known) !== onPlain(other) || !CREDENTIAL.test(other.input)) return false;
  return ANY_KEY.test(known.input) || (CREDENTIAL.test(known.input) && !isAccepted(known));
}

/** Which success it is differs by operation. */
function answerOf({ fault = '' }: FindingName): string {
  return isAccepted({ fault }) ? 'accepted' : fault;
}

/** The key of the target in some form, or one certain word. */
const IN_ONE_PLACE = /\{primary\b|^Authorization: Bearer \w+$/;
const NO_SCHEME = 'Authorization: {primary}';
const OTHER_SCHEME = /^Authorization: (?:Basic \{primary:basic\}|\{primary\} under another scheme)$/;

/** How a service responds to a token that it does not accept does not depend on which one it was; which ones are sent depends on the seed. */
function isAccepted({ fault }: Pick<FindingName, 'fault'>): boolean {
  const status = wrongStatusOf(fault);
  return status !== undefined && status >= 200 && status < 300;
}

/** A service that takes a token that nobody was given takes any token; another scheme, or none, is a fault of its own. */
const ANY_KEY = /^Authorization: Bearer \{wrong\}$/;
const CREDENTIAL = /^Authorization: Bearer /;

/** Which of the limiter's rules is violated by a response that fits no kind of limiter depends on the instants of the requests. */
function isOfTheLimiter({ rule, fault }: FindingName): boolean {
  return (rule === 'RATE-4' || rule === 'RATE-5') && isOfNoLimiter(fault);
}
