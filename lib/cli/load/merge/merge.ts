import { join } from 'node:path';
import type { Knowledge } from '../../../evidence/knowledge.ts';
import type { LoadSample } from '../../../evidence/load-samples.ts';
import type { RunFacts } from '../../../evidence/run-facts.ts';
import { mergeParts } from '../../../load/merge.ts';
import { factsOfLoad, refuseUseless, writeSamples } from '../../../load/run-load.ts';
import { EVIDENCE_FILE } from '../../../run/check.ts';
import { defaultFolder, historyName, makeRoom } from '../../../run/folder.ts';
import { newRunId } from '../../../run/run-id.ts';
import { keepYoungHeapSmall } from '../../../run/young-heap.ts';
import { keepHistory, type PlaceFlags } from '../../shared/keep-history.ts';
import { sayDecision } from '../../shared/printed-outcome.ts';
import { publishLoad } from '../publish.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** Judges the parts of a load run as one. @returns the exit status */
export async function mergeLoad(folders: readonly string[], flags: PlaceFlags, terminal: Terminal): Promise<number> {
  keepYoungHeapSmall();
  const { plan, samples, dropped, fault } = await mergeParts(folders);
  const { target, baseUrl } = plan.knowledge;
  const directory = flags.report ?? defaultFolder(terminal.cwd, historyName({ name: target, baseUrl }));
  const evidenceFile = join(directory, EVIDENCE_FILE);
  makeRoom(evidenceFile);
  const times = writeEvidence(evidenceFile, plan.knowledge, samples.inOrder(), fault);
  // The evidence has the headers now, and a run may have a million requests.
  samples.forgetHeaders();
  const made = {
    get samples() {
      return samples.inOrder();
    },
    dropped,
    run: factsOfLoad({ runId: newRunId(), ...times, interrupted: false, aborted: fault }),
  };
  const { scenario, objectives, k6, knowledge } = plan;
  const { perMinute } = knowledge.plan;
  const judged = { scenario, directory, evidenceFile, objectives, k6, perMinute };
  const exit = await publishLoad(made, judged, terminal);
  await keepHistory(directory, flags, terminal);
  sayDecision(exit, terminal);
  return exit.exitStatus;
}

/** Writes the evidence of a run. @returns when it began and ended */
function writeEvidence(
  file: string,
  knowledge: Knowledge,
  samples: readonly LoadSample[],
  fault: string | undefined,
): Pick<RunFacts, 'startedAt' | 'endedAt'> {
  writeSamples(file, knowledge, samples, (text) => text);
  refuseUseless(samples, knowledge.baseUrl, fault, (text) => text);
  return {
    startedAt: samples.reduce((least, { from, to }) => Math.min(least, from, to), Infinity),
    endedAt: samples.reduce((most, { from, to }) => Math.max(most, from, to), -Infinity),
  };
}
