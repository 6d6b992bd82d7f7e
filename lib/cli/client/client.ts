import { rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { clientReport, type ClientReport } from '../../client/client-report.ts';
import { renderClientJunit } from '../../client/client-junit.ts';
import { renderClientPage } from '../../client/client-page.ts';
import { tellEnd, tellOutcome, tellRequests, tellUnverified, unverified } from '../../client/outcome.ts';
import { vetClient } from '../../client/vet-client.ts';
import { UsageError } from '../../errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { systemWords } from '../../files/system-words.ts';
import { writeReport } from '../../files/write-report.ts';
import { beside, paint, type Look } from '../../text/look.ts';
import { printable } from '../../text/printable.ts';
import { numbered } from '../../text/counted.ts';
import { VERDICT_LOOKS } from '../../report/verdict-words.ts';
import { clientRules } from '../../rules/client.ts';
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
  readonly requireComplete?: boolean;
  readonly report?: string;
  readonly format?: 'json';
}

/** The file of the report, and those that tell the same to CI systems and to readers. */
const REPORT_FILE = 'client.json';
const OTHER_FILES = { junit: 'junit.xml', page: 'report.html' } as const;

/** Runs a client against the scripted server and prints the verdicts. @returns the exit status */
export async function runClient(command: readonly string[], flags: ClientFlags, terminal: Terminal): Promise<number> {
  const [file = '', ...args] = command;
  const asOf = resolveAsOf(flags.asOf, terminal.today);
  const variables = { baseUrlVariable: flags.baseUrlVariable, apiKeyVariable: flags.apiKeyVariable };
  refuseOddNames(variables);
  const folder =
    flags.report === undefined ? defaultFolder(terminal.cwd, 'client') : resolve(terminal.cwd, flags.report);
  const place = join(folder, REPORT_FILE);
  attempt(folder, () => makeFolder(folder));
  demandOutputFile(place, ELSEWHERE);
  // That a report cannot be written is known before the client is run.
  attempt(place, () => writeFileSync(place, ''));
  // Those of an earlier run must not stand beside it.
  for (const name of Object.values(OTHER_FILES)) attempt(folder, () => rmSync(join(folder, name), { force: true }));
  const vetted = await vetClient({
    file,
    args,
    ...variables,
    asOf,
    cwd: terminal.cwd,
    environment: terminal.environment,
    timeoutSeconds: flags.timeout,
    port: flags.port,
    interrupt: terminal.interrupt,
    onStart: (baseUrl) => terminal.err(`Running the client against ${baseUrl}. Its output follows.\n`),
    onOutput: (text) => terminal.pass(text),
  }).catch((error: unknown) => {
    // An empty report would look like one.
    rmSync(place, { force: true });
    throw error;
  });
  const report = clientReport(vetted, command.join(' '), asOf);
  attempt(place, () => writeFileSync(place, `${JSON.stringify(report, undefined, 2)}\n`));
  await writeReport(folder, OTHER_FILES.junit, renderClientJunit(report));
  await writeReport(folder, OTHER_FILES.page, renderClientPage(report));
  const ending = endingOf(report, flags.requireComplete === true);
  if (flags.format === 'json') terminal.out(JSON.stringify(report));
  else {
    for (const line of linesOf(report, terminal)) terminal.out(line);
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

function endingOf(report: ClientReport, requireComplete: boolean) {
  if (report.wasInterrupted) return { status: EXIT.interrupted, why: 'interrupted; the report covers what was done' };
  const why = tellOutcome(report);
  if (report.outcome === 'violating') return { status: EXIT.violates, why };
  const open = unverified(report);
  if (open.length > 0 && requireComplete) return { status: EXIT.incomplete, why: tellUnverified(open) };
  return { status: EXIT.conforms, why };
}

/** Where the texts beside the labels begin. */
const COLUMN = 14;

function linesOf(report: ClientReport, terminal: Terminal): string[] {
  const look: Look = { colour: terminal.colour, width: terminal.piped === true ? Infinity : terminal.width };
  const lines: string[] = [];
  for (const { id, verdict, says, expected, actual, requests } of report.rules) {
    const { symbol, tone } = VERDICT_LOOKS[verdict];
    lines.push(paint(look, tone, `${symbol} ${id}  ${verdict}: ${clientRules[id].says}`));
    const detail = (label: string, text: string) => {
      for (const line of beside(look, { label: `  ${label}`, column: COLUMN, text: printable(text) })) lines.push(line);
    };
    if (verdict === 'pass') {
      detail('shown by', says);
      continue;
    }
    detail('source', clientRules[id].source);
    detail('finding', says);
    if (expected !== undefined) detail('expected', expected);
    if (actual !== undefined) detail('actual', actual);
    if (requests.length > 0) detail('requests', numbered(requests));
    if (verdict === 'fail' || verdict === 'warn') detail('to fix', clientRules[id].toFix);
  }
  lines.push('');
  lines.push(`Outcome   ${report.outcome}`);
  lines.push(`Requests  ${tellRequests(report)}`);
  lines.push(`Client    ${tellEnd(report)}`);
  return lines;
}
