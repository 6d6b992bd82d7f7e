import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readAttested } from '../../certificate/attested.ts';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { CLIENT_EVIDENCE_FILE } from '../../client/client-evidence.ts';
import { catalogueOf } from '../../certificate/catalogues.ts';
import { claimsOf } from '../../certificate/claims.ts';
import { rejudge, whyNotCertifiable } from '../../certificate/rejudge.ts';
import { whyNotItsReport } from '../../certificate/report-of-run.ts';
import { whyNotItsLoadReport } from '../../certificate/load-run.ts';
import type { Claims } from '../../certificate/predicate.ts';
import { subjectFrom } from '../../certificate/subject.ts';
import { UsageError } from '../../errors.ts';
import { printable } from '../../text/printable.ts';
import { CATALOGUE_VERSION } from '../../rules/catalogue-version.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import type { Verdicts } from '../../run/verdicts.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import { demandNow, readReport, sayCertified, sayNone, WHOLE_FOLDER } from './recorded-folder.ts';
import type { CertificateSigner } from './signer.ts';
import type { CertifyFlags } from './values.ts';
import { EXIT } from '../../gate/exit.ts';
import type { Terminal } from '../shared/terminal.ts';
import { reportFileOf, writeCertificate } from './write-certificate.ts';
import { otherThan } from '../shared/given-flags.ts';

/** What says who signs, and what of a recorded run. All else is about sending. */
const FITTING = new Set('from key newKey keyless fulcio rekor tsa subject nonce catalogue attest'.split(' '));

/**
 * Refuses flags that say how to make a run, where one is there.
 *
 * @throws {UsageError} for the first of them
 */
export function refuseSending(flags: CertifyFlags): void {
  const other = otherThan(flags, FITTING);
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
  const file = join(directory, CERTIFICATE_FILE);
  if (existsSync(file))
    throw new UsageError(`${file} already exists, and a certificate is never overwritten`, 'move it away first');
  if (existsSync(join(directory, CLIENT_EVIDENCE_FILE))) {
    const { certifyClient } = await import('./recorded-client.ts');
    return certifyClient(directory, flags, sign, terminal);
  }
  const catalogue = catalogueOf(flags.catalogue ?? CATALOGUE_VERSION);
  const subject = await subjectFrom(flags, []);
  const attested = readAttested(flags.attest, []);
  const { nonce } = flags;
  const rejudged = await rejudge(
    join(directory, EVIDENCE_FILE),
    { petvet: PETVET_VERSION, challenge: nonce },
    terminal.interrupt,
  );
  const against = whyNotCertifiable(rejudged, catalogue);
  if (against !== undefined) return sayNone(against, terminal);
  const claims = claimsOf(rejudged.verdicts, catalogue);
  demandNow(directory, claims);
  demandItsReport(join(directory, reportFileOf(claims)), claims, rejudged.verdicts);
  await writeCertificate({ directory, catalogue, subject, nonce, attested, sign }, claims);
  sayCertified(directory, EVIDENCE_FILE, terminal);
  return EXIT.conforms;
}

/** A certificate holds the digest of the report, so that the report has to be that of the evidence. */
function demandItsReport(file: string, { profile }: Claims, verdicts: Verdicts): void {
  const why = (profile === 'complete' ? whyNotItsReport : whyNotItsLoadReport)(readReport(file), verdicts);
  if (why !== undefined)
    throw new UsageError(`${file} is not the report of the evidence beside it: ${printable(why)}`, WHOLE_FOLDER);
}
