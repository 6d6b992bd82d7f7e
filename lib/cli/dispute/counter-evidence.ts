import { basename, dirname, resolve } from 'node:path';
import { digestOf } from '../../certificate/digest.ts';
import type { CertificatePredicate } from '../../certificate/predicate.ts';
import { UsageError } from '../../errors.ts';
import { EXIT } from '../../gate/exit.ts';
import { openDispute } from '../../register/dispute.ts';
import { readProgramme } from '../../register/programme.ts';
import { checkSubmission } from '../../register/register.ts';
import { dayAfter } from '../../register/standing.ts';
import { isSound } from '../../register/submission.ts';
import type { Verdicts } from '../../run/verdicts.ts';
import { printable } from '../../text/printable.ts';
import { evidenceIn, judgeAgain } from '../shared/recorded.ts';
import type { Terminal } from '../shared/terminal.ts';
import { trustedRootOf } from '../shared/trusted-root.ts';
import type { DisputeFlags } from './values.ts';

/**
 * Opens a dispute about a certificate of a register: judges a report again, and demands that both are about the same subject.
 *
 * @param certificate - REGISTER/NAME/VERSION/certificate.intoto.jsonl
 * @returns the exit status
 */
export async function disputeCertificate(
  certificate: string,
  report: string,
  flags: Omit<DisputeFlags, 'out'>,
  terminal: Terminal,
): Promise<number> {
  const folder = dirname(resolve(terminal.cwd, certificate));
  const place = { name: basename(dirname(folder)), version: basename(folder) };
  const register = dirname(dirname(folder));
  const { programme, errata } = readProgramme(register);
  const { interrupt, today } = terminal;
  const submission = await checkSubmission(register, place, {
    now: Date.now(),
    interrupt,
    errata,
    trustedRoot: await trustedRootOf(flags, terminal),
  });
  if (submission.kind === 'client')
    throw new UsageError(
      'the certificate is of a client, and only those of services can be disputed with a report',
      `send the report of \`petvet client\` to ${printable(programme.contact, 200)}`,
    );
  if (!isSound(submission) || submission.sha256 === undefined)
    throw new UsageError(`nothing is to be disputed: ${submission.says}`, 'dispute a certificate that is valid');
  const evidence = evidenceIn(resolve(terminal.cwd, report));
  const verdicts = await judgeAgain(evidence, terminal);
  const subject = await commonSubject(submission.certificate, verdicts, flags.subjectFile);
  const violates = violationsOf(verdicts, submission.certificate);
  const [first] = violates;
  if (first === undefined) {
    terminal.out('Exit status 1: judged again, the report violates no must rule that the certificate verified');
    return EXIT.violates;
  }
  const { sha256 } = await digestOf(evidence, 'the evidence');
  const until = dayAfter(today, programme.noticeDays);
  const id = `${today}-${first.rule}`;
  await openDispute(
    register,
    place,
    {
      id,
      schema: 'petvet/dispute/1',
      certificate: submission.sha256,
      run: submission.certificate.evidence.sha256,
      subject,
      evidence: sha256,
      violates,
      opened: today,
      until,
    },
    evidence,
  );
  for (const { rule, says } of violates) terminal.out(`✖ ${rule} ${printable(says, 400)}`);
  terminal.out(
    `Dispute ${id} is open: the vendor can respond until ${until}, in disputes/${place.name}/${place.version}`,
  );
  return EXIT.conforms;
}

/** What both are about. @throws {UsageError} when that differs, or is not known of the report */
async function commonSubject(
  { about, claims }: CertificatePredicate,
  { knowledge }: Verdicts,
  subjectFile: string | undefined,
): Promise<string> {
  if (about.kind === 'address') {
    const { baseUrl } = claims.target;
    if (knowledge.baseUrl === baseUrl) return baseUrl;
    throw new UsageError(
      `the report is about ${printable(knowledge.baseUrl, 200)}, and the certificate about ${printable(baseUrl, 200)}`,
      'dispute it with a report of the same address',
    );
  }
  if (subjectFile === undefined)
    throw new UsageError(
      `the certificate is about ${printable(about.name, 200)}, and the report names no file`,
      'name the file that was running with --subject-file',
    );
  const { sha256 } = await digestOf(subjectFile, 'the file');
  if (sha256 === about.sha256) return sha256;
  throw new UsageError(
    `${subjectFile} is not the certified ${printable(about.name, 200)}: its SHA-256 is ${sha256}`,
    'dispute it with a report of the certified file',
  );
}

/** The must rules that are violated, of those that the certificate says were verified. */
function violationsOf({ ledger }: Verdicts, { claims }: CertificatePredicate): { rule: string; says: string }[] {
  const verified = new Set<string>(claims.verdicts.flatMap(({ rule, verdict }) => (verdict === 'pass' ? rule : [])));
  return ledger.rows
    .filter(({ id, level, verdict }) => level === 'must' && verdict === 'fail' && verified.has(id))
    .map(({ id, says }) => ({ rule: id, says: printable(says, 1_000) }));
}
