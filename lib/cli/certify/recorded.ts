import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { catalogueOf } from '../../certificate/catalogues.ts';
import { claimsOf } from '../../certificate/claims.ts';
import { whyNotNow } from '../../certificate/dates.ts';
import type { Claims } from '../../certificate/predicate.ts';
import { rejudge, whyNotCertifiable } from '../../certificate/rejudge.ts';
import { whyNotItsReport } from '../../certificate/report-of-run.ts';
import { subjectFrom } from '../../certificate/subject.ts';
import { UsageError } from '../../errors.ts';
import { GivenFileError, readGivenFile } from '../../files/given-file.ts';
import { REPORT_FILE } from '../../replay/recorded-run.ts';
import { printable } from '../../text/printable.ts';
import { CATALOGUE_VERSION } from '../../rules/catalogue-version.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import { MOST_REPORT_BYTES } from '../../shapes/report.ts';
import type { Verdicts } from '../../run/verdicts.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import type { CertificateSigner } from './signer.ts';
import type { CertifyFlags } from './values.ts';
import { EXIT } from '../../gate/exit.ts';
import { sayDecision } from '../shared/printed-outcome.ts';
import { typedFolder } from '../../run/write-run.ts';
import type { Terminal } from '../shared/terminal.ts';
import { writeCertificate } from './write-certificate.ts';
import { asTyped } from '../shared/given-flags.ts';

/** What says who signs, and what of a recorded run. All else is about sending. */
const FITTING = new Set('from key newKey keyless fulcio rekor tsa subject nonce catalogue'.split(' '));

/**
 * Refuses flags that say how to make a run, where one is there.
 *
 * @throws {UsageError} for the first of them
 */
export function refuseSending(flags: CertifyFlags): void {
  const [other] = Object.entries(flags).flatMap(([name, value]) => (FITTING.has(name) ? [] : [asTyped(name, value)]));
  if (other === undefined) return;
  throw new UsageError(
    `--from and ${other} cannot both be given`,
    other === '--start' || other === '--subject-file'
      ? 'what --start started is gone: make the run again, or name what responded with --subject'
      : 'the run is already recorded: --from certifies it as it is',
  );
}

/**
 * Signs a run that is there: its evidence is judged again, and nothing is sent to the service.
 *
 * @param directory - the folder of its report
 * @returns the exit status
 * @throws {UsageError} when a certificate of it would not count, or the report is another one than that of the evidence
 */
export async function certifyRecorded(
  directory: string,
  flags: CertifyFlags,
  sign: CertificateSigner,
  terminal: Terminal,
): Promise<number> {
  const catalogue = catalogueOf(flags.catalogue ?? CATALOGUE_VERSION);
  const subject = await subjectFrom(flags, []);
  const file = join(directory, CERTIFICATE_FILE);
  if (existsSync(file))
    throw new UsageError(`${file} already exists, and a certificate is never overwritten`, 'move it away first');
  const { nonce } = flags;
  const rejudged = await rejudge(
    join(directory, EVIDENCE_FILE),
    { petvet: PETVET_VERSION, challenge: nonce },
    terminal.interrupt,
  );
  const against = whyNotCertifiable(rejudged, catalogue);
  if (against !== undefined) {
    terminal.out('No certificate was written.');
    const exitStatus = against.what === 'verdicts' ? EXIT.violates : EXIT.incomplete;
    sayDecision({ exitStatus, because: printable(against.why) }, terminal);
    return exitStatus;
  }
  const claims = claimsOf(rejudged.verdicts, catalogue);
  demandNow(directory, claims);
  demandItsReport(directory, rejudged.verdicts);
  await writeCertificate({ directory, catalogue, subject, nonce, sign }, claims);
  terminal.out(
    `Certificate: ${typedFolder(file, terminal.cwd)} (\`${terminal.petvet ?? 'petvet'} verify\` checks it, with ${EVIDENCE_FILE} beside it)`,
  );
  sayDecision({ exitStatus: EXIT.conforms, because: 'certified: every must rule that applies was verified' }, terminal);
  return EXIT.conforms;
}

/** What nobody would accept is not signed: a public log would show it for all time. */
function demandNow(directory: string, claims: Claims): void {
  const why = whyNotNow(claims, { now: Date.now() });
  if (why === undefined) return;
  throw new UsageError(
    `a certificate of ${directory} would not count: ${why.says}`,
    why.is === 'over' ? 'make a new run, without --from' : 'set the clock of this machine, or make a new run',
  );
}

/** A certificate holds the digest of the report, so that the report has to be that of the evidence. */
function demandItsReport(directory: string, verdicts: Verdicts): void {
  const file = join(directory, REPORT_FILE);
  let text: string;
  try {
    text = readGivenFile(file, { bytes: MOST_REPORT_BYTES }).toString();
  } catch (error) {
    if (!(error instanceof GivenFileError)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message}`, WHOLE_FOLDER);
  }
  const why = whyNotItsReport(text, verdicts);
  if (why !== undefined)
    throw new UsageError(`${file} is not the report of the evidence beside it: ${printable(why)}`, WHOLE_FOLDER);
}

const WHOLE_FOLDER = 'name the folder of a report, as `petvet certify` or `petvet check` wrote it';
