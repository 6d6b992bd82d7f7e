import { join, relative } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { PLANS } from '../contract/plans.ts';
import { UsageError } from '../errors.ts';
import { readEvidence } from '../evidence/log.ts';
import type { Objective } from '../evidence/objective.ts';
import { narrowLedger } from '../ledger/narrowed.ts';
import { installK6 } from '../load/install-k6.ts';
import { findK6 } from '../load/k6-program.ts';
import { runLoad, type LoadPlan } from '../load/run-load.ts';
import { BESIDES, estimate, SCENARIO_NAMES, SCENARIOS, scenarioNamed, type ScenarioName } from '../load/scenarios.ts';
import { figuresOf } from '../report/load-figures.ts';
import { writeLoadPage } from '../report/html/load-render.ts';
import { renderLoad } from '../report/load-json.ts';
import { shortfalls, type LoadReport } from '../report/load-run.ts';
import { writeReport } from '../report/files.ts';
import { renderLoadTerminal } from '../report/terminal-load.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { RULE_IDS } from '../rules/index.ts';
import { cacheFolder } from '../run/cache-folder.ts';
import { EVIDENCE_FILE } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { defaultFolder, makeRoom } from '../run/folder.ts';
import { newRunId } from '../run/run-id.ts';
import { reportOf } from '../run/run-report.ts';
import { judgeEvidence } from '../run/verdicts.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { resolveAsOf } from '../target/as-of.ts';
import { readEnvironment } from '../target/environment.ts';
import { resolveTarget } from '../target/resolve.ts';
import { PLAN_CHOICES } from '../target/settings.ts';
import { knowledgeOf, type Target } from '../target/target.ts';
import { EXIT, exitStatus } from './exit.ts';
import { describeLoad } from './load-estimate.ts';
import { objective, refuseReplacing } from './load-options.ts';
import { count, share } from './options.ts';
import type { Terminal } from './terminal.ts';

interface LoadFlags {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly plan?: string;
  readonly asOf?: string;
  readonly allowPlainHttp?: boolean;
  readonly windows: number;
  readonly connections: number;
  readonly createShare?: number;
  readonly objective: readonly Objective[];
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly report?: string;
  readonly dashboard?: boolean;
  readonly installK6?: boolean;
}

/** Adds `petvet load` to the program. */
export function addLoad(program: Command, terminal: Terminal, finish: (status: number) => void): void {
  const scenarios = SCENARIO_NAMES.map((name) => `  ${name.padEnd(11)}${SCENARIOS[name].asks}`).join('\n');
  program
    .command('load')
    .summary('drive a plan to its ceiling with k6, and judge what happens there')
    .description(
      'Runs a scenario with k6 against a running pet adoption service, keeps each request as evidence, and judges the rules\n' +
        'of the limit by it. Without a target it is the reference server that petvet brings along.',
    )
    .argument('[scenario]', `one of ${SCENARIO_NAMES.join(', ')}`)
    .argument('[k6options...]', 'after --: options of k6, passed on as they are')
    .option('--target <name>', 'a target named in the environment or in .env, e.g. staging')
    .option('--base-url <url>', 'the base address, which ends with /v1; the key comes from PETVET_API_KEY')
    .addOption(new Option('--plan <plan>', 'the plan of the key').choices([...PLAN_CHOICES]))
    .option('--as-of <date>', 'declare that the service lives at this date (YYYY-MM-DD); it moves nothing')
    .option('--allow-plain-http', 'let the key go over plain http to a host that is not this machine')
    .option('--windows <number>', 'ceiling: how many windows are filled', count, 3)
    .option('--connections <number>', 'connections at a time, at most', count, 20)
    .option('--create-share <share>', 'so much of the requests create animals, which stay (default: none)', share)
    .option('--objective <objective>', 'p95<=200 (milliseconds) or errors<=1 (per cent); several', objective, [])
    .option('--yes', 'send it, on a host that is not this machine, too')
    .option('--dry-run', 'send nothing; say what would be sent')
    .option('--report <dir>', 'where the report goes (default: a new folder under reports/)')
    .option('--dashboard', "show k6's live dashboard in the browser at http://127.0.0.1:5665")
    .option('--install-k6', 'obtain the k6 that petvet is made for, in the user’s cache folder')
    .addHelpText('after', `\nScenarios:\n${scenarios}\n${EXAMPLES}`)
    .action(async (scenario: string | undefined, passedOn: readonly string[], flags: LoadFlags) =>
      finish(await runLoadCommand(scenario, passedOn, flags, terminal)),
    );
}

const EXAMPLES = `
Examples:
  petvet load --install-k6                      once
  petvet load ceiling --plan free               three windows against the reference server
  petvet load overshoot --target staging --yes
  petvet load ceiling --objective 'p95<=200' -- --tag build=42

Exit status: 0 no must rule violated, 1 violated, an objective broken or the asked rate not reached, 2 nothing could be judged,
130 interrupted.`;

