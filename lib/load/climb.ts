import { MOST_REFUSED_STEPS } from '../contract/load-course.ts';
import { measuredOf, percentile, isAdmitted, latencies } from '../evidence/load-measures.ts';
import type { LoadSample } from '../evidence/load-samples.ts';
import type { LoadStep } from '../evidence/load-step.ts';
import type { Objective } from '../evidence/objective.ts';
import { runPart, type K6Part, type K6PartEnd } from './k6-part.ts';
import { kneeOf, nextRate } from './staircase.ts';

/** What a step must keep where the user demands nothing. */
const DEFAULT_OBJECTIVES: readonly Objective[] = [
  { metric: 'p95', most: 1_000 },
  { metric: 'errors', most: 1 },
];

/** The share of a rate that must be sent for it to be reached. */
const REACHED = 0.99;

/** A staircase begins at this share of its ceiling, or at the rate below, whichever is less. In requests a second. */
const FIRST_SHARE = 1 / 8;
const FIRST_RATE = 20;

/** Climbs a staircase of rates: one run of k6 for each step. @param patience - beyond a step's time, in seconds */
export async function climb(
  part: K6Part & { readonly patience: number },
): Promise<K6PartEnd & { readonly steps: readonly LoadStep[] }> {
  const { perMinute, windowSeconds, stepSeconds, objectives } = part.settings;
  const to = perMinute / windowSeconds;
  const stairs = { from: Math.min(FIRST_RATE, to * FIRST_SHARE), to };
  const demanded = objectives.length > 0 ? objectives : DEFAULT_OBJECTIVES;
  const steps: LoadStep[] = [];
  const samples: LoadSample[] = [];
  let refusedSteps = 0;
  for (let rate = nextRate(steps, stairs); rate !== undefined; rate = nextRate(steps, stairs)) {
    const number = steps.length + 1;
    const end = await runPart({
      ...part,
      settings: { ...part.settings, objectives: [] },
      suffix: `${number}`,
      environment: { ...part.environment, RATE: `${rate}`, SECONDS: `${stepSeconds}`, STEP: `${number}` },
      seconds: stepSeconds,
      timeoutSeconds: 4 * (windowSeconds + 5) + stepSeconds + part.patience,
      onOutput: (text) => part.onOutput(text),
    });
    for (const sample of end.samples) samples.push(sample);
    // A step ends itself at its first 429.
    const isRefused =
      end.stop?.why === 'refused' && end.samples.some(({ status, window }) => status === 429 && window >= 0);
    if (end.aborted !== undefined && (end.interrupted || !isRefused)) return { ...end, samples, dropped: 0, steps };
    refusedSteps += isRefused ? 1 : 0;
    const step = stepOf(rate, stepSeconds, end, demanded);
    steps.push(step);
    part.onOutput(`step ${number}: ${rate.toFixed(1)} a second, ${step.kept ? 'kept' : step.because.join(', ')}\n`);
    if (step.sent === 0 || refusedSteps === MOST_REFUSED_STEPS) break;
  }
  part.onOutput(`the knee: ${kneeOf(steps)?.toFixed(1) ?? 'no rate kept the objectives'}\n`);
  return { samples, dropped: 0, interrupted: false, steps };
}

/** What a step came to. */
function stepOf(
  rate: number,
  seconds: number,
  { samples, dropped }: Pick<K6PartEnd, 'samples' | 'dropped'>,
  objectives: readonly Objective[],
): LoadStep {
  const counted = samples.filter(({ window, isCutOff }) => window >= 0 && isCutOff !== true);
  const admitted = counted.filter(isAdmitted);
  const refused = counted.filter(({ status }) => status === 429).length;
  const meant = Math.max(1, Math.round(rate * seconds));
  const broken = objectives.flatMap((objective) => {
    const measured = measuredOf(objective, counted);
    const unit = objective.metric === 'errors' ? '%' : 'ms';
    return measured <= objective.most
      ? []
      : [`${objective.metric} ${measured.toFixed(1)} ${unit} instead of ${objective.most}`];
  });
  const because = [
    ...broken,
    ...(refused > 0 ? [`${refused} refused with 429`] : []),
    ...(counted.length < meant * REACHED ? [`${counted.length} of ${meant} could be sent in time`] : []),
  ];
  return {
    rate,
    seconds,
    sent: counted.length,
    admitted: admitted.length,
    refused,
    dropped,
    p95: percentile(latencies(admitted), 95),
    kept: because.length === 0,
    because,
  };
}
