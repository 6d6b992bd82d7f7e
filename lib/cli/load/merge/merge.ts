import { join } from 'node:path';
import type { Knowledge } from '../../../evidence/knowledge.ts';
import type { LeanSamples } from '../../../evidence/lean-samples.ts';
import type { LoadSample } from '../../../evidence/load-samples.ts';
import type { RunFacts } from '../../../evidence/run-facts.ts';
import { mergeParts } from '../../../load/merge.ts';
import { factsOfLoad, refuseUseless, writeExchanges } from '../../../load/run-load.ts';
import { EVIDENCE_FILE } from '../../../run/check.ts';
import { defaultFolder, historyName, makeRoom } from '../../../run/folder.ts';
import { newRunId } from '../../../run/run-id.ts';
import { keepHeapSmall } from '../../../run/small-heap.ts';
import type { EvidenceSource } from '../../../run/verdicts.ts';
import { keepHistory, type PlaceFlags } from '../../shared/keep-history.ts';
import { sayDecision } from '../../shared/printed-outcome.ts';
import { publishLoad } from '../publish.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** Judges the parts of a load run as one. @returns the exit status */
export async function mergeLoad(folders: readonly string[], flags: PlaceFlags, terminal: Terminal): Promise<number> {
  keepHeapSmall();
  const { plan, samples, dropped, fault } = await mergeParts(folders);
  const { target, baseUrl } = plan.knowledge;
  const directory = flags.report ?? defaultFolder(terminal.cwd, historyName({ name: target, baseUrl }));
  const evidenceFile = join(directory, EVIDENCE_FILE);
  makeRoom(evidenceFile);
  writeExchanges(evidenceFile, plan.knowledge, samples.numbered('copy'));
  refuseUseless(samples.inOrder(), baseUrl, fault, (text) => text);
  const times = timesOf(samples.inOrder());
  const made = {
    get samples() {
      return samples.inOrder();
    },
    dropped,
    run: factsOfLoad({ runId: newRunId(), ...times, interrupted: false, aborted: fault }),
  };
  const { scenario, objectives, k6, knowledge } = plan;
  const { perMinute } = knowledge.plan;
  const evidence = evidenceOf(knowledge, samples);
  const judged = { scenario, directory, evidenceFile, evidence, objectives, k6, perMinute };
  const exit = await publishLoad(made, judged, terminal);
  await keepHistory(directory, flags, terminal);
  sayDecision(exit, terminal);
  return exit.exitStatus;
}

/** When a run began and ended. */
function timesOf(samples: readonly LoadSample[]): Pick<RunFacts, 'startedAt' | 'endedAt'> {
  return {
    startedAt: samples.reduce((least, { from, to }) => Math.min(least, from, to), Infinity),
    endedAt: samples.reduce((most, { from, to }) => Math.max(most, from, to), -Infinity),
  };
}

/** What the file of the evidence holds: it takes long to read a million lines again, and each of them twice. */
function evidenceOf(knowledge: Knowledge, samples: LeanSamples): EvidenceSource {
  // oxlint-disable-next-line typescript/require-await -- nothing is waited for
  return async function* items(numbers) {
    yield { knowledge };
    for (const exchange of samples.numbered(numbers === undefined ? 'at' : 'copy', numbers)) yield { exchange };
  };
}
