import { rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CLIENT_EVIDENCE_FILE, printClientEvidence } from '../../client/client-evidence.ts';
import { clientProgram } from '../../client/client-program.ts';
import { CLIENT_REPORT_FILE, clientReport, type ClientReport } from '../../client/client-report.ts';
import { clientRun, clientVerdicts } from '../../client/client-run.ts';
import { renderClientPage } from '../../client/client-page.ts';
import { tellUnmet } from '../../client/outcome.ts';
import { clientLines } from '../../client/render-client.ts';
import { SITUATION_NAMES, SITUATIONS, type SituationName } from '../../client/situations.ts';
import { vetClient, type ClientPlan } from '../../client/vet-client.ts';
import { UsageError } from '../../errors.ts';
import { inMemory } from '../../evidence/log.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { systemWords } from '../../files/system-words.ts';
import { writeReport } from '../../files/write-report.ts';
import type { Look } from '../../text/look.ts';
import { defaultFolder } from '../../run/folder.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { EXIT } from '../../gate/exit.ts';
import type { GateReport } from '../../gate/gate-report.ts';
import { TEXT_FORMATS } from '../../report/formats.ts';
import { decideGate, readGate, type GateSetup } from '../../run/gate.ts';
import type { Verdicts } from '../../run/verdicts.ts';
import { writeFormats } from '../../run/write-run.ts';
import type { GateFlags } from '../shared/flags.ts';
import { tellGithub, placeInRepository } from '../shared/github.ts';
import { keepHistory, type PlaceFlags } from '../shared/keep-history.ts';
import { sayDecision, type OutcomeFormat } from '../shared/printed-outcome.ts';
import { strictnessOf } from '../shared/profile.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet client` is told. */
export interface ClientFlags extends GateFlags, PlaceFlags {
  readonly baseUrlVariable: string;
  readonly apiKeyVariable: string;
  readonly port: number;
  readonly timeout: number;
  readonly asOf?: string;
  /** All where none is named. */
  readonly situation: readonly SituationName[];
  readonly grease?: number;
  readonly format?: OutcomeFormat;
}

/** The page of the report. */
const PAGE_FILE = 'report.html';

/** What tells the same as the report to CI systems and to readers, and what it rests on. */
const OTHER_FILES = [...Object.values(TEXT_FORMATS).map(({ file }) => file), PAGE_FILE, CLIENT_EVIDENCE_FILE];

/** Runs a client against the scripted server and prints the verdicts. @returns the exit status */
export async function runClient(command: readonly string[], flags: ClientFlags, terminal: Terminal): Promise<number> {
  const [file = '', ...args] = command;
  const situations = SITUATION_NAMES.filter((name) =>
    name === 'greased' ? flags.grease !== undefined : flags.situation.length === 0 || flags.situation.includes(name),
  );
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const variables = { baseUrlVariable: flags.baseUrlVariable, apiKeyVariable: flags.apiKeyVariable };
  refuseOddNames(variables);
  const gate = await readClientGate(flags, terminal);
  const folder = makeClientFolder(flags.report, terminal);
  const client = clientProgram({
    file,
    args,
    ...variables,
    cwd: terminal.cwd,
    environment: terminal.environment,
    timeoutSeconds: flags.timeout,
    interrupt: terminal.interrupt,
    onOutput: (text) => terminal.pass(text),
  });
  const plan: ClientPlan = {
    asOf,
    port: flags.port,
    interrupt: terminal.interrupt,
    situations,
    grease: flags.grease,
    onStart: (baseUrl) => terminal.err(`The client runs against ${baseUrl}; its output follows.\n`),
    onSituation: (name) => terminal.err(`${headOf(name, situations)}\n`),
  };
  const vetted = await vetClient(plan, client).catch((error: unknown) => {
    // An empty report would look like one.
    rmSync(join(folder, CLIENT_REPORT_FILE), { force: true });
    throw error;
  });
  const told = { command: command.join(' '), asOf };
  const judged = { report: clientReport(vetted, told, asOf), evidence: printClientEvidence(vetted, told) };
  const status = await publishClient(judged, folder, { ...flags, gate }, terminal);
  await keepHistory(folder, flags, terminal);
  return status;
}

/**
 * Reads what decides the exit status, before the client is run.
 *
 * @throws {UsageError} for a kind of run: what a client sends is its own affair
 */
export async function readClientGate(flags: GateFlags, terminal: Pick<Terminal, 'environment'>): Promise<GateSetup> {
  const strictness = strictnessOf(flags, terminal);
  if (strictness.coverage !== undefined)
    throw new UsageError(
      `--profile ${strictness.coverage} is about what petvet sends to a service, not about a client`,
      'use --profile strict, or --situation for a part of the situations',
    );
  return readGate(flags, strictness);
}

