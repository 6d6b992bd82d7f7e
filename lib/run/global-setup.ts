import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readEvidence } from '../evidence/log.ts';
import { renderTerminal } from '../report/terminal.ts';
import { resolveAsOf } from '../target/as-of.ts';
import { readEnvironment } from '../target/environment.ts';
import { resolveTarget } from '../target/resolve.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { EVIDENCE_FILE, specOf } from './check.ts';
import { startEmbedded } from './embedded.ts';
import { defaultFolder } from './folder.ts';
import { reportOf } from './run-report.ts';
import { selectRules } from './selection.ts';
import { judgeEvidence } from './verdicts.ts';

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
  const directory = defaultFolder(cwd, target.name);
  const spec = specOf({
    target,
    asOf: resolveAsOf(undefined, today),
    selection: selectRules([], []),
    seed: Math.floor(Math.random() * 1_000_000),
    maxRequests: DEFAULT_REQUESTS,
    useUp: 'never',
    smoke: false,
    directory,
  });
  project.provide('petvet', spec);
  return async () => {
    const verdicts = await judgeEvidence(() => readEvidence(join(directory, EVIDENCE_FILE)), { ownTraffic: true });
    await embedded?.close();
    const { stdout } = process;
    stdout.write(`\n${renderTerminal(reportOf(verdicts), { colour: stdout.isTTY, width: 120 })}\n`);
  };
}
