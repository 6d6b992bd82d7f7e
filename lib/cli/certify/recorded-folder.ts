import { join } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { whyNotNow } from '../../certificate/dates.ts';
import type { Claims } from '../../certificate/predicate.ts';
import { UsageError } from '../../errors.ts';
import { GivenFileError, readGivenFile } from '../../files/given-file.ts';
import { MOST_REPORT_BYTES } from '../../shapes/report.ts';
import { EXIT } from '../../gate/exit.ts';
import { printable } from '../../text/printable.ts';
import { typedFolder } from '../../run/write-run.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Says why there is no certificate. @returns the exit status */
export function sayNone(
  { what, why }: { readonly what: 'complete' | 'verdicts'; readonly why: string },
  terminal: Terminal,
): number {
  terminal.out('No certificate was written.');
  const exitStatus = what === 'verdicts' ? EXIT.violates : EXIT.incomplete;
  sayDecision({ exitStatus, because: printable(why) }, terminal);
  return exitStatus;
}

/** Says where the certificate is. */
export function sayCertified(directory: string, evidence: string, terminal: Terminal): void {
  const file = typedFolder(join(directory, CERTIFICATE_FILE), terminal.cwd);
  terminal.out(
    `Certificate: ${file} (\`${terminal.petvet ?? 'petvet'} verify\` checks it, with ${evidence} beside it)`,
  );
  sayDecision({ exitStatus: EXIT.conforms, because: 'certified: every must rule that applies was verified' }, terminal);
}

/** What nobody would accept is not signed: a public log would show it for all time. */
export function demandNow(directory: string, claims: Pick<Claims, 'endedAt'>): void {
  const why = whyNotNow(claims, { now: Date.now() });
  if (why === undefined) return;
  throw new UsageError(
    `a certificate of ${directory} would not count: ${why.says}`,
    why.is === 'over' ? 'make a new run, without --from' : 'set the clock of this machine, or make a new run',
  );
}

/** The text of a report. @throws {UsageError} when it cannot be read */
export function readReport(file: string): string {
  try {
    return readGivenFile(file, { bytes: MOST_REPORT_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message}`, WHOLE_FOLDER);
  }
}

/** What to do about a folder of which a part is missing or another one. */
export const WHOLE_FOLDER = 'name the folder of a report, as `petvet certify` or `petvet check` wrote it';
