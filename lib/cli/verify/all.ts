import { dirname, relative, resolve, sep } from 'node:path';
import { readPublicKey } from '../../certificate/keys.ts';
import { printResults } from '../../certificate/svr.ts';
import { UsageError } from '../../errors.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import type { TrustedRoot } from '../../keyless/trusted-root.ts';
import { checkOwner } from '../../register/owner.ts';
import { writeBadges } from '../../register/badge-files.ts';
import { registerMarkdown } from '../../register/markdown.ts';
import { renderRegisterPage } from '../../register/page.ts';
import { checkRegister } from '../../register/register.ts';
import { registerJson } from '../../register/register-json.ts';
import { readProgramme } from '../../register/programme.ts';
import { isListed, standingOf, type Standing } from '../../register/standing.ts';
import type { Submission } from '../../register/submission.ts';
import { submissionResult } from '../../register/verification-result.ts';
import { addressOf, type TableForm } from '../../register/table-form.ts';
import { tableOf, type RegisterTable, type TableRow } from '../../register/table.ts';
import { MOST_SHOWN, STANDING_WORDS } from '../../register/words.ts';
import { writeWhole } from '../../files/write-report.ts';
import { printable } from '../../text/printable.ts';
import { resolveAsOf } from '../../targets/as-of.ts';
import { counted } from '../../text/counted.ts';
import { EXIT } from '../../gate/exit.ts';
import type { Terminal } from '../shared/terminal.ts';
import { isResultFile, resultKey } from './results.ts';
import type { VerifyFlags } from './values.ts';

type Format = Exclude<VerifyFlags['format'], undefined>;

const RENDERINGS: Readonly<Record<Exclude<Format, 'svr'>, (table: RegisterTable, form: TableForm) => string>> = {
  markdown: registerMarkdown,
  html: renderRegisterPage,
  json: registerJson,
};

const SYMBOLS: Readonly<Record<Standing['state'], string>> = {
  conformant: '✔',
  partial: '✔',
  grace: '!',
  disputed: '!',
  stale: '✖',
  withdrawn: '✖',
  refused: '✖',
  unchecked: '?',
};

/** Checks every submission of a register, and makes its table. @returns the exit status */
export async function runVerifyAll(
  directory: string,
  flags: Pick<VerifyFlags, 'format' | 'out' | 'asOf' | 'key' | 'ownerKey' | 'submissions'> & {
    readonly root: TrustedRoot | undefined;
  },
  terminal: Terminal,
): Promise<number> {
  const { format, out = [], asOf, root, ownerKey, submissions: published } = flags;
  const outs = out.map((given) => ({ given, path: resolve(terminal.cwd, given), format: format ?? formatOf(given) }));
  for (const { path } of outs) demandOutputFile(path, 'name a file with --out, or omit --out to print it');
  refuseTwice(outs, format);
  // What is asked for on standard output stands there alone.
  const isAlone = format !== undefined && outs.length === 0;
  const tell = (line: string) => (isAlone ? terminal.err(`${line}\n`) : terminal.out(line));
  const now = asOf === undefined ? Date.now() : Date.parse(`${resolveAsOf(asOf, terminal.today)}T23:59:59.999Z`);
  const key = resultKey(flags, terminal);
  const register = resolve(terminal.cwd, directory);
  const owner = ownerKey === undefined ? undefined : await checkOwner(register, readPublicKey(ownerKey));
  const rules = readProgramme(register);
  const { programme, errata } = rules;
  const today = new Date(now).toISOString().slice(0, 10);
  const standings: Standing[] = [];
  const submissions = await checkRegister(register, {
    errata,
    now,
    isDateGiven: asOf !== undefined,
    interrupt: terminal.interrupt,
    trustedRoot: root,
    owner,
    onChecked: (submission) => {
      const standing = standingOf(programme, submission, { errata, disputes: submission.disputes ?? [] }, today);
      standings.push(standing);
      tell(lineOf(submission, standing));
    },
  });
  const table = tableOf(submissions, today, rules);
  const textIn = (one: Format, form: TableForm) =>
    one === 'svr'
      ? printResults(resultsOf(submissions, standings, owner !== undefined), now, key)
      : RENDERINGS[one](table, form);
  if (isAlone) terminal.out(textIn(format, formOf(false, published)));
  for (const folder of new Set(outs.flatMap(({ path, format: one }) => (one === 'svr' ? [] : dirname(path))))) {
    // oxlint-disable-next-line no-await-in-loop -- each badge goes into a folder of its own, in which no two writes meet
    await writeBadges([...table.rows, ...table.clients], folder);
  }
  for (const one of outs) {
    const text = textIn(one.format, formOf(true, published ?? pathTo(register, dirname(one.path))));
    // oxlint-disable-next-line no-await-in-loop -- in the order of the flags, as the lines about them are
    await writeWhole(one.path, text);
    tell(`Written: ${one.given}`);
  }
  tell(ownerLine(owner));
  const unchecked = standings.filter(({ state }) => state === 'unchecked').length;
  const failing = standings.filter((one) => !isListed(one)).length - unchecked;
  const status = failing > 0 ? EXIT.violates : unchecked > 0 ? EXIT.cannotJudge : EXIT.conforms;
  const open = standings.filter(({ state }) => state === 'grace' || state === 'disputed').length;
  tell(`Exit status ${status}: ${becauseOf(submissions.length, { failing, unchecked, open })}`);
  return status;
}

