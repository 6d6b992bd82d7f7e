import { CHECKS, concludeChecks, type Check, type CheckState } from '../certificate/check.ts';
import { readPublicKey } from '../certificate/keys.ts';
import { verifyCertificate, type Verified } from '../certificate/verify.ts';
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

/** More of a sentence from a file of others is not shown. */
const MOST_OF_A_SENTENCE = 1_000;

/** Checks a certificate. @returns the exit status */
export async function runVerify(file: string, flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const { publicKey, evidence, challenge, subjectFile, json } = flags;
  const verified = await verifyCertificate({
    file,
    evidence,
    challenge,
    subjectFile,
    publicKey: publicKey === undefined ? undefined : readPublicKey(publicKey),
    now: Date.now(),
    interrupt: terminal.interrupt,
  });
  const conclusion = concludeChecks(verified.checks);
  if (json === true) terminal.out(printedChecks(verified, conclusion));
  else for (const line of linesOf(verified, conclusion)) terminal.out(line);
  return STATUS[conclusion];
}

function linesOf({ checks, predicate }: Verified, conclusion: keyof typeof STATUS): string[] {
  const limits = conclusion === 'holds' ? (predicate?.doesNotProve ?? []) : [];
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
  return JSON.stringify({
    conclusion,
    exitStatus: STATUS[conclusion],
    checks,
    ...(predicate !== undefined && { certificate: predicate }),
  });
}

/** What a file of others holds may not steer a terminal. */
function shown(text: string): string {
  return printable(text, MOST_OF_A_SENTENCE);
}
