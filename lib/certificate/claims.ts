import { WINDOW_SECONDS } from '../contract/plans.ts';
import { SPECIFICATION_VERSION } from '../contract/lifecycle.ts';
import type { LedgerRow } from '../ledger/ledger.ts';
import { observationsOf } from '../report/arrangement.ts';
import type { Verdicts } from '../run/verdicts.ts';
import type { Catalogue } from './catalogues.ts';
import { profileOf } from './load-run.ts';
import { CERTIFIED_VERDICTS, type Claims } from './predicate.ts';

/** How long a certificate counts as fresh, in milliseconds: services change. */
const FRESH_FOR = 90 * 86_400_000;

/** What the evidence of a complete run lets a certificate say. */
export function claimsOf(
  { ledger, knowledge, run }: Pick<Verdicts, 'ledger' | 'knowledge' | 'run'>,
  catalogue: Catalogue,
): Claims {
  const { target, baseUrl, plan, windows, asOf } = knowledge;
  return {
    catalogue: catalogue.version,
    specification: SPECIFICATION_VERSION,
    profile: profileOf(knowledge),
    seed: run.seed,
    target: {
      name: target,
      baseUrl,
      plan: plan.name,
      ...(plan.perMinute !== undefined && { perMinute: plan.perMinute }),
      ...(plan.perDay !== undefined && { perDay: plan.perDay }),
      windows: {
        minuteSeconds: windows.minute,
        daySeconds: windows.day,
        testInstallation: windows.testInstallation,
      },
    },
    asOf,
    startedAt: new Date(run.startedAt).toISOString(),
    endedAt: new Date(run.endedAt).toISOString(),
    requests: { sent: run.sent, refused: run.refused, created: run.created.length },
    verdicts: ledger.rows.map((row) => ({
      rule: row.id,
      level: row.level,
      verdict: catalogue.isScored(row.id) ? certified(row) : 'not-scored',
    })),
    observed: observationsOf(ledger)
      .filter(({ rule }) => catalogue.isScored(rule))
      .map(({ rule, finding: { says, times } }) => ({ rule, says, times })),
  };
}

/** A violated rule leaves no certificate; that it is inconclusive keeps one from being written, too. */
function certified({ verdict }: LedgerRow): (typeof CERTIFIED_VERDICTS)[number] {
  return CERTIFIED_VERDICTS.find((one) => one === verdict) ?? 'inconclusive';
}

/** Until when a certificate counts as fresh. */
export function freshUntil({ endedAt }: Pick<Claims, 'endedAt'>): string {
  return new Date(Date.parse(endedAt) + FRESH_FOR).toISOString();
}

/** What a certificate does not prove, a sentence each. */
export function limitsOf({
  claims: { target, verdicts, catalogue, profile },
  about,
  challenge: nonce,
}: {
  readonly claims: Claims;
  readonly about: { readonly kind: 'address' | 'named' | 'started' };
  readonly challenge?: string | undefined;
}): string[] {
  const { windows, plan } = target;
  const later = verdicts.filter(({ verdict }) => verdict === 'not-scored').map(({ rule }) => rule);
  return [
    'It is about the responses of one run. To other requests, to other clients or later the service may respond differently.',
    'Only the signer saw the traffic, and could have written the evidence by hand.',
    ...(nonce === undefined
      ? ['No nonce was given: the run may have been chosen among many, and the service may have known its requests.']
      : [
          'A nonce was given: as far as the evidence was not written by hand, the run was made after it, and the service could not know the requests.',
        ]),
    'The dates are those of the clock of the machine that made the run.',
    ABOUT[about.kind],
    // By the figures: what the signer calls them does not matter.
    ...(windows.minuteSeconds !== WINDOW_SECONDS.minute || windows.daySeconds !== WINDOW_SECONDS.day
      ? [
          `The windows of the rate limit were declared to be ${windows.minuteSeconds} s and ${windows.daySeconds} s long, in place of 60 s and a day.`,
        ]
      : []),
    `The rate limits were judged as those of one key; its plan was given as ${plan}.`,
    ...(later.length > 0 ? [`Rules that came after catalogue ${catalogue} were not scored: ${later.join(', ')}.`] : []),
    ...(profile === 'complete'
      ? []
      : [
          `It is about a load run (${profile}): only the rules listed were judged, and latencies and rates are not certified.`,
        ]),
    'It says nothing of capacity, availability, security beyond the rules, or of what the specification leaves open.',
  ];
}

const ABOUT = {
  address:
    'It covers whatever ran at this address at that time: petvet did not identify it, and something else may run there by now.',
  named: 'The signer says that the named subject is what responded; petvet did not see that.',
  started:
    'petvet computed the digest of the file and started the command; that the command runs that file, the signer says.',
} as const;
