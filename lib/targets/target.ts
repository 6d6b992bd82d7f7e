import type { HeaderPair } from '../evidence/exchange.ts';
import type { DeclaredPet, Knowledge, PlanKnowledge } from '../evidence/knowledge.ts';

/** The service under judgement and all that the configuration says about it. Holds secrets: never print or store one whole. */
export interface Target {
  /** `staging`, `production`, …, or `unnamed` when the settings carry no name. */
  readonly name: string;
  /** Without a trailing slash, ending with `/v1`, without credentials. */
  readonly baseUrl: string;
  /** Printable ASCII without blanks. */
  readonly apiKey: string;
  /** The key of another caller, in the same form. */
  readonly secondApiKey?: string;
  readonly plan: PlanKnowledge;
  /** Whether POST may be sent at all. */
  readonly writes: boolean;
  readonly categoryId?: bigint;
  /** Pets that exist. */
  readonly knownPets?: readonly DeclaredPet[];
  /** Sent with every request, such as a gateway's; values may be secret. */
  readonly headers: readonly HeaderPair[];
  /** Certificates in PEM form that are trusted besides the usual ones. */
  readonly ca?: string;
  /** What petvet shows the service in the TLS handshake, both in PEM form. */
  readonly clientCertificate?: { readonly certificate: string; readonly key: string };
  /** The address of an HTTP proxy; may hold its credentials. */
  readonly proxy?: string;
  /** The base address is on this machine: 127.0.0.0/8, ::1 or localhost. */
  readonly loopback: boolean;
  readonly windows: Knowledge['windows'];
  /** A command that puts a test installation back to its first state. */
  readonly resetCommand?: string;
}

/** The name of the target whose limit is not used up, and on which nothing is created, unless someone asks for it. */
export const PRODUCTION = 'production';

/**
 * What a run may know of its target: everything but the secrets.
 *
 * @param run - the date as of which the service is evaluated (YYYY-MM-DD), and the rules left out with the reason
 */
export function knowledgeOf(
  target: Target,
  { asOf, leftOut }: { asOf: string; leftOut: Readonly<Record<string, string>> },
): Knowledge {
  return {
    target: target.name,
    baseUrl: target.baseUrl,
    loopback: target.loopback,
    asOf,
    plan: target.plan,
    windows: target.windows,
    writes: target.writes,
    secondKey: target.secondApiKey !== undefined,
    ...(target.categoryId !== undefined && { categoryId: target.categoryId }),
    ...(target.knownPets !== undefined && { knownPets: target.knownPets }),
    leftOut,
  };
}

/**
 * The secrets of a target besides its keys, by the name of the placeholder that stands for each: the values of the configured
 * headers, and the password of the proxy. For the mask.
 */
export function otherSecrets({ headers, proxy }: Target): Record<string, string> {
  const password = decodeURIComponent(URL.parse(proxy ?? '')?.password ?? '');
  return {
    ...Object.fromEntries(headers.map(([name, value]) => [`header:${name}`, value])),
    ...(password !== '' && { proxy: password }),
  };
}
