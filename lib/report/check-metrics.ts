import { limiterViews } from './limiter-view.ts';
import { inSeconds, metricsText, one, outcomeSamples, type Metric } from './metrics-text.ts';
import { gateView } from './gate-view.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';

/**
 * What a run came to, as metrics, so that a scheduled check has a graph and an alert. Every sample has the target and the plan as
 * labels, and no run's id: each run goes on with the series of the one before.
 *
 * @returns text of OpenMetrics 1.0
 */
export function renderCheckMetrics(report: RunReport): string {
  const { target, plan } = report.knowledge;
  return metricsText(metricsOf(report), { target: printable(target), plan: plan.name });
}

function metricsOf({ ledger, run, xrays, medianMilliseconds, coverage, profile, gate }: RunReport): Metric[] {
  const gated = gateView({ ...(gate !== undefined && { gate }) });
  return [
    {
      name: 'petvet_check_end_time_seconds',
      help: 'When the run ended, as a Unix time.',
      samples: one(inSeconds(run.endedAt)),
    },
    {
      name: 'petvet_check_duration_seconds',
      help: 'How long the run took.',
      samples: one(inSeconds(Math.max(0, run.endedAt - run.startedAt))),
    },
    {
      name: 'petvet_check_outcome',
      help: '1 for the outcome of the run.',
      samples: outcomeSamples(ledger.outcome),
    },
    {
      name: 'petvet_check_gate_passed',
      help: '1 where the gate passed, 0 where it failed; absent where no flag decides the exit status.',
      samples: gated === undefined ? [] : one(gated.hasPassed ? 1 : 0),
    },
    {
      name: 'petvet_check_profile_complete',
      help: '1 where the run verified all must rules that its profile promises, and none is violated.',
      samples: profile === undefined ? [] : [{ labels: { profile: profile.name }, value: profile.isComplete ? 1 : 0 }],
    },
    {
      name: 'petvet_rule_verdict',
      help: '1 for the verdict on each rule.',
      samples: ledger.rows.map(({ id, level, verdict }) => ({ labels: { rule: id, level, verdict }, value: 1 })),
    },
    {
      name: 'petvet_check_requests',
      help: 'Requests of the run.',
      samples: [
        { labels: { which: 'sent' }, value: run.sent },
        { labels: { which: 'refused' }, value: run.refused },
      ],
    },
    { name: 'petvet_check_created_pets', help: 'Pets that the run created.', samples: one(run.created.length) },
    {
      name: 'petvet_check_response_seconds',
      help: 'The median of how long responses took.',
      samples: medianMilliseconds === undefined ? [] : one(inSeconds(medianMilliseconds)),
    },
    {
      name: 'petvet_check_limiter_kind',
      help: '1 for each kind of limiter that the responses are consistent with.',
      samples: limiterViews(xrays).flatMap(({ period, looksLike }) =>
        looksLike.map((kind) => ({ labels: { period, kind }, value: 1 })),
      ),
    },
    {
      name: 'petvet_check_coverage_ratio',
      help: 'The share of the input model that the requests of the run covered.',
      samples:
        coverage === undefined
          ? []
          : (['partitions', 'pairs'] as const).map((of) => ({
              labels: { of },
              value: rounded(coverage[of].covered / Math.max(1, coverage[of].total)),
            })),
    },
  ];
}

function rounded(share: number): number {
  return Math.round(10_000 * share) / 10_000;
}
