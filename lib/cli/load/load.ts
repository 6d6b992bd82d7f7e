import { join, relative } from 'node:path';
import { UsageError } from '../../errors.ts';
import { writeDistributed } from '../../load/distributed.ts';
import { installK6 } from '../../load/install-k6.ts';
import { findK6 } from '../../load/k6-program.ts';
import { metricsSettings, remoteMetrics } from '../../load/metrics-output.ts';
import { sharedRun } from '../../load/plan-record.ts';
import { runLoad, type LoadPlan, type LoadRun } from '../../load/run-load.ts';
import { SCENARIO_NAMES, scenarioNamed } from '../../load/scenarios.ts';
import { cacheFolder } from '../../files/cache-folder.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { embeddedPlan, startEmbedded } from '../../run/embedded.ts';
import { defaultFolder, historyName, makeRoom } from '../../run/folder.ts';
import { newRunId } from '../../run/run-id.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { readEnvironment } from '../../targets/environment.ts';
import { resolveTarget } from '../../targets/resolve.ts';
import { aboutProxy, throughProxy } from '../shared/about-proxy.ts';
import { withAnnouncedLimit } from '../../run/announced-limit.ts';
import { EXIT } from '../../gate/exit.ts';
import { keepHistory } from '../shared/keep-history.ts';
import { describeLoad } from './estimate.ts';
import { figuresFor, refuseLacking } from './figures.ts';
import { objectivesFrom } from './objectives.ts';
import { type LoadFlags, refuseReplacing } from './values.ts';
import { knowledgeFor } from '../../load/knowledge.ts';
import { k6Output } from '../../load/k6-output.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import { publishLoad } from './publish.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Runs a scenario, or obtains k6. @returns the exit status */
export async function runLoadCommand(
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
  if (name === undefined)
    throw new UsageError('no scenario was given', `the scenarios are ${SCENARIO_NAMES.join(', ')}`);
  const scenario = scenarioNamed(name);
  refuseReplacing(passedOn);
  const objectives = objectivesFrom(flags);
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const environment = readEnvironment(terminal.cwd, terminal.environment);
  const configured = resolveTarget({ ...flags, writes: (flags.createShare ?? 0) > 0 }, environment);
  const program = flags.dryRun === true ? undefined : await findK6(places);
  const embedded =
    configured === undefined ? await startEmbedded({ plan: embeddedPlan(flags.plan), today: asOf }) : undefined;
  const chosen = configured ?? embedded?.target;
  try {
    if (chosen === undefined) throw new UsageError('no target is configured', 'set PETVET_BASE_URL and PETVET_API_KEY');
    if (chosen.clientCertificate !== undefined)
      throw new UsageError(
        'petvet load does not support a client certificate',
        'unset CLIENT_CERT_FILE and CLIENT_KEY_FILE of this target, and let a gateway present one',
      );
    const target = program === undefined ? chosen : await withAnnouncedLimit(chosen, terminal.interrupt);
    const figures = figuresFor(scenario, target, flags);
    refuseLacking(scenario, target, figures, flags.anonymous);
    const described = describeLoad(scenario, target, figures, embedded !== undefined, flags.anonymous);
    if (program === undefined) {
      terminal.out(described);
      return EXIT.conforms;
    }
    const runId = newRunId();
    const metricsOf = { run: runId, target: target.name, plan: target.plan.name };
    const startAt = flags.startAt ?? (flags.distributed === undefined ? undefined : Date.now() + TIME_TO_DEPLOY_MS);
    const knowledge = knowledgeFor(scenario, target, asOf);
    const settings = {
      ...figures,
      createShare: flags.createShare ?? 0,
      objectives,
      ...(flags.anonymous === true && { anonymous: true }),
      ...(startAt === undefined ? { run: runId } : { startAt, run: sharedRun(scenario, startAt) }),
      userAgent: `petvet/${PETVET_VERSION} (load ${scenario}; run ${runId})`,
    };
    if (flags.distributed !== undefined && startAt !== undefined) {
      if (configured === undefined)
        throw new UsageError(
          'no target is configured',
          'set PETVET_BASE_URL and PETVET_API_KEY: machines elsewhere need one',
        );
      if (flags.out === undefined) throw new UsageError('--distributed needs a folder', 'name a folder with --out');
      const metrics = remoteMetrics(flags, { ...metricsOf, run: settings.run }, terminal.environment);
      const plan = { scenario, target, knowledge, program, parts: flags.distributed, directory: flags.out, metrics };
      const lines = await writeDistributed({
        ...plan,
        settings: { ...settings, startAt },
        interrupt: terminal.interrupt,
      });
      terminal.out(lines.join('\n'));
      return EXIT.conforms;
    }
    terminal.err(described);
    if (!target.loopback && flags.yes !== true)
      throw new UsageError(`${target.baseUrl} is not this machine, and this is a load`, 'add --yes to send it');
    if (scenario === 'daily' && flags.yes !== true)
      throw new UsageError("this would use up the key's daily quota", 'add --yes to send it');
    const directory = flags.report ?? defaultFolder(terminal.cwd, historyName(target));
    const evidenceFile = join(directory, EVIDENCE_FILE);
    makeRoom(evidenceFile);
    const said = k6Output(terminal.environment, (text) => terminal.err(text));
    return await drive(
      {
        runId,
        scenario,
        target,
        knowledge,
        settings,
        program,
        passedOn,
        metrics: metricsSettings(flags, metricsOf, terminal.environment),
        liveDashboard: flags.dashboard === true,
        directory,
        evidenceFile,
        interrupt: terminal.interrupt,
        live: terminal.live,
        onOutput: (lines) => said.print(lines),
      },
      flags,
      terminal,
    ).finally(() => said.end());
  } catch (error) {
    throw aboutProxy(error, chosen);
  } finally {
    await embedded?.close();
  }
}