function resultsOf(submissions: readonly Submission[], standings: readonly Standing[], isOwned: boolean) {
  return submissions.flatMap((one, nth) => {
    const standing = standings[nth];
    return (standing && submissionResult(one, standing, isOwned)) ?? [];
  });
}

/** Who stands for what decides on the states, besides those who signed certificates. */
function ownerLine(owner: { readonly signedAt: string; readonly keyId: string } | undefined): string {
  return owner === undefined
    ? 'Nobody vouches for the rules, keys, disputes and the list of this register: --owner-key checks the signature of its owner.'
    : `Rules, keys, disputes and the list of certificates are held to what the owner signed at ${owner.signedAt}, with the key ${owner.keyId}.`;
}

function formOf(hasBadges: boolean, submissions: string | undefined): TableForm {
  return { hasBadges, ...(submissions !== undefined && { submissions }) };
}

/** The path of a register from a table beside or in it; a table elsewhere would name folders of this machine. */
function pathTo(register: string, folder: string): string | undefined {
  const path = relative(folder, register).split(sep);
  return path.includes('..') || resolve(folder, ...path) !== register ? undefined : addressOf(path);
}

function refuseTwice(outs: readonly { readonly path: string }[], format: Format | undefined): void {
  if (new Set(outs.map(({ path }) => path)).size < outs.length)
    throw new UsageError('--out names the same file twice', 'name each file once');
  if (format !== undefined && outs.length > 1)
    throw new UsageError(
      '--format is for one table',
      'leave it out: the endings .md, .html and .json of --out say which format each file has',
    );
}

/** By the name of the file, where nothing else is said. */
function formatOf(out: string): Format {
  if (isResultFile(out)) return 'svr';
  return /\.html?$/i.test(out) ? 'html' : /\.json$/i.test(out) ? 'json' : 'markdown';
}

/** Below what does not conform stands who has to do what. */
function lineOf({ name, version }: Pick<TableRow, 'name' | 'version'>, { state, reason, next }: Standing): string {
  const why = state === 'conformant' ? '' : `: ${printable(reason, MOST_SHOWN)}\n  ${printable(next, MOST_SHOWN)}`;
  return `${SYMBOLS[state]} ${printable(`${name} ${version}`, MOST_SHOWN)} ${STANDING_WORDS[state]}${why}`;
}

function becauseOf(
  all: number,
  { failing, unchecked, open }: Readonly<Record<'failing' | 'unchecked' | 'open', number>>,
): string {
  if (failing > 0) return `${failing} of ${counted(all, 'submission')} not accepted`;
  if (unchecked > 0) return `${unchecked} of ${counted(all, 'submission')} could not be checked`;
  if (open > 0) return `${open} of ${counted(all, 'submission')} in grace or disputed, and listed like all others`;
  return all === 1 ? 'the one submission is valid' : `all ${all} submissions are valid`;
}
