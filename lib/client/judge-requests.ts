import { getPetPhase } from '../contract/lifecycle.ts';
import { isPetStatus, PAGE, PET_STATUSES } from '../contract/pets.ts';
import { headerValue, type SentRequest } from '../evidence/exchange.ts';
import { readNewPet } from '../expectation/new-pet.ts';
import { readOperation, readParameters } from '../expectation/request.ts';
import { counted } from '../text/counted.ts';
import type { ClientFinding, ClientRuleId } from './finding.ts';
import type { ClientRequest } from './request-log.ts';

/** CLIENT-1: the key comes as a bearer token with every request. Source: section 5, 2. */
export function judgeKey(log: readonly ClientRequest[]): ClientFinding {
  return judgeEach('CLIENT-1', log, ({ headers, credential }) => {
    if (credential === 'primary') return undefined;
    if (headerValue(headers, 'Authorization') === undefined) return 'no Authorization header';
    return credential === 'unknown'
      ? 'several values of Authorization'
      : 'an Authorization header that is not `Bearer` and the key that the client was given';
  });
}

/** CLIENT-5: requests are documented ones. Source: section 4. */
export function judgeDocumented(log: readonly ClientRequest[]): ClientFinding {
  return judgeEach('CLIENT-5', log, undocumented);
}

/** CLIENT-6: the deprecated getPet is not used, and after its removal must not be. Source: section 9. */
export function judgeDeprecated(log: readonly ClientRequest[], asOf: string): ClientFinding {
  const rule = 'CLIENT-6';
  const calls = log.filter(({ sent }) => readOperation(sent).operation === 'getPet');
  const [first] = calls;
  if (log.length === 0) return { rule, verdict: 'not-exercised', says: NO_REQUEST, requests: [] };
  if (first === undefined)
    return { rule, verdict: 'pass', says: `no getPet among ${counted(log.length, 'request')}`, requests: [] };
  const isRemoved = getPetPhase(asOf) === 'removed';
  return {
    rule,
    verdict: isRemoved ? 'fail' : 'warn',
    says: `getPet, which is ${isRemoved ? 'removed' : 'deprecated'}, was called ${calls.length === 1 ? 'once' : `${calls.length} times`}`,
    expected: 'a list with a `status` filter',
    actual: requestLine(first.sent),
    requests: calls.map(({ number }) => number),
  };
}

/**
 * Holds every request to a rule; a preflight of a browser is not the client's.
 *
 * @param fault - what is wrong with a request: a kind of fault, and behind a colon what differs from request to request
 */
function judgeEach(
  rule: ClientRuleId,
  log: readonly ClientRequest[],
  fault: (sent: SentRequest) => string | undefined,
): ClientFinding {
  if (log.length === 0) return { rule, verdict: 'not-exercised', says: NO_REQUEST, requests: [] };
  const own = log.filter(({ sent }) => !isPreflight(sent));
  const bad = own.flatMap(({ number, sent }) => {
    const what = fault(sent);
    return what === undefined ? [] : [{ number, sent, what }];
  });
  const [first] = bad;
  if (first === undefined)
    return {
      rule,
      verdict: own.length === 0 ? 'not-exercised' : 'pass',
      says: own.length === 0 ? 'the client sent only preflight requests' : `all of ${counted(own.length, 'request')}`,
      requests: own.map(({ number }) => number),
    };
  const kinds = Map.groupBy(bad, ({ what }) => what.split(':', 1)[0] ?? what);
  const more =
    bad.length === 1
      ? ''
      : `; ${bad.length} of ${own.length} requests have ${kinds.size === 1 ? 'that fault' : 'a fault of this kind'}`;
  return {
    rule,
    verdict: 'fail',
    says: `#${first.number} (${requestLine(first.sent)}) has ${first.what}${more}`,
    expected: EXPECTED[rule] ?? '',
    actual: first.what,
    requests: bad.map(({ number }) => number),
    faults: Array.from(kinds, ([name, same]) => ({ name, requests: same.map(({ number }) => number) })),
  };
}

const NO_REQUEST = 'the client sent no request';

const EXPECTED: Partial<Record<ClientRuleId, string>> = {
  'CLIENT-1': 'Authorization: Bearer and the key, in every request',
  'CLIENT-5': `GET /pets with limit from ${PAGE.minimum} to ${PAGE.maximum} and status one of ${PET_STATUSES.join(', ')}; POST /pets with a NewPet; GET /pets/{petId} with an int64`,
};

/** A browser asks by itself, without the key, before it lets a page send a request. Source: the Fetch standard, "CORS-preflight fetch". */
function isPreflight({ method, headers }: SentRequest): boolean {
  return method === 'OPTIONS' && headerValue(headers, 'Access-Control-Request-Method') !== undefined;
}

function undocumented(sent: SentRequest): string | undefined {
  const { operation, petId } = readOperation(sent);
  switch (operation) {
    case 'listPets':
      return wrongParameter(sent.target);
    case 'createPet': {
      const newPet = readNewPet(sent.body);
      const isWrong = newPet.kind === 'missing' || newPet.kind === 'wrong-type' || newPet.kind === 'not-an-object';
      return isWrong ? `a body that is not a NewPet: ${newPet.what}` : undefined;
    }
    case 'getPet':
      return petId === undefined || petId.kind === 'int64' ? undefined : 'a petId that is not an int64';
    default:
      return 'a method and a path that are not documented';
  }
}

function wrongParameter(target: string): string | undefined {
  for (const { name, value } of readParameters(target)) {
    if (name === 'limit' && !isLimit(value))
      return `a limit that is out of range: no integer from ${PAGE.minimum} to ${PAGE.maximum}`;
    if (name === 'status' && !isPetStatus(value)) return `a status that is none of ${PET_STATUSES.join(', ')}`;
  }
  return undefined;
}

/** An integer in any spelling: which one is not documented. */
function isLimit(value: string): boolean {
  return /^[+]?0*\d{1,3}$/.test(value) && Number(value) >= PAGE.minimum && Number(value) <= PAGE.maximum;
}

/** The parameters that are documented; of others the names alone, because a value may be a secret. */
export function requestLine({ method, target }: SentRequest): string {
  const [path = ''] = target.split('?');
  const parameters = readParameters(target).map(({ name, spelled, raw }) =>
    name === 'limit' || name === 'status' ? `${spelled}=${raw}` : `${spelled}=…`,
  );
  return `${method} ${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}