/** Where nothing is said of when several machines begin: time enough to set them up. */
const TIME_TO_DEPLOY_MS = 600_000;

async function drive(plan: LoadPlan, flags: LoadFlags, terminal: Terminal): Promise<number> {
  const { scenario, directory, evidenceFile, settings, program } = plan;
  const made = withProxy(await runLoad(plan), plan.target);
  if (settings.startAt !== undefined) return tellPart(made, directory, terminal);
  const { slowdown } = flags;
  const { objectives, perMinute, anonymous } = settings;
  const k6 = program.version;
  const judged = { scenario, directory, evidenceFile, objectives, k6, slowdown, perMinute, anonymous };
  const exit = await publishLoad(made, judged, terminal);
  await keepHistory(directory, flags, terminal);
  sayDecision(exit, terminal);
  return exit.exitStatus;
}

/** Whoever refused the key, or its requests of one kind, may be the proxy. */
function withProxy(made: LoadRun, target: LoadPlan['target']): LoadRun {
  const { aborted } = made.run;
  const through = throughProxy(target);
  if (aborted === undefined || made.stop?.why !== 'no-use' || through === undefined) return made;
  return { ...made, run: { ...made.run, aborted: `${aborted}; ${through}` } };
}

/** A part knows nothing of the others' requests, which fall in step with its own: only all of them together are judged. */
function tellPart({ samples, run }: LoadRun, directory: string, terminal: Terminal): number {
  terminal.out(
    `${samples.length} requests sent, as a part of a run: \`${terminal.petvet ?? 'petvet'} load merge\` judges all parts as one`,
  );
  terminal.out(`Part: ${relative(terminal.cwd, directory) || '.'}`);
  if (run.aborted === undefined) return EXIT.conforms;
  terminal.err(`petvet: ended early: ${run.aborted}\n`);
  return run.interrupted ? EXIT.interrupted : EXIT.cannotJudge;
}
