import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { specOf } from './check.ts';
import { startEmbedded } from './embedded.ts';
import { selectRules } from './selection.ts';
import { runSuites, type ProbeFacts } from './suites.ts';

/** Every probe of the suites, without sending anything. */
export async function allProbes(): Promise<readonly ProbeFacts[]> {
  const directory = await mkdtemp(join(tmpdir(), 'petvet-probes-'));
  const embedded = await startEmbedded();
  const { target } = embedded;
  try {
    const plan = {
      target,
      asOf: '2026-11-21',
      selection: selectRules([], []),
      seed: 1,
      useUp: 'never',
      smoke: false,
    } as const;
    const spec = { ...specOf({ ...plan, directory }), chosen: [] };
    const silent = { onProbe: () => {}, onSent: () => {}, onWaiting: () => {} };
    return (await runSuites(spec, silent, new AbortController().signal)).probes;
  } finally {
    await embedded.close();
    await rm(directory, { recursive: true, force: true });
  }
}
