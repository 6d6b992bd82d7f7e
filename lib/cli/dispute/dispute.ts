import { basename, dirname, resolve } from 'node:path';
import { CERTIFICATE_FILE } from '../../certificate/bundle.ts';
import { UsageError } from '../../errors.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { findFinding, readRecordedRun } from '../../replay/recorded-run.ts';
import { disputeMarkdown } from '../../report/dispute.ts';
import { writeWhole } from '../../files/write-report.ts';
import { REPORT_FILES } from '../../run/folder.ts';
import { typedFolder } from '../../run/write-run.ts';
import { EXIT } from '../../gate/exit.ts';
import { refuseGiven } from '../shared/given-flags.ts';
import type { Terminal } from '../shared/terminal.ts';
import type { DisputeFlags } from './values.ts';

/**
 * Writes one finding of a recorded run as Markdown, with all that is needed to dispute it; or disputes a certificate with a recorded run.
 * Nothing is sent.
 *
 * @returns the exit status
 */
export async function runDispute(
  dir: string,
  finding: string,
  flags: DisputeFlags,
  terminal: Terminal,
): Promise<number> {
  const { out } = flags;
  if (basename(dir) === CERTIFICATE_FILE) {
    if (out !== undefined)
      throw new UsageError('--out is for a finding', 'leave it out: a dispute lies in the register');
    const { disputeCertificate } = await import('./counter-evidence.ts');
    return disputeCertificate(dir, finding, flags, terminal);
  }
  refuseGiven(
    flags,
    ['subjectFile', 'trustedRoot', 'tufRoot'],
    (flag) => `${flag} is for a certificate`,
    'name the certificate first, or leave it out',
  );
  const folder = resolve(terminal.cwd, dir);
  const recorded = await readRecordedRun(folder);
  const text = disputeMarkdown(findFinding(recorded, finding), recorded.report, typedFolder(folder, terminal.cwd));
  if (out === undefined) {
    terminal.out(text);
    return EXIT.conforms;
  }
  const path = resolve(terminal.cwd, out);
  demandOutputFile(path, 'name a file with --out, or omit --out to print it');
  if (dirname(path) === folder && REPORT_FILES.includes(basename(path)))
    throw new UsageError(`${out} is a file of the report`, 'name another file with --out');
  await writeWhole(path, text);
  terminal.out(`Written: ${out}`);
  return EXIT.conforms;
}
