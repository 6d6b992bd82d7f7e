import { resolve } from 'node:path';
import { CHECKS, concludeChecks, type Check, type CheckState } from '../../certificate/check.ts';
import { limitsOf } from '../../certificate/claims.ts';
import type { SignerIdentity } from '../../certificate/signer-plan.ts';
import { readPublicKey, type SigningKey } from '../../certificate/keys.ts';
import { printResults } from '../../certificate/svr.ts';
import { clientLimitsOf } from '../../certificate/client-claims.ts';
import { isOfClient, type AnyPredicate } from '../../certificate/client-predicate.ts';
import { verifyAny, type VerifiedAny } from '../../certificate/verify-client.ts';
import { checkLive } from '../../certificate/live.ts';
import { UsageError } from '../../errors.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { writeWhole } from '../../files/write-report.ts';
import { readEnvironment } from '../../targets/environment.ts';
import { resolveTarget } from '../../targets/resolve.ts';
import type { Target } from '../../targets/target.ts';
import { printable } from '../../text/printable.ts';
import { filled } from '../../text/columns.ts';
import { EXIT } from '../../gate/exit.ts';
import { flowing, type Terminal } from '../shared/terminal.ts';
import { signerNamed, trustedRootOf } from '../shared/trusted-root.ts';
import { errataFor, plainEvidence, withErrata } from './as-in-register.ts';
import { certificateResult, isResultFile, resultKey } from './results.ts';
import type { VerifyFlags } from './values.ts';
import { givenFlags } from '../shared/given-flags.ts';

/** What the checks of a certificate come to, as an exit status. */
const STATUS: Readonly<Record<Exclude<CheckState, 'open'>, number>> = {
  holds: EXIT.conforms,
  fails: EXIT.violates,
  unchecked: EXIT.cannotJudge,
};

const SYMBOLS: Readonly<Record<CheckState, string>> = { holds: '✔', fails: '✖', unchecked: '?', open: '·' };

const WIDTH = CHECKS.reduce((most, { length }) => Math.max(most, length), 0) + 1;

/** What JSON may hold as it is, and a terminal obeys. */
const HARMFUL = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** More of a sentence from a file of others is not shown. */
const MOST_OF_A_SENTENCE = 1_000;

/** Checks a certificate, or all of a register. @returns the exit status */
export async function runVerify(file: string | undefined, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { all } = flags;
  if (all !== undefined) {
    if (file !== undefined)
      throw new UsageError('--all and a certificate cannot both be given', 'leave one of them out');
    const { runVerifyAll } = await import('./all.ts');
    return runVerifyAll(all, { ...flags, root: await trustedRootOf(flags, terminal) }, terminal);
  }
  if (file === undefined)
    throw new UsageError(
      'no certificate was given',
      'name the file that `petvet certify` wrote, or a register with --all',
    );
  refuseForAll(flags);
  return verifyOne(file, flags, terminal);
}

function refuseForAll(flags: VerifyFlags): void {
  const { format, out = [] } = flags;
  const table = format === undefined || format === 'json' || format === 'svr' ? [] : [`--format ${format}`];
  const tables = out.every(isResultFile) ? [] : ['--out'];
  const [given] = [...table, ...tables, ...givenFlags(flags, ['asOf', 'ownerKey', 'submissions'])];
  if (given !== undefined)
    throw new UsageError(`${given} is for --all`, 'leave it out; --format json prints the checks of one certificate');
  if (format !== undefined && out.length > 0)
    throw new UsageError('--format and --out cannot both be given', 'the ending of --out says what it is');
}

async function verifyOne(file: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { publicKey, anySigner, nonce, subjectFile, format, out = [] } = flags;
  const identity = identityOf(flags);
  const target = liveTarget(flags, terminal);
  const key = resultKey(flags, terminal);
  const paths = out.map((given) => resolve(terminal.cwd, given));
  for (const path of paths) demandOutputFile(path, 'name a file with --out, or omit --out to print the checks');
  const errata = errataFor(file, flags);
  await using unpacked = await plainEvidence(file, flags.evidence);
  const evidence = unpacked?.file ?? flags.evidence;
  const found = await verifyAny({
    file,
    evidence,
    nonce,
    subjectFile,
    publicKey: publicKey === undefined ? undefined : readPublicKey(publicKey),
    isAnySigner: anySigner,
    identity,
    trustedRoot: await trustedRootOf(flags, terminal),
    now: Date.now(),
    interrupt: terminal.interrupt,
  });
  const offline = { ...found, checks: await withErrata({ ...found, file, evidence }, errata, terminal) };
  const live = target === undefined ? undefined : await liveCheck(target, offline, terminal);
  const verified = live === undefined ? offline : { ...offline, checks: [...offline.checks, live] };
  const conclusion = concludeChecks(verified.checks);
  const result = format === 'svr' || paths.length > 0 ? await resultOf(file, verified, key) : '';
  if (format === 'svr') terminal.out(result);
  else if (format === 'json') terminal.out(printedChecks(verified, conclusion));
  else for (const line of linesOf(verified, conclusion, terminal)) terminal.out(line);
  // oxlint-disable-next-line no-await-in-loop -- in the order of the flags
  for (const path of paths) await writeWhole(path, result);
  return STATUS[conclusion];
}

