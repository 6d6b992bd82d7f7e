import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { createMask } from '../evidence/masking.ts';
import { readLoadConsole, type LoadSample, type LoadStop } from '../evidence/load-samples.ts';
import { readGivenFile } from '../files/given-file.ts';
import { otherSecrets, type Target } from '../target/target.ts';
import type { K6Program } from './k6-program.ts';
import { explainK6Exit, runK6, type K6End } from './k6-process.ts';
import { k6Environment, type LoadSettings } from './k6-settings.ts';
import type { ScenarioName } from './scenarios.ts';
import { watchSending } from './sending-progress.ts';

/** One run of k6 over a script. */
export interface K6Part {
  readonly scenario: ScenarioName;
  readonly target: Target;
  readonly settings: Omit<LoadSettings, 'summaryFile'>;
  readonly program: K6Program;
  /** k6's own options, passed on as they are. */
  readonly passedOn: readonly string[];
  /** Where k6's console and summary go; it exists. */
  readonly directory: string;
  /** Tells the files of several parts apart; empty where there is one. */
  readonly suffix: string;
  /** Further settings of the script. */
  readonly environment: Readonly<Record<string, string>>;
  /** What it takes by its estimate, and when it is ended. */
  readonly seconds: number;
  readonly timeoutSeconds: number;
  readonly interrupt: AbortSignal;
  /** What k6 prints; no secret is in it. */
  onOutput(text: string): void;
}

/** What came of it. */
export interface K6PartEnd {
  /** In the order of sending. */
  readonly samples: readonly LoadSample[];
  /** Requests that k6 could not start in time. */
  readonly dropped: number;
  readonly interrupted: boolean;
  /** Why it ended before its end, in a sentence. */
  readonly aborted?: string;
  /** Why the script ended it. */
  readonly stop?: LoadStop;
}

/** k6's exit statuses with which a run is whole: fine, and an objective broken, which is measured here again. */
const WHOLE = [0, 99];

const K6_SIGINT = 105;

const Summary = z.object({
  metrics: z.record(z.string(), z.object({ values: z.record(z.string(), z.number().nullable()).optional() })),
});

/** The name of the file that k6 writes the samples of a run to, as its console. */
const CONSOLE_FILE = 'k6-console.jsonl';

/** Runs a script with k6, and reads what it wrote. */
export async function runPart(part: K6Part): Promise<K6PartEnd> {
  const { scenario, target, settings, directory, suffix } = part;
  const console = join(directory, suffix === '' ? CONSOLE_FILE : `k6-console-${suffix}.jsonl`);
  const summaryFile = join(directory, suffix === '' ? 'k6-summary.json' : `k6-summary-${suffix}.json`);
  // k6 appends to its console's file: a folder that is used again would hold two runs.
  for (const file of [console, summaryFile]) rmSync(file, { force: true });
  const { mask } = maskOf(target);
  const output = wholeLines((lines) => part.onOutput(mask(lines)));
  const endProgress = watchSending(console, part.seconds, (line) => part.onOutput(line));
  const end = await runK6({
    program: part.program,
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
      ...part.passedOn,
      scriptOf(scenario),
    ],
    environment: {
      ...k6Environment(target, { ...settings, summaryFile }),
      ...dashboardOf(join(directory, `k6-report${suffix === '' ? '' : `-${suffix}`}.html`), part.timeoutSeconds),
      ...part.environment,
    },
    timeoutSeconds: part.timeoutSeconds,
    interrupt: part.interrupt,
    onOutput: (text) => output.take(text),
  }).finally(() => {
    output.end();
    endProgress();
  });
  hideSecrets(console, mask);
  const { samples, faults, stop } = await readLoadConsole(console);
  const interrupted = part.interrupt.aborted || end.status === K6_SIGINT;
  const aborted = interrupted ? 'the run was interrupted' : (stop?.says ?? whyAborted(end, faults, mask));
  return {
    samples,
    // Without a summary k6 was ended, which is told as the end of the run.
    dropped: droppedBy(summaryFile) ?? 0,
    interrupted,
    ...(aborted !== undefined && { aborted: `${aborted}${cutOffOf(samples)}` }),
    ...(stop !== undefined && { stop }),
  };
}

/** Hands on what comes in pieces by whole lines: a key that two pieces share would be seen in neither. */
function wholeLines(hand: (lines: string) => void): { take(text: string): void; end(): void } {
  let rest = '';
  return {
    take(text) {
      const end = text.lastIndexOf('\n') + 1;
      if (end > 0) hand(rest + text.slice(0, end));
      rest = end > 0 ? text.slice(end) : rest + text;
    },
    end() {
      if (rest !== '') hand(rest);
      rest = '';
    },
  };
}

/** From that many seconds on k6's own page has a point every ten seconds; a shorter run would end without one. */
const LONG = 1_800;

/** k6 writes its own page of a run: one file, without a port that it listens on. */
function dashboardOf(file: string, seconds: number): Record<string, string> {
  return {
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: seconds > LONG ? '10s' : '1s',
    K6_WEB_DASHBOARD_EXPORT: file,
  };
}

/** A service may repeat the key in a header, and k6's console holds the headers as they came: it stays beside the report. */
function hideSecrets(file: string, mask: (text: string) => string): void {
  if (!existsSync(file)) return;
  const written = readFileSync(file, 'utf8');
  // Each line is a JSON document, and stays one.
  const masked = written.split('\n').map(mask).join('\n');
  if (masked !== written) writeFileSync(file, masked);
}

/** Takes a target's secrets out of texts. */
export function maskOf(target: Target): ReturnType<typeof createMask> {
  return createMask({
    primary: target.apiKey,
    wrong: '',
    ...(target.secondApiKey !== undefined && { second: target.secondApiKey }),
    extra: otherSecrets(target),
  });
}

/** The script of a scenario, in the repository and in the package alike. */
export function scriptOf(scenario: ScenarioName): string {
  return join(import.meta.dirname, '..', '..', 'load', `${scenario}${extname(import.meta.filename)}`);
}

/** What is to be said of requests without a response when a run ends early: the service may have counted them. */
function cutOffOf(samples: readonly LoadSample[]): string {
  const count = samples.filter(({ isCutOff }) => isCutOff === true).length;
  return count === 0
    ? ''
    : `; ${count} more ${count === 1 ? 'request was' : 'requests were'} on the way, without a response`;
}

function whyAborted(end: K6End, [fault]: readonly string[], mask: (text: string) => string): string | undefined {
  if (end.tookTooLong) return `k6 did not end in time and was stopped after ${Math.round(end.seconds)} s`;
  if (fault !== undefined) return `a script failed: ${mask(fault)}`;
  if (end.status !== null && WHOLE.includes(end.status)) return undefined;
  return `k6 ended early: ${explainK6Exit(end.status)}`;
}

/** A summary holds a few figures of each metric. */
const MOST_SUMMARY_BYTES = 16 * 1_048_576;

/** Requests that k6 could not start in time, by its summary; undefined where that cannot be read, or is none. */
export function droppedBy(summaryFile: string): number | undefined {
  try {
    const text = readGivenFile(summaryFile, { bytes: MOST_SUMMARY_BYTES }).toString();
    return Summary.parse(JSON.parse(text)).metrics['dropped_iterations']?.values?.['count'] ?? 0;
  } catch {
    return undefined;
  }
}