async function runLoadCommand(
  name: string | undefined,
  passedOn: readonly string[],
  flags: LoadFlags,
  terminal: Terminal,
): Promise<number> {
  const cache = cacheFolder(terminal.environment);
  const places = { environment: terminal.environment, cache };
  if (flags.installK6 === true) {
    const { path, version } = await installK6({ ...places, say: (text) => terminal.err(`${text}\n`) });
    terminal.out(`k6 ${version}: ${path}`);
    if (name === undefined) return EXIT.conforms;
  }
  if (name === undefined) throw new UsageError('no scenario is named', `it is one of ${SCENARIO_NAMES.join(', ')}`);
  const scenario = scenarioNamed(name);
  refuseReplacing(passedOn);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const configured = resolveTarget({ ...flags, writes: (flags.createShare ?? 0) > 0 }, environment);
  const program = flags.dryRun === true ? undefined : await findK6(places);
  const embedded = configured === undefined ? await startEmbedded(planOf(flags.plan, asOf)) : undefined;
  try {
    const target = configured ?? embedded?.target;
    if (target === undefined) throw new UsageError('no target is configured', 'set PETVET_BASE_URL and PETVET_API_KEY');
    const figures = figuresFor(target, flags.windows);
    refuseLacking(scenario, target, flags);
    const described = describeLoad(scenario, target, figures, embedded !== undefined);
    if (program === undefined) {
      terminal.out(described);
      return EXIT.conforms;
    }
    terminal.err(described);
    if (!target.loopback && flags.yes !== true)
      throw new UsageError(`${target.baseUrl} is not this machine, and this is a load`, 'add --yes to send it');
    const directory = flags.report ?? defaultFolder(terminal.cwd, target.name);
    const evidenceFile = join(directory, EVIDENCE_FILE);
    makeRoom(evidenceFile);
    const runId = newRunId();
    const judged = [...SCENARIOS[scenario].rules, ...BESIDES];
    const leftOut = RULE_IDS.filter((id) => !judged.includes(id)).map((id) => [
      id,
      `not a question of load ${scenario}`,
    ]);
    return await drive(
      {
        runId,
        scenario,
        target,
        knowledge: knowledgeOf(target, { asOf, leftOut: Object.fromEntries(leftOut) }),
        settings: {
          ...figures,
          connections: flags.connections,
          createShare: flags.createShare ?? 0,
          objectives: flags.objective,
          userAgent: `petvet/${PETVET_VERSION} (load ${scenario}; run ${runId})`,
        },
        program,
        passedOn: flags.dashboard === true ? ['--out', 'web-dashboard', ...passedOn] : passedOn,
        directory,
        evidenceFile,
        interrupt: terminal.interrupt,
        onOutput: (text) => terminal.err(text),
      },
      terminal,
    );
  } finally {
    await embedded?.close();
  }
}

async function drive(plan: LoadPlan, terminal: Terminal): Promise<number> {
  const { scenario, directory, evidenceFile, settings, program } = plan;
  const { samples, run, dropped } = await runLoad(plan);
  const { aborted } = run;
  const verdicts = await judgeEvidence(() => readEvidence(evidenceFile), {
    run,
    ownTraffic: true,
    end: { aborted: aborted !== undefined, ...(aborted !== undefined && { endedEarly: aborted }) },
  });
  const ledger = narrowLedger(verdicts.ledger, SCENARIOS[scenario].rules, aborted !== undefined);
  const report: LoadReport = {
    ...reportOf({ ...verdicts, ledger }),
    scenario,
    asks: SCENARIOS[scenario].asks,
    figures: figuresOf(samples, settings.objectives),
    dropped,
    k6: `k6 ${program.version}`,
  };
  await writeReport(directory, 'load.json', renderLoad(report));
  await writeLoadPage(directory, report, samples, readEvidence(evidenceFile));
  terminal.out(renderLoadTerminal(report, terminal));
  terminal.out(`Report: ${relative(terminal.cwd, directory) || '.'} (report.html is for reading)`);
  const status = exitStatus({ ...verdicts, ledger }, { profile: 'default', requireComplete: false });
  return status === EXIT.conforms && shortfalls(report).length > 0 ? EXIT.violates : status;
}

/** The reference server has the plan that is asked for; the smallest where none is. */
function planOf(plan: string | undefined, today: string): ReferenceOptions {
  return { plan: plan === 'pro' || plan === 'business' ? plan : 'free', today };
}

/** A scenario goes by the plan's figure: nothing can be sent without one. */
function figuresFor({ plan, windows }: Target, filled: number) {
  const known = plan.name === 'auto' || plan.name === 'enterprise' ? undefined : PLANS[plan.name];
  const perMinute = plan.perMinute ?? known?.perMinute;
  const perDay = plan.perDay ?? known?.perDay;
  if (perMinute === undefined)
    throw new UsageError(
      'the figure of the key is not known',
      'give --plan, or set the LIMIT_PER_MINUTE of the target in .env',
    );
  if (windows.minute < 5)
    throw new UsageError(
      `a window of ${windows.minute} s is too short for a load run`,
      'Reset has whole seconds: 5 s is the least',
    );
  if (filled < 1) throw new UsageError('--windows 0 fills nothing', 'give 1 or more');
  return { perMinute, ...(perDay !== undefined && { perDay }), windowSeconds: windows.minute, windows: filled };
}

function refuseLacking(scenario: ScenarioName, target: Target, flags: LoadFlags): void {
  if (scenario === 'isolation' && target.secondApiKey === undefined)
    throw new UsageError('isolation needs the key of another caller', 'set the SECOND_API_KEY of the target');
  if (flags.connections < 1) throw new UsageError('--connections 0 sends nothing', 'give 1 or more');
  const figures = figuresFor(target, flags.windows);
  const { requests } = estimate(scenario, figures);
  if (!target.loopback && figures.perDay !== undefined && requests > figures.perDay)
    throw new UsageError(
      `${scenario} sends ${requests} requests, more than the ${figures.perDay} of the key's day`,
      'fill fewer --windows',
    );
}
