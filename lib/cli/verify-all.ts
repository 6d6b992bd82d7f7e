import { basename, dirname, resolve } from 'node:path';
import { demandOutputFile } from '../files/output-file.ts';
import { checkRegister, type Submission } from '../register/register.ts';
import { registerMarkdown } from '../register/markdown.ts';
import { renderRegisterPage } from '../register/page.ts';
import { tableOf, type RegisterTable } from '../register/table.ts';
import { STATES } from '../register/words.ts';
import { writeReport } from '../report/files.ts';
import { printable } from '../report/printable.ts';
import { counted } from '../report/verdict-words.ts';
import type { VerifyFlags } from './commands/verify.ts';
import { EXIT } from './exit.ts';
import type { Terminal } from './terminal.ts';

type TableFormat = Exclude<VerifyFlags['format'], undefined>;

const RENDERINGS: Readonly<Record<TableFormat, (table: RegisterTable) => string>> = {
  markdown: registerMarkdown,
  html: renderRegisterPage,
  json: (table) => `${JSON.stringify({ schema: 'petvet/register/1', ...table }, undefined, 2)}\n`,
};

const SYMBOLS: Readonly<Record<Submission['state'], string>> = { holds: '✔', fails: '✖', unchecked: '?' };

/** Checks every submission of a register, and makes its table. @returns the exit status */
export async function runVerifyAll(
  directory: string,
  { format, out }: Pick<VerifyFlags, 'format' | 'out'>,
  terminal: Terminal,
): Promise<number> {
  const path = out === undefined ? undefined : resolve(terminal.cwd, out);
  if (path !== undefined) demandOutputFile(path, 'name a file with --out, or leave --out out to have it printed');
  // What is asked for on standard output stands there alone.
  const isAlone = format !== undefined && path === undefined;
  const tell = (line: string) => (isAlone ? terminal.err(`${line}\n`) : terminal.out(line));
  const submissions = await checkRegister(resolve(terminal.cwd, directory), {
    now: Date.now(),
    interrupt: terminal.interrupt,
    onChecked: (submission) => tell(lineOf(submission)),
  });
  const text = RENDERINGS[format ?? formatOf(out)](tableOf(submissions));
  if (path !== undefined) {
    await writeReport(dirname(path), basename(path), text);
    tell(`Written: ${out}`);
  } else if (format !== undefined) terminal.out(text);
  const failing = submissions.filter(({ state }) => state === 'fails').length;
  const unchecked = submissions.filter(({ state }) => state === 'unchecked').length;
  const status = failing > 0 ? EXIT.violates : unchecked > 0 ? EXIT.cannotJudge : EXIT.conforms;
  tell(`Exit status ${status}: ${becauseOf(submissions.length, failing, unchecked)}`);
  return status;
}

/** By the name of the file, where nothing else is said. */
function formatOf(out = ''): TableFormat {
  return /\.html?$/i.test(out) ? 'html' : /\.json$/i.test(out) ? 'json' : 'markdown';
}

function lineOf({ name, version, state, says }: Submission): string {
  const why = state === 'holds' ? '' : `: ${printable(says, MOST)}`;
  return `${SYMBOLS[state]} ${printable(`${name} ${version}`, MOST)} ${STATES[state]}${why}`;
}

/** Characters of a text of a submission that are shown. */
const MOST = 400;

function becauseOf(all: number, failing: number, unchecked: number): string {
  if (failing > 0) return `${failing} of ${counted(all, 'submission')} refused`;
  if (unchecked > 0) return `${unchecked} of ${counted(all, 'submission')} could not be checked`;
  return all === 1 ? 'the one submission holds' : `all ${all} submissions hold`;
}