async function resultOf(
  file: string,
  { checks, predicate }: VerifiedAny,
  key: SigningKey | undefined,
): Promise<string> {
  return printResults([await certificateResult(file, checks, predicate)], Date.now(), key);
}

/** A name counts for no more than whoever vouches for it. */
function identityOf(flags: VerifyFlags): SignerIdentity | undefined {
  const signer = signerNamed(flags);
  if (signer !== undefined && flags.trustedRoot === undefined)
    throw new UsageError(
      '--certificate-identity needs --trusted-root',
      'name the trusted_root.json of the instance that issued the certificate, or the address of its TUF repository',
    );
  return signer;
}

/** The key goes to the address of the flag alone, never to one that a certificate names. */
function liveTarget({ live, allowPlainHttp }: VerifyFlags, { cwd, environment }: Terminal): Target | undefined {
  if (live === undefined) return undefined;
  return resolveTarget({ baseUrl: live, allowPlainHttp }, readEnvironment(cwd, environment));
}

/** Nothing is asked of a service for a certificate that does not hold anyway. */
async function liveCheck(
  target: Target,
  { created, predicate }: VerifiedAny,
  { interrupt }: Terminal,
): Promise<Check | undefined> {
  if (predicate !== undefined && isOfClient(predicate))
    throw new UsageError('--live is for the certificate of a service', 'leave it out: this one is of a client');
  if (created === undefined || created.size === 0) return undefined;
  return checkLive({ target, created, nonce: predicate?.challenge, interrupt });
}

function linesOf(verified: VerifiedAny, conclusion: keyof typeof STATUS, terminal: Terminal): string[] {
  const { checks, predicate } = verified;
  // By this petvet, not by the one that the certificate names.
  const limits = conclusion === 'holds' && predicate !== undefined ? limitsIn(predicate) : [];
  return [
    ...checks.map((check) => lineOf(check, terminal)),
    ...(limits.length === 0
      ? []
      : ['', 'What it does not prove:', ...limits.map((limit) => flowing(shown(limit), terminal, 2))]),
    '',
    flowing(`Exit status ${STATUS[conclusion]}: ${because(verified, conclusion)}`, terminal),
  ];
}

function limitsIn(predicate: AnyPredicate): string[] {
  return isOfClient(predicate) ? clientLimitsOf(predicate) : limitsOf(predicate);
}

function lineOf({ what, state, says }: Check, terminal: Terminal): string {
  return flowing(shown(says), terminal, `${SYMBOLS[state]} ${filled(what, WIDTH)}`);
}

function because({ checks, predicate }: VerifiedAny, conclusion: keyof typeof STATUS): string {
  const decisive = checks.filter(({ state }) => state === conclusion);
  const [first] = decisive;
  if (conclusion === 'holds') return 'the certificate is valid';
  // Where it is in question who signed, or whose errata count, all else was checked.
  if (conclusion === 'unchecked' && predicate !== undefined && decisive.every(({ what }) => IN_QUESTION.has(what)))
    return `the certificate is valid, but ${shown(first?.says ?? '')}`;
  const what = conclusion === 'fails' ? 'the certificate is not valid' : 'the certificate could not be checked';
  return `${what}: ${shown(first?.says ?? '')}`;
}

const IN_QUESTION: ReadonlySet<Check['what']> = new Set(['signer', 'errata']);

function printedChecks({ checks, predicate }: VerifiedAny, conclusion: keyof typeof STATUS): string {
  const text = JSON.stringify({
    conclusion,
    exitStatus: STATUS[conclusion],
    checks,
    ...(predicate !== undefined && { certificate: predicate }),
  });
  return text.replaceAll(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What a file of others holds may not steer a terminal. */
function shown(text: string): string {
  return printable(text, MOST_OF_A_SENTENCE);
}
