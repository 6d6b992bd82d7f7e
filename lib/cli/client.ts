import { rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { clientReport, type ClientReport } from '../client/client-report.ts';
import { vetClient } from '../client/vet-client.ts';
import { UsageError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { demandOutputFile } from '../files/output-file.ts';
import { systemWords } from '../files/system-words.ts';
import { beside, paint, type Look } from '../report/page.ts';
import { printable } from '../report/printable.ts';
import { counted, numbered, VERDICT_LOOKS } from '../report/verdict-words.ts';
import { clientRules } from '../rules/client.ts';
import { defaultFolder } from '../run/folder.ts';
import { resolveAsOf } from '../targets/as-of.ts';
import type { ClientFlags } from './commands/client.ts';
import { EXIT } from './exit.ts';
import type { Terminal } from './terminal.ts';

/** The file of the report. */
const REPORT_FILE = 'client.json';

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
    onOutput: (text) => terminal.err(text),
  }).catch((error: unknown) => {
    // An empty report would look like one.
    rmSync(place, { force: true });
    throw error;
  });
  const report = clientReport(vetted, command.join(' '), asOf);
  attempt(place, () => writeFileSync(place, `${JSON.stringify(report, undefined, 2)}\n`));
  const ending = endingOf(report, flags.requireComplete === true);
  if (flags.json === true) terminal.out(JSON.stringify(report));
  else {
    for (const line of linesOf(report, terminal)) terminal.out(line);
    terminal.out(`Report: ${relative(terminal.cwd, place)}`);
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

function endingOf({ rules, outcome, wasInterrupted }: ClientReport, requireComplete: boolean) {
  const idsOf = (verdicts: readonly string[]) =>
    rules.filter(({ level, verdict }) => level === 'must' && verdicts.includes(verdict)).map(({ id }) => id);
  const violated = idsOf(['fail']);
  const open = idsOf(['inconclusive', 'not-exercised']);
  if (wasInterrupted) return { status: EXIT.interrupted, why: 'interrupted; the report covers what was done' };
  if (outcome === 'violating')
    return { status: EXIT.violates, why: `${violated.join(', ')} ${violated.length === 1 ? 'is' : 'are'} violated` };
  if (open.length === 0) return { status: EXIT.conforms, why: 'every must rule for clients is satisfied' };
  const unverified = `${open.join(', ')} ${open.length === 1 ? 'was' : 'were'} not verified`;
  return requireComplete
    ? { status: EXIT.incomplete, why: unverified }
    : { status: EXIT.conforms, why: `no must rule is violated; ${unverified}` };
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
  const refused = report.requests.filter(({ retryAfter }) => retryAfter !== undefined).length;
  const during = report.requests.filter(({ duringWaitOf }) => duringWaitOf !== undefined).length;
  const { exitStatus, tookTooLong, seconds } = report.client;
  lines.push('');
  lines.push(`Outcome   ${report.outcome}`);
  lines.push(
    `Requests  ${counted(report.requests.length, 'request')} from the client, ${refused} refused with 429${during === 0 ? '' : `, ${during} more because a Retry-After had not passed`}`,
  );
  lines.push(
    `Client    ${tookTooLong ? `ended by petvet after ${seconds.toFixed(0)} s (--timeout)` : `${exitStatus === null ? 'ended by a signal' : `exit status ${exitStatus}`} after ${seconds.toFixed(1)} s`}`,
  );
  return lines;
}
