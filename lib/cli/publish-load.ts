import { relative } from 'node:path';
import { readEvidence } from '../evidence/log.ts';
import type { Objective } from '../evidence/objective.ts';
import { narrowLedger } from '../ledger/narrowed.ts';
import type { LoadRun } from '../load/run-load.ts';
import { SCENARIOS, type ScenarioName } from '../load/scenarios.ts';
import { kneeOf } from '../load/staircase.ts';
import { writeReport } from '../report/files.ts';
import { TEXT_FORMATS } from '../report/formats.ts';
import { writeLoadPage } from '../report/html/load-render.ts';
import { figuresOf } from '../report/load-figures.ts';
import { renderLoad } from '../report/load-json.ts';
import { shortfallsOf, type LoadReport } from '../report/load-run.ts';
import { renderLoadTerminal } from '../report/terminal-load.ts';
import { argument } from '../report/shell-word.ts';
import { reportOf } from '../run/run-report.ts';
import { judgeEvidence } from '../run/verdicts.ts';
import { EXIT, exitStatus } from './exit.ts';
import { outShielded, tellGithub } from './github.ts';
import { writeFormats } from './publish.ts';
import { leaveRoom } from '../run/folder.ts';
import type { Terminal } from './terminal.ts';

/** A load run has a document of its own, `load.json`, in place of conformance.json. */
const BESIDE_LOAD = Object.values(TEXT_FORMATS).filter((format) => format !== TEXT_FORMATS.json);

/** What a load run was for, and where its evidence lies. */
interface Judged {
  readonly scenario: ScenarioName;
  readonly directory: string;
  readonly evidenceFile: string;
  readonly objectives: readonly Objective[];
  /** Of isolation: so many times as slow as alone the second key may be beside the first. */
  readonly slowdown?: number | undefined;
  /** The version of k6. */
  readonly k6: string;
}

/** Judges the evidence of a load run, writes its report, and prints it. @returns the exit status */
export async function publishLoad(made: LoadRun, judged: Judged, terminal: Terminal): Promise<number> {
  const { run, samples, dropped, steps } = made;
  const { scenario, directory, evidenceFile, objectives, k6, slowdown } = judged;
  const { aborted } = run;
  const verdicts = await judgeEvidence(() => readEvidence(evidenceFile), {
    run,
    ownTraffic: true,
    end: { aborted: aborted !== undefined, ...(aborted !== undefined && { endedEarly: aborted }) },
  });
  const ledger = narrowLedger(verdicts.ledger, SCENARIOS[scenario].rules, aborted !== undefined);
  const knee = kneeOf(steps);
  const figures =
    scenario === 'breakpoint' ? figuresOf(samples, [], { drifts: false }) : figuresOf(samples, objectives);
  const measured = { figures, dropped, steps, ...(knee !== undefined && { knee }) };
  const shortfalls = shortfallsOf(measured, slowdown);
  const vetted = reportOf({ ...verdicts, ledger });
  const report: LoadReport = {
    ...vetted,
    ...measured,
    shortfalls,
    scenario,
    asks: SCENARIOS[scenario].asks,
    again: ['npx petvet load', scenario, ...flagsForLoad(vetted).map(argument)].join(' '),
    k6: `k6 ${k6}`,
  };
  await writeReport(directory, 'load.json', renderLoad(report));
  await writeFormats(report, directory, BESIDE_LOAD);
  await writeLoadPage(directory, report, samples, readEvidence(evidenceFile));
  outShielded(renderLoadTerminal(report, terminal), terminal);
  terminal.out(`Report: ${relative(terminal.cwd, directory) || '.'} (report.html is for reading)`);
  leaveRoom(directory);
  await tellGithub(report, terminal);
  const status = exitStatus({ ...verdicts, ledger }, { profile: 'default', requireComplete: false });
  return status === EXIT.conforms && shortfalls.length > 0 ? EXIT.violates : status;
}

/** A scenario asks for writes in its own way. */
function flagsForLoad({ sameService }: ReturnType<typeof reportOf>): string[] {
  return (sameService?.flags ?? []).filter((flag) => flag !== '--writes' && flag !== '--no-writes');
}
