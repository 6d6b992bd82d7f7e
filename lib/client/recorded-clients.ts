import { headerValues, type CredentialRole, type Exchange, type HeaderPair } from '../evidence/exchange.ts';
import { recordedLog, type RecordedLog } from './recorded-log.ts';

/** One client in recorded traffic. */
export interface RecordedClient extends RecordedLog {
  /** The service accepted its key: what it sends as a bearer token is a key. Absent where no request shows a key. */
  readonly isKeyAccepted?: boolean;
}

/**
 * The clients in recorded traffic: each key is one. Requests without a key that can be told are those of the only client, or of one whose key
 * was not recorded; with several keys nobody knows whose they are, and they are left out.
 *
 * @param exchanges - masked; not empty
 */
export function recordedClients(exchanges: readonly Exchange[]): {
  readonly clients: readonly RecordedClient[];
  readonly leftOut: number;
} {
  const byKey = Map.groupBy(exchanges, ({ request }) => keyOf(request));
  const rest = byKey.get(undefined) ?? [];
  byKey.delete(undefined);
  const isRecorded = exchanges.some(({ request }) => headerValues(request.headers, 'Authorization').length > 0);
  const withoutKey = rest.map((one) => sentWith(one, isRecorded && isKeyless(one) ? 'none' : 'unknown'));
  if (byKey.size === 0) return { clients: [recordedLog(withoutKey)], leftOut: 0 };
  const isOnly = byKey.size === 1;
  const clients = [...byKey.values()].map((own): RecordedClient => {
    const withKey = own.map((one) => sentWith(one, 'primary'));
    const isKeyAccepted = own.some(({ answer }) => answer !== undefined && isOfService(answer.status));
    return { ...recordedLog(isOnly ? [...withKey, ...withoutKey] : withKey), isKeyAccepted };
  });
  return { clients, leftOut: isOnly ? 0 : rest.length };
}

/** The placeholder of the bearer token that a request was sent with; undefined where none can be told. */
function keyOf({ headers, credential }: Exchange['request']): string | undefined {
  const [value, ...further] = headerValues(headers, 'Authorization');
  const key = value === undefined || further.length > 0 ? undefined : BEARER.exec(value)?.[1];
  // The user says that such requests have a key, though the recorder left it out.
  return key ?? (credential === 'primary' ? 'primary' : undefined);
}

const BEARER = /^\s*bearer\s+\{([^{}]+)\}\s*$/i;

/** Who has no valid key gets 401; 403, 429 and 5xx may come before that is looked at. Source: section 7. */
function isOfService(status: number): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
}

/** A recorder may leave a header out; the service does not refuse a key for that. */
function isKeyless({ request, answer }: Exchange): boolean {
  return headerValues(request.headers, 'Authorization').length === 0 && answer?.status === 401;
}

function sentWith(exchange: Exchange, credential: CredentialRole): Exchange {
  return { ...exchange, request: { ...exchange.request, credential } };
}

/** Whether a request shows that its key was sent as a bearer token. */
export function showsBearer(headers: readonly HeaderPair[]): boolean {
  return headerValues(headers, 'Authorization').some((value) => BEARER.test(value));
}
