import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PLANS } from '../../lib/contract/plans.ts';
import { runChild } from '../../lib/load/child-run.ts';
import { ConformanceReport } from '../../lib/shapes/report.ts';
import { foundIn, type Found } from './compare.ts';
import type { Recording } from '../../golden/archive.ts';
import { recordingOf } from './corpus.ts';
import { startService } from './running-service.ts';
import { sideBySide, watchLog, type Compared } from './watched.ts';
import { ROOT, type LabPlan, type Stack, type VersionName } from './stacks.ts';

/** One version of a stack, to be checked on one plan. */
export interface LabCase {
  readonly stack: Stack;
  readonly version: VersionName;
  readonly plan: LabPlan;
}

/** How every run of the lab is made. */
export interface LabOptions {
  /** Of the services and of petvet; the lab adds its own settings. */
  readonly environment: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Whether the access log of a gateway is judged too. */
  readonly isWatched?: boolean;
  /** Takes the evidence, where it is to be recorded. */
  readonly onRecording?: (recording: Recording) => void;
}

/** A run takes a minute or two; it is ended after this many seconds. */
const RUN_SECONDS = 900;

/** Where the report of a case goes, which stays to be looked at. */
export function reportOf({ stack, version, plan }: LabCase): string {
  return join(ROOT, 'reports', 'lab', `${stack.name}-${version}-${plan}`);
}

/** What a run found, and beside it what the gateway's access log of it shows. */
export interface LabFound extends Found {
  readonly compared?: readonly Compared[];
}

/**
 * Starts a service, checks it with writes and with a second caller's key, and ends it.
 *
 * @throws {Error} when it does not start, or petvet could not judge it
 */
export async function runCase(one: LabCase, options: LabOptions): Promise<LabFound> {
  if (options.isWatched !== true) return (await checkCase(one, options)).found;
  const folder = `${reportOf(one)}-watch`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'access.log');
  const environment = { ...options.environment, LAB_ACCESS_LOG: log };
  const { found, rules } = await checkCase(one, { ...options, environment });
  const watched = await watchLog(log, { plan: one.plan, report: join(folder, 'report'), environment });
  return watched === undefined ? found : { ...found, compared: sideBySide(rules, watched) };
}

async function checkCase(
  one: LabCase,
  { environment, seed, onRecording }: LabOptions,
): Promise<{ readonly found: Found; readonly rules: ConformanceReport['rules'] }> {
  const { stack, version, plan } = one;
  const [key, secondKey] = [newKey(), newKey()];
  const command = stack.versions[version].start;
  const figures = PLANS[plan];
  await using service = await startService({ command, folder: stack.folder }, environment, {
    plan,
    ...figures,
    key,
    secondKey,
  });
  const report = reportOf(one);
  const settings = ['--base-url', service.baseUrl, '--plan', plan, '--writes', '--require-complete'];
  const { status, said } = await runChild({
    file: process.execPath,
    args: [join(ROOT, 'lib', 'cli', 'petvet.cjs'), 'check', ...settings, '--seed', `${seed}`, '--report', report],
    cwd: stack.folder,
    environment: { ...environment, PETVET_API_KEY: key, PETVET_SECOND_API_KEY: secondKey },
    timeoutSeconds: RUN_SECONDS,
    graceSeconds: 0,
  });
  if (status !== 0 && status !== 1 && status !== 3)
    throw new Error(`the check ended with ${status ?? 'a signal'}: ${said}`);
  const { outcome, rules, aborted } = ConformanceReport.parse(
    JSON.parse(readFileSync(join(report, 'conformance.json'), 'utf8')),
  );
  onRecording?.(recordingOf(join(report, 'evidence.jsonl'), { stack: stack.name, version, plan }, [key, secondKey]));
  return { found: foundIn(outcome, rules, aborted), rules };
}

/** A key of a caller, made for one run. */
export function newKey(): string {
  return randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x');
}
