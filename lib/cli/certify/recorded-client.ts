import { join } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { freshUntil } from '../../certificate/claims.ts';
import {
  clientClaimsOf,
  clientLimitsOf,
  whyNoClientCertificate,
  whyNotItsClientReport,
} from '../../certificate/client-claims.ts';
import type { ClientPredicate } from '../../certificate/client-predicate.ts';
import { digestOf } from '../../certificate/digest.ts';
import { subjectFrom } from '../../certificate/subject.ts';
import { CLIENT_EVIDENCE_FILE, judgeClientEvidence, readClientEvidence } from '../../client/client-evidence.ts';
import { CLIENT_REPORT_FILE } from '../../client/client-report.ts';
import { UsageError } from '../../errors.ts';
import { writeReport } from '../../files/write-report.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import { EXIT } from '../../gate/exit.ts';
import { refuseGiven } from '../shared/given-flags.ts';
import type { Terminal } from '../shared/terminal.ts';
import { demandNow, readReport, sayCertified, sayNone, WHOLE_FOLDER } from './recorded-folder.ts';
import type { CertificateSigner } from './signer.ts';
import type { CertifyFlags } from './values.ts';

/**
 * Signs a recorded run of a client: its evidence is judged again.
 *
 * @param directory - the folder of its report
 * @returns the exit status
 * @throws {UsageError} when a certificate of it would not count, or the report is another one than that of the evidence
 */
export async function certifyClient(
  directory: string,
  flags: CertifyFlags,
  sign: CertificateSigner,
  terminal: Terminal,
): Promise<number> {
  refuseGiven(
    flags,
    ['nonce', 'catalogue', 'attest'],
    (flag) => `${flag} is for services`,
    'leave it out: this folder is of a client',
  );
  const about = clientSubject(await subjectFrom(flags, []));
  const file = join(directory, CLIENT_EVIDENCE_FILE);
  const judged = await judgeClientEvidence(readClientEvidence(file), file);
  if (judged.version !== PETVET_VERSION)
    throw new UsageError(
      `petvet ${judged.version} made the run in ${directory}, and this is ${PETVET_VERSION}`,
      'run `petvet client` again, or use that version',
    );
  const against = whyNoClientCertificate(judged);
  if (against !== undefined) return sayNone(against, terminal);
  const claims = clientClaimsOf(judged);
  demandNow(directory, claims);
  const report = join(directory, CLIENT_REPORT_FILE);
  const why = whyNotItsClientReport(readReport(report), judged);
  if (why !== undefined)
    throw new UsageError(`${report} is not the report of the evidence beside it: ${why}`, WHOLE_FOLDER);
  const [evidence, { sha256 }] = await Promise.all([digestOf(file, 'the evidence'), digestOf(report, 'the report')]);
  const text = await sign({
    kind: 'client',
    petvet: PETVET_VERSION,
    claims,
    freshUntil: freshUntil(claims),
    about,
    evidence: { name: CLIENT_EVIDENCE_FILE, ...evidence },
    report: { name: CLIENT_REPORT_FILE, sha256 },
    doesNotProve: clientLimitsOf({ claims, about }),
  });
  await writeReport(directory, CERTIFICATE_FILE, text);
  sayCertified(directory, CLIENT_EVIDENCE_FILE, terminal);
  return EXIT.conforms;
}

/** Nothing was started for a recorded run, so that its subject is what the signer names. */
function clientSubject(subject: Awaited<ReturnType<typeof subjectFrom>>): ClientPredicate['about'] {
  return subject.kind === 'named' ? subject : { kind: 'command' };
}
