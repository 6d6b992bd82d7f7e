import { rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CLIENT_EVIDENCE_FILE, printClientEvidence } from '../../client/client-evidence.ts';
import { clientProgram } from '../../client/client-program.ts';
import { CLIENT_REPORT_FILE, clientReport, type ClientReport } from '../../client/client-report.ts';
import { renderClientJunit } from '../../client/client-junit.ts';
import { renderClientPage } from '../../client/client-page.ts';
import { tellOutcome, tellUnmet, tellUnverified, unverified } from '../../client/outcome.ts';
import { clientLines } from '../../client/render-client.ts';
import { SITUATION_NAMES, SITUATIONS, type SituationName } from '../../client/situations.ts';
import { vetClient, type ClientPlan } from '../../client/vet-client.ts';
import { UsageError } from '../../errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { systemWords } from '../../files/system-words.ts';
import { writeReport } from '../../files/write-report.ts';
import type { Look } from '../../text/look.ts';
import { defaultFolder } from '../../run/folder.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { EXIT } from '../../gate/exit.ts';
import type { Terminal } from '../shared/terminal.ts';

/** What `petvet client` is told. */
export interface ClientFlags {
  readonly baseUrlVariable: string;
  readonly apiKeyVariable: string;
  readonly port: number;
  readonly timeout: number;
  readonly asOf?: string;
  /** All where none is named. */
  readonly situation: readonly SituationName[];
  readonly grease?: number;
  readonly requireComplete?: boolean;
  readonly report?: string;
  readonly format?: 'json';
}

/** The files that tell the same as the report to CI systems and to readers, and what it rests on. */
const OTHER_FILES = { junit: 'junit.xml', page: 'report.html', evidence: CLIENT_EVIDENCE_FILE } as const;

/** Runs a client against the scripted server and prints the verdicts. @returns the exit status */
export async function runClient(command: readonly string[], flags: ClientFlags, terminal: Terminal): Promise<number> {
  const [file = '', ...args] = command;
  const situations = SITUATION_NAMES.filter((name) =>
    name === 'greased' ? flags.grease !== undefined : flags.situation.length === 0 || flags.situation.includes(name),
  );
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const variables = { baseUrlVariable: flags.baseUrlVariable, apiKeyVariable: flags.apiKeyVariable };
  refuseOddNames(variables);
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
  return publishClient(judged, folder, flags, terminal);
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
  for (const name of Object.values(OTHER_FILES)) attempt(folder, () => rmSync(join(folder, name), { force: true }));
  return folder;
}

/** The report on a client, and what it rests on, where petvet ran it. */
interface ToPublish {
  readonly report: ClientReport;
  readonly evidence?: string;
}

/** Writes and prints the report on a client. @returns the exit status */
export async function publishClient(
  { report, evidence }: ToPublish,
  folder: string,
  flags: Pick<ClientFlags, 'requireComplete' | 'format'> & Partial<Pick<ClientFlags, 'situation'>>,
  terminal: Terminal,
): Promise<number> {
  const place = join(folder, CLIENT_REPORT_FILE);
  attempt(place, () => writeFileSync(place, `${JSON.stringify(report, undefined, 2)}\n`));
  if (evidence !== undefined) await writeReport(folder, OTHER_FILES.evidence, evidence);
  await writeReport(folder, OTHER_FILES.junit, renderClientJunit(report));
  await writeReport(folder, OTHER_FILES.page, renderClientPage(report));
  const ending = endingOf(report, flags);
  if (flags.format === 'json') terminal.out(JSON.stringify(report));
  else {
    const look: Look = { colour: terminal.colour, width: terminal.piped === true ? Infinity : terminal.width };
    for (const line of clientLines(report, look)) terminal.out(line);
    terminal.out(`Report: ${relative(terminal.cwd, folder) || '.'} (report.html is for reading)`);
    terminal.out(`Exit status ${ending.status}: ${ending.why}`);
  }
  return ending.status;
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

function endingOf(
  report: ClientReport,
  { requireComplete, situation = [] }: Pick<ClientFlags, 'requireComplete'> & Partial<Pick<ClientFlags, 'situation'>>,
) {
  if (report.wasInterrupted) return { status: EXIT.interrupted, why: 'interrupted; the report covers what was done' };
  const why = tellOutcome(report);
  if (report.outcome === 'violating') return { status: EXIT.violates, why };
  const open = unverified(report);
  if (open.length > 0 && requireComplete === true) return { status: EXIT.incomplete, why: tellUnverified(open) };
  const unmet = report.situations.filter(({ name, isMet }) => !isMet && situation.includes(name));
  if (unmet.length > 0 && requireComplete === true) return { status: EXIT.incomplete, why: tellUnmet(unmet) };
  return { status: EXIT.conforms, why };
}
