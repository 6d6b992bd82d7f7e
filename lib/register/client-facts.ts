import type { ClientClaims, ClientPredicate } from '../certificate/client-predicate.ts';
import { isOfThisPetvet } from '../certificate/made-by.ts';

/** What the certificate of a client says, for a table. */
export interface ClientFacts {
  /** The version of petvet that made the run. */
  readonly petvet: string;
  /** It is this one, so that its wording was checked. */
  readonly isWordingChecked: boolean;
  /** YYYY-MM-DD: of the run, and until when it counts. */
  readonly date: string;
  readonly freshUntil: string;
  /** What was started. */
  readonly about: string;
  readonly mustRules: { readonly satisfied: number };
  readonly warnings: readonly string[];
  readonly requests: number;
  /** What it was put into, and whether all of that happened to it. */
  readonly situations: ClientClaims['situations'];
  /** What it was shown to stand of what the specification leaves open; absent where nothing was. */
  readonly stands?: NonNullable<ClientClaims['stands']>;
}

/**
 * What a certificate of a client comes to.
 *
 * @param freshUntil - YYYY-MM-DD, by the rules of the register
 */
export function clientFacts({ petvet, claims, about }: ClientPredicate, freshUntil: string): ClientFacts {
  const { command, endedAt, situations, stands, verdicts, requests } = claims;
  return {
    petvet,
    isWordingChecked: isOfThisPetvet(petvet),
    date: endedAt.slice(0, 10),
    freshUntil,
    about: about.kind === 'command' ? command : `${about.name} (SHA-256 ${about.sha256.slice(0, 12)}…)`,
    mustRules: { satisfied: verdicts.filter(({ level, verdict }) => level === 'must' && verdict === 'pass').length },
    warnings: verdicts.filter(({ verdict }) => verdict === 'warn').map(({ rule }) => rule),
    requests: requests.sent,
    situations,
    ...(stands !== undefined && { stands }),
  };
}
