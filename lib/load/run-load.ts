import { existsSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { TargetError, keyRefused, unreachable } from '../errors.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import { exchangeOfSample, readLoadLines, type LoadSample } from '../evidence/load-samples.ts';
import { openEvidence } from '../evidence/log.ts';
import { createMask } from '../evidence/masking.ts';
import type { RunFacts } from '../evidence/run-facts.ts';
import { otherSecrets, type Target } from '../target/target.ts';
import type { K6Program } from './k6-program.ts';
import { explainK6Exit, runK6, type K6End } from './k6-process.ts';
import { k6Environment, type LoadSettings } from './k6-settings.ts';
import { estimate, type ScenarioName } from './scenarios.ts';

/** A load run that is to be made. */
export interface LoadPlan {
  readonly runId: string;
  readonly scenario: ScenarioName;
  readonly target: Target;
  readonly knowledge: Knowledge;
  readonly settings: Omit<LoadSettings, 'summaryFile'>;
  readonly program: K6Program;
  /** k6's own options, passed on as they are. */
  readonly passedOn: readonly string[];
  /** Where the evidence goes; it exists. */
  readonly directory: string;
  readonly evidenceFile: string;
  readonly interrupt: AbortSignal;
  /** What k6 prints; no secret is in it. */
  onOutput(text: string): void;
}

/** What k6 did. */
export interface LoadRun {
  readonly samples: readonly LoadSample[];
  readonly run: Omit<RunFacts, 'sent' | 'refused' | 'created'>;
  /** Requests that k6 could not start in time: the asked rate was not reached. */
  readonly dropped: number;
}

/** k6 may take so much longer than estimated, in seconds; then it is ended. It hangs for ever on some scripts. */
const PATIENCE = 90;

/** k6's exit statuses with which a run is whole: fine, and an objective broken, which is measured here again. */
const WHOLE = [0, 99];

const K6_SIGINT = 105;

const Summary = z.object({
  metrics: z.record(z.string(), z.object({ values: z.record(z.string(), z.number().nullable()).optional() })),
});

/**
 * Has k6 run a scenario, and keeps each of its requests as evidence.
 *
 * @throws {TargetError} when the service gave no answer at all, or refuses the key
 */
export async function runLoad(plan: LoadPlan): Promise<LoadRun> {
  const { scenario, target, settings, directory, runId } = plan;
  const console = join(directory, 'k6-console.jsonl');
  const summaryFile = join(directory, 'k6-summary.json');
  // k6 appends to its console's file: a folder that is used again would hold two runs.
  for (const file of [console, summaryFile]) rmSync(file, { force: true });
  const { mask } = createMask({
    primary: target.apiKey,
    wrong: '',
    ...(target.secondApiKey !== undefined && { second: target.secondApiKey }),
    extra: otherSecrets(target),
  });
  const startedAt = Date.now();
  const end = await runK6({
    program: plan.program,
    args: [
      'run',
      '--quiet',
      '--no-usage-report',
      '--address',
      '',
      '--log-format',
      'json',
      '--console-output',
      console,
      ...plan.passedOn,
      scriptOf(scenario),
    ],
    environment: k6Environment(target, { ...settings, summaryFile }),
    timeoutSeconds: estimate(scenario, settings).seconds + PATIENCE,
    interrupt: plan.interrupt,
    onOutput: (text) => plan.onOutput(mask(text)),
  });
  const { samples, faults } = await readConsole(console);
  const evidence = openEvidence(plan.evidenceFile, plan.knowledge);
  try {
    for (const [index, sample] of samples.entries()) evidence.append(exchangeOfSample(sample, index + 1, mask));
  } finally {
    evidence.close();
  }
  const interrupted = plan.interrupt.aborted || end.status === K6_SIGINT;
  const aborted = interrupted ? 'the run was interrupted' : whyAborted(end, faults, mask);
  refuseUseless(samples, target, aborted, mask);
  return {
    samples,
    dropped: droppedBy(summaryFile),
    run: {
      runId,
      startedAt,
      endedAt: Date.now(),
      seed: 0,
      waitedSeconds: 0,
      interrupted,
      counterexamples: [],
      ...(aborted !== undefined && { aborted }),
    },
  };
}

/** The script of a scenario, in the repository and in the package alike. */
function scriptOf(scenario: ScenarioName): string {
  return join(import.meta.dirname, '..', '..', 'load', `${scenario}${extname(import.meta.filename)}`);
}

async function readConsole(file: string): Promise<{ readonly samples: LoadSample[]; readonly faults: string[] }> {
  const samples: LoadSample[] = [];
  const faults: string[] = [];
  if (existsSync(file)) {
    for await (const line of readLoadLines(file)) {
      if ('sample' in line) samples.push(line.sample);
      else faults.push(`${line.fault.scenario}: ${line.fault.says}`);
    }
  }
  return { samples: samples.toSorted((a, b) => a.from - b.from), faults };
}

function whyAborted(end: K6End, [fault]: readonly string[], mask: (text: string) => string): string | undefined {
  if (end.tookTooLong) return `k6 did not end in time and was stopped after ${Math.round(end.seconds)} s`;
  if (fault !== undefined) return `a script failed: ${mask(fault)}`;
  if (end.status !== null && WHOLE.includes(end.status)) return undefined;
  return `k6 ended early: ${explainK6Exit(end.status)}`;
}

/** Where nothing was answered, or the key refused from the first, there is nothing to judge. */
function refuseUseless(
  samples: readonly LoadSample[],
  { baseUrl }: Target,
  aborted: string | undefined,
  mask: (text: string) => string,
): void {
  const [first] = samples;
  if (first === undefined)
    throw new TargetError(aborted ?? 'k6 sent nothing', 'run k6 by hand, as the top of the script shows, to see why');
  if (samples.every(({ status }) => status === 0))
    throw unreachable(baseUrl, first.error === undefined ? undefined : mask(first.error));
  if (first.status === 401) throw keyRefused(baseUrl);
}

function droppedBy(summaryFile: string): number {
  if (!existsSync(summaryFile)) return 0;
  const summary = Summary.safeParse(JSON.parse(readFileSync(summaryFile, 'utf8')));
  return summary.data?.metrics['dropped_iterations']?.values?.['count'] ?? 0;
}