/**
 * The folder of a report on a client: that it cannot be written is known before the client is run.
 *
 * @throws {UsageError} when it cannot
 */
export function makeClientFolder(given: string | undefined, terminal: Terminal): string {
  const folder = given === undefined ? defaultFolder(terminal.cwd, 'client') : resolve(terminal.cwd, given);
  const place = join(folder, CLIENT_REPORT_FILE);
  attempt(folder, () => makeFolder(folder));
  demandOutputFile(place, ELSEWHERE);
  attempt(place, () => writeFileSync(place, ''));
  // Those of an earlier run must not stand beside it.
  for (const name of OTHER_FILES) attempt(folder, () => rmSync(join(folder, name), { force: true }));
  return folder;
}

/** The report on a client, and what it rests on, where petvet ran it; else where the recorded client sent its requests. */
interface ToPublish {
  readonly report: ClientReport;
  readonly evidence?: string;
  readonly baseUrl?: string;
}

/** How it is printed, and what decides the exit status. */
interface Publishing extends Pick<ClientFlags, 'format'>, Partial<Pick<ClientFlags, 'situation'>> {
  readonly gate: GateSetup;
}

/** Writes the report on a client in every format that is one file, and prints it. @returns the exit status */
export async function publishClient(
  { report, evidence, baseUrl }: ToPublish,
  folder: string,
  { gate: setup, format, situation = [] }: Publishing,
  terminal: Terminal,
): Promise<number> {
  const verdicts = clientVerdicts(report, baseUrl);
  const gate = await decideClientGate(report, verdicts, setup, situation);
  const place = placeInRepository(gate, terminal);
  const run = { ...clientRun(report, verdicts), gate, ...(place !== undefined && { placeInRepository: place }) };
  const file = join(folder, CLIENT_REPORT_FILE);
  attempt(file, () => writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`));
  if (evidence !== undefined) await writeReport(folder, CLIENT_EVIDENCE_FILE, evidence);
  await writeFormats(run, folder);
  await writeReport(folder, PAGE_FILE, renderClientPage(report, run));
  if (format !== undefined) terminal.out(format === 'json' ? JSON.stringify(report) : verdicts.ledger.outcome);
  else {
    const look: Look = { colour: terminal.colour, width: terminal.piped === true ? Infinity : terminal.width };
    for (const line of clientLines(report, run, look)) terminal.out(line);
    terminal.out(`Report: ${relative(terminal.cwd, folder) || '.'} (report.html is for reading)`);
    sayDecision(gate, terminal);
  }
  await tellGithub(run, terminal);
  return gate.exitStatus;
}

/** That the client breaks on a freedom is worse than that something was not verified; a situation that was named must be met. */
async function decideClientGate(
  { situations }: ClientReport,
  verdicts: Verdicts,
  setup: GateSetup,
  named: readonly SituationName[],
): Promise<GateReport> {
  // No entry on a client names a request: that its rule was verified says that it could have been seen.
  const gate = await decideGate(verdicts, setup, inMemory([]));
  const [shortfall] = verdicts.run.shortfalls ?? [];
  if (gate.exitStatus === EXIT.incomplete && shortfall !== undefined)
    return { ...gate, exitStatus: EXIT.violates, because: shortfall };
  const unmet = situations.filter(({ name, isMet }) => !isMet && named.includes(name));
  return unmet.length > 0 && setup.wishes.requireComplete && gate.exitStatus === EXIT.conforms
    ? { ...gate, exitStatus: EXIT.incomplete, because: tellUnmet(unmet) }
    : gate;
}

function refuseOddNames(variables: Readonly<Record<'baseUrlVariable' | 'apiKeyVariable', string>>): void {
  for (const [flag, name] of Object.entries({
    '--base-url-variable': variables.baseUrlVariable,
    '--api-key-variable': variables.apiKeyVariable,
  }))
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new UsageError(
        `${flag} ${JSON.stringify(name)} is not the name of a variable`,
        'give one such as PETS_URL',
      );
  if (variables.baseUrlVariable === variables.apiKeyVariable)
    throw new UsageError(
      '--base-url-variable and --api-key-variable are the same variable',
      'the client reads the base address and the key from two',
    );
}

/** What to do where the report cannot be written. */
const ELSEWHERE = 'name another folder with --report, or make room there';

function attempt(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${systemWords(error)}`, ELSEWHERE);
  }
}

/** Which situation comes, of how many. */
function headOf(name: SituationName, all: readonly SituationName[]): string {
  return `${all.indexOf(name) + 1}/${all.length} ${name}: ${SITUATIONS[name].says}`;
}
