import { CHECKS, concludeChecks, type Check, type CheckState } from '../certificate/check.ts';
import { limitsOf } from '../certificate/claims.ts';
import { readPublicKey } from '../certificate/keys.ts';
import { verifyCertificate, type Verified } from '../certificate/verify.ts';
import { checkLive } from '../certificate/live.ts';
import { UsageError } from '../errors.ts';
import { readEnvironment } from '../targets/environment.ts';
import { resolveTarget } from '../targets/resolve.ts';
import type { Target } from '../targets/target.ts';
import { printable } from '../report/printable.ts';
import { filled } from '../report/verdict-words.ts';
import type { VerifyFlags } from './commands/verify.ts';
import { EXIT } from './exit.ts';
import type { Terminal } from './terminal.ts';

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
    refuseForOne(file, flags);
    const { runVerifyAll } = await import('./verify-all.ts');
    return runVerifyAll(all, flags, terminal);
  }
  if (file === undefined)
    throw new UsageError(
      'no certificate is named',
      'name the file that `petvet certify` wrote, or a register with --all',
    );
  if (flags.format !== undefined || flags.out !== undefined)
    throw new UsageError(
      `--${flags.format === undefined ? 'out' : 'format'} is for --all`,
      'use --json for one certificate',
    );
  return verifyOne(file, flags, terminal);
}

/** Of many certificates each has evidence, key and challenge of its own. */
function refuseForOne(file: string | undefined, flags: VerifyFlags): void {
  const { evidence, publicKey, challenge, subjectFile, live, json } = flags;
  const ofOne = {
    'a certificate': file,
    '--evidence': evidence,
    '--public-key': publicKey,
    '--challenge': challenge,
    '--subject-file': subjectFile,
    '--live': live,
    '--json': json,
  };
  const [given] = Object.entries(ofOne).find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined)
    throw new UsageError(
      `--all and ${given} cannot both be given`,
      'a register has its keys and its evidence in its folders; --format json prints its table as JSON',
    );
}

async function verifyOne(file: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { publicKey, evidence, challenge, subjectFile, json } = flags;
  const target = liveTarget(flags, terminal);
  const offline = await verifyCertificate({
    file,
    evidence,
    challenge,
    subjectFile,
    publicKey: publicKey === undefined ? undefined : readPublicKey(publicKey),
    now: Date.now(),
    interrupt: terminal.interrupt,
  });
  const live = target === undefined ? undefined : await liveCheck(target, offline, terminal);
  const verified = live === undefined ? offline : { ...offline, checks: [...offline.checks, live] };
  const conclusion = concludeChecks(verified.checks);
  if (json === true) terminal.out(printedChecks(verified, conclusion));
  else for (const line of linesOf(verified, conclusion)) terminal.out(line);
  return STATUS[conclusion];
}

/** The key goes to the address of the flag alone, never to one that a certificate names. */
function liveTarget({ live, allowPlainHttp }: VerifyFlags, { cwd, environment }: Terminal): Target | undefined {
  if (live === undefined) return undefined;
  return resolveTarget({ baseUrl: live, allowPlainHttp }, readEnvironment(cwd, environment));
}

/** Nothing is asked of a service for a certificate that does not hold anyway. */
async function liveCheck(
  target: Target,
  { created, predicate }: Verified,
  { interrupt }: Terminal,
): Promise<Check | undefined> {
  if (created === undefined || created.size === 0) return undefined;
  return checkLive({ target, created, challenge: predicate?.challenge, interrupt });
}

function linesOf({ checks, predicate }: Verified, conclusion: keyof typeof STATUS): string[] {
  // By this petvet, not by the one that the certificate names.
  const limits = conclusion === 'holds' && predicate !== undefined ? limitsOf(predicate) : [];
  return [
    ...checks.map(lineOf),
    ...(limits.length === 0 ? [] : ['', 'What it does not prove:', ...limits.map((limit) => `  ${shown(limit)}`)]),
    '',
    `Exit status ${STATUS[conclusion]}: ${because(checks, conclusion)}`,
  ];
}

function lineOf({ what, state, says }: Check): string {
  return `${SYMBOLS[state]} ${filled(what, WIDTH)}${shown(says)}`;
}

function because(checks: readonly Check[], conclusion: keyof typeof STATUS): string {
  const [first] = checks.filter(({ state }) => state === conclusion);
  if (conclusion === 'holds') return 'the certificate holds';
  const what = conclusion === 'fails' ? 'the certificate does not hold' : 'the certificate could not be checked';
  return `${what}: ${shown(first?.says ?? '')}`;
}

function printedChecks({ checks, predicate }: Verified, conclusion: keyof typeof STATUS): string {
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
