import { existsSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readLoadConsole } from '../evidence/load-console.ts';
import { UsageError } from '../errors.ts';
import { createMask } from '../evidence/masking.ts';
import type { LoadSample, LoadStop } from '../evidence/load-samples.ts';
import { otherSecrets, type Target } from '../targets/target.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { K6Program } from './k6-program.ts';
import { explainK6Exit, runK6, type K6End } from './k6-process.ts';
import { k6Environment, type LoadSettings } from './k6-settings.ts';
import { droppedBy } from './k6-summary.ts';
import type { MetricsSettings } from './metrics-output.ts';
import { atTheirOwnInstants } from './own-instants.ts';
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
  /** Where k6 sends its metrics besides. */
  readonly metrics?: MetricsSettings;
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
  /** Few of its requests are written down: their number says nothing of how far it is, and k6 gathers no page, which costs. */
  readonly isSampled?: boolean;
  /** Told the id of the process whose child k6 is. */
  readonly onStart?: (pid: number) => void;
  /** Somebody watches what is printed. */
  readonly live?: boolean;
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
  /** k6's summary; it is not there where k6 was ended. */
  readonly summaryFile: string;
}

/** k6's exit statuses with which a run is whole: fine, and an objective broken, which is measured here again. */
const WHOLE = [0, 99];

const K6_SIGINT = 105;

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
  const lost = new AbortController();
  const output = wholeLines((lines) => {
    const others = withoutLostSamples(lines);
    if (others !== lines) lost.abort();
    if (others !== '') part.onOutput(mask(others));
  });
  const isSampled = part.isSampled === true;
  const endProgress = isSampled
    ? () => {}
    : watchSending(console, part.seconds, (line) => part.onOutput(line), part.live);
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
      ...(part.metrics?.args ?? []),
      ...part.passedOn,
      scriptOf(scenario),
    ],
    environment: {
      ...k6Environment(target, { ...settings, summaryFile }),
      ...part.metrics?.environment,
      ...((!isSampled || 'K6_WEB_DASHBOARD_PORT' in part.environment) &&
        dashboardOf(join(directory, `k6-report${suffix === '' ? '' : `-${suffix}`}.html`), part.timeoutSeconds)),
      ...part.environment,
    },
    timeoutSeconds: part.timeoutSeconds,
    interrupt: AbortSignal.any([part.interrupt, lost.signal]),
    ...(part.onStart !== undefined && { onStart: part.onStart }),
    onOutput: (text) => output.take(text),
  }).finally(() => {
    output.end();
    endProgress();
  });
  if (!existsSync(directory))
    throw new UsageError(
      `the report folder ${directory} was removed while k6 ran, and its samples with it`,
      'start the run again, and leave the folder alone',
    );
  await hideSecrets(console, mask);
  const { samples, faults, stop } = await readLoadConsole(console);
  const isLost = lost.signal.aborted && !part.interrupt.aborted;
  const interrupted = part.interrupt.aborted || (end.status === K6_SIGINT && !isLost);
  const aborted = interrupted
    ? 'the run was interrupted'
    : isLost
      ? `k6 could not write its samples to ${console}, so the run ends here: is there space left?`
      : (stop?.says ?? whyAborted(end, faults, samples, mask));
  // Without a summary k6 was ended, which is told as the end of the run.
  const dropped = droppedBy(summaryFile) ?? 0;
  return {
    samples: atTheirOwnInstants(samples, dropped),
    dropped,
    summaryFile,
    interrupted,
    ...(aborted !== undefined && { aborted: `${aborted}${cutOffOf(samples)}` }),
    ...(stop !== undefined && { stop }),
  };
}

/** What k6 says, once for each line of its console, where that cannot be written: load whose samples are lost is of no use. */
const LOST_SAMPLE = /^Failed to write to log, .*\n?/gm;

function withoutLostSamples(lines: string): string {
  return lines.replaceAll(LOST_SAMPLE, '');
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
    : `; ${count} more ${count === 1 ? 'request was' : 'requests were'} under way without a response`;
}

function whyAborted(
  end: K6End,
  [fault]: readonly string[],
  samples: readonly LoadSample[],
  mask: (text: string) => string,
): string | undefined {
  if (end.tookTooLong)
    return `${whatTookSoLong(samples)}: k6 did not end in time and was stopped after ${Math.round(end.seconds)} s`;
  if (fault !== undefined) return `a script failed: ${mask(fault)}`;
  if (end.status !== null && WHOLE.includes(end.status)) return undefined;
  return `k6 ended early: ${explainK6Exit(end.status)}`;
}

/** What a run waited for when it was stopped. @param samples - in the order of sending */
function whatTookSoLong(samples: readonly LoadSample[]): string {
  const last = samples.at(-1);
  if (last === undefined) return 'no request was sent';
  const unanswered = samples.filter(({ status }) => status === 0).length;
  if (unanswered > 0) return `${unanswered} of ${samples.length} requests had no response`;
  return last.window < 0
    ? 'the load had not begun: it waited for an unused window, so another client may be using the key'
    : `the last of ${samples.length} requests got ${last.status}`;
}
