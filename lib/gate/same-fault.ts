import { bareName, covers, inputParts, keyOf, type FindingName } from './finding-name.ts';

/**
 * Whether a finding is the fault that is known under a name: the name covers it, or is what the same fault is called where another seed sent
 * other requests. Unlike {@link covers} this says nothing of which of two names is the wider one.
 */
export function isSameFault(known: FindingName, other: FindingName): boolean {
  if (covers(known, other)) return true;
  if (isOfNoLimiter(known) && isOfNoLimiter(other)) return known.fault === other.fault;
  if (known.input === undefined || other.input === undefined || onPlain(known) !== onPlain(other)) return false;
  return isPartOf(other.input, known.input) || (ANY_KEY.test(known.input) && CREDENTIAL.test(other.input));
}

function onPlain(name: FindingName): string {
  return keyOf(bareName({ ...name, input: undefined }));
}

/** Of a request that is unusual in several ways either may be what the service cannot take. */
function isPartOf(input: string, whole: string): boolean {
  const known = inputParts(whole);
  return inputParts(input).every((part) => known.includes(part));
}

/** A service that takes a token that nobody was given takes any token; another scheme, or none, is a fault of its own. */
const ANY_KEY = /^Authorization: Bearer \{wrong\}$/;
const CREDENTIAL = /^Authorization: Bearer /;

/** Which of the limiter's rules a response violates that no kind of limiter gives hangs on the instants of the requests. */
function isOfNoLimiter({ rule, fault = '' }: FindingName): boolean {
  return (rule === 'RATE-4' || rule === 'RATE-5') && fault.startsWith('no kind of limiter');
}
