import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import type { TestProject } from 'vitest/node';
import { readEvidence } from '../evidence/log.ts';
import { renderTerminal } from '../report/terminal.ts';
import { resolveAsOf } from '../target/as-of.ts';
import { readEnvironment } from '../target/environment.ts';
import { resolveTarget } from '../target/resolve.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { readSignal } from '../probe/signal.ts';
import { EVIDENCE_FILE, specOf } from './check.ts';
import { dayPlace } from './day-place.ts';
import { openDayUse } from './day-use.ts';
import { startEmbedded } from './embedded.ts';
import { defaultFolder, historyName } from './folder.ts';
import { reportOf } from './run-report.ts';
import { selectRules } from './selection.ts';
import { judgeEvidence } from './verdicts.ts';

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Prepares a run of the suites by vitest's own command, and prints the verdicts after it. The target is that of the
 * environment and `.env`; without one it is the reference server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cwd = join(project.config.root, '..');
  const today = new Date().toISOString().slice(0, 10);
  const configured = resolveTarget({}, readEnvironment(cwd, process.env));
  const embedded = configured === undefined ? await startEmbedded() : undefined;
  const target = configured ?? embedded?.target;
  if (target === undefined) throw new TypeError('there is always a target');
  const directory = defaultFolder(cwd, historyName(target));
  const day = openDayUse({ target, planned: DEFAULT_REQUESTS, flags: {}, say, place: dayPlace(process.env) });
  const spec = specOf({
    target,
    day: day.bounds,
    asOf: resolveAsOf(undefined, today),
    selection: selectRules([], []),
    seed: Math.floor(Math.random() * 1_000_000),
    maxRequests: DEFAULT_REQUESTS,
    useUp: 'never',
    smoke: false,
    directory,
  });
  project.provide('petvet', spec);
  const channel = new BroadcastChannel(spec.channel);
  channel.addEventListener('message', (message) => {
    const signal = readSignal('data' in message ? message.data : undefined);
    if (signal.kind === 'sent') day.spent(signal.day);
  });
  return async () => {
    channel.close();
    day.close();
    const verdicts = await judgeEvidence(() => readEvidence(join(directory, EVIDENCE_FILE)), { ownTraffic: true });
    await embedded?.close();
    const { stdout } = process;
    stdout.write(`\n${renderTerminal(reportOf(verdicts), { colour: stdout.isTTY, width: 120 })}\n`);
  };
}
