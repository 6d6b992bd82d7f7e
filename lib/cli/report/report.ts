import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderClientPage } from '../../client/client-page.ts';
import { clientRun } from '../../client/client-run.ts';
import { UsageError } from '../../errors.ts';
import { harText, writeHar } from '../../evidence/har-out.ts';
import { isFolder } from '../../files/make-folder.ts';
import { demandOutputFile } from '../../files/output-file.ts';
import { writeWhole } from '../../files/write-report.ts';
import { FORMAT_NAMES } from '../../report/format-names.ts';
import { TEXT_FORMATS } from '../../report/formats.ts';
import { renderPage } from '../../report/html/render.ts';
import type { RunReport } from '../../report/run-report.ts';
import { REPORT_FILE } from '../../replay/recorded-run.ts';
import { reportOf } from '../../run/run-report.ts';
import { PETVET_VERSION } from '../../run/version.ts';
import { nearName } from '../../targets/near-name.ts';
import { decideGate, readGate } from '../../run/gate.ts';
import { typedFolder } from '../../run/write-run.ts';
import { evidenceAgain, judgeRunAgain, type JudgedAgain } from '../shared/recorded-client.ts';
import { placeInRepository } from '../shared/github.ts';
import type { Terminal } from '../shared/terminal.ts';
import { hasRequestFiles } from '../../report/curl.ts';

/** What `petvet report` is told. */
export interface ReportFlags {
  readonly format: string;
  readonly out?: string;
  readonly baseline?: string;
}

/** Writes a further format of an earlier run. */
export async function runReport(
  directory: string,
  { format, out, baseline }: ReportFlags,
  terminal: Terminal,
): Promise<void> {
  if (!FORMAT_NAMES.includes(format)) throw unknownFormat(format);
  if (format === 'allure' && out === undefined)
    throw new UsageError('results for Allure are many files', 'name a folder for them with --out');
  if (format === 'har') return writeEvidence(await evidenceAgain(directory), out, terminal);
  const { evidence, verdicts, source, client } = await judgeRunAgain(directory, terminal);
  const hasReport = existsSync(join(dirname(evidence), REPORT_FILE));
  const folder = hasReport ? typedFolder(dirname(evidence), terminal.cwd) : undefined;
  const setup = baseline === undefined ? undefined : await readGate({ failOn: [], baseline }, NOT_STRICT);
  const gate = setup && (await decideGate(verdicts, setup, source));
  const curlFolder = folder !== undefined && hasRequestFiles(dirname(evidence)) ? folder : undefined;
  const place = placeInRepository(gate, terminal);
  const report = {
    ...(client === undefined ? reportOf(verdicts, folder) : clientRun(client, verdicts)),
    ...(curlFolder !== undefined && { curlFolder }),
    ...(gate !== undefined && { gate }),
    ...(place !== undefined && { placeInRepository: place }),
  };
  const page = async () =>
    client === undefined ? await renderPage(report, source()) : renderClientPage(client, report);
  await write({ report, evidence, page }, format, out, terminal);
}

const NOT_STRICT = { profile: 'default', requireComplete: false } as const;

/** What was judged, and where its evidence is. */
interface Judged {
  readonly report: RunReport;
  readonly evidence: string;
  readonly page: () => Promise<string>;
}

async function write(judged: Judged, format: string, out: string | undefined, terminal: Terminal): Promise<void> {
  if (format === 'allure' && out !== undefined) {
    // Only this format needs the library.
    const { writeAllure } = await import('./allure-folder.ts');
    const count = writeAllure(judged.report, out);
    terminal.out(`Written: ${count} results, to ${out}`);
    return;
  }
  const { name, text } = await textOf(judged, format, terminal);
  if (out === undefined) {
    terminal.out(text);
    return;
  }
  const path = pathOf(out, name, judged.evidence);
  await writeWhole(path, text);
  terminal.out(`Written: ${path}`);
}

async function textOf(
  { report, page }: Judged,
  format: string,
  terminal: Terminal,
): Promise<{ readonly name: string; readonly text: string }> {
  if (format === 'allure-page') {
    const { allurePage } = await import('./allure-page.ts');
    return { name: 'allure.html', text: await allurePage(report, terminal) };
  }
  if (format === 'html') return { name: 'report.html', text: await page() };
  if (!isTextFormat(format)) throw unknownFormat(format);
  const { file, render } = TEXT_FORMATS[format];
  return { name: file, text: render(report) };
}

function isTextFormat(format: string): format is keyof typeof TEXT_FORMATS {
  return Object.hasOwn(TEXT_FORMATS, format);
}

async function writeEvidence(
  { evidence, source }: Pick<JudgedAgain, 'evidence' | 'source'>,
  out: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const creator = { name: 'petvet', version: PETVET_VERSION };
  if (out === undefined) {
    for await (const part of harText(source(), creator)) terminal.out(part);
    return;
  }
  const path = pathOf(out, 'evidence.har', evidence);
  await writeHar(path, source(), creator);
  terminal.out(`Written: ${path}`);
}

/**
 * A folder takes a file of the usual name; a name that ends with a slash is that of a folder, which may be missing. What is there is replaced by a new file: a link, a device or a pipe
 * would be gone, and the evidence is all that a run has.
 */
function pathOf(out: string, name: string, evidence: string): string {
  const path = /[/\\]$/.test(out) || isFolder(out) ? join(out, name) : out;
  demandOutputFile(path, 'name a file with --out, or omit --out to print it');
  if (existsSync(path) && realpathSync(path) === realpathSync(evidence))
    throw new UsageError(`${path} is the evidence that the report is made of`, 'name another file with --out');
  return path;
}

function unknownFormat(format: string): UsageError {
  const near = nearName(format.toLowerCase(), FORMAT_NAMES);
  return new UsageError(
    `${JSON.stringify(format)} is not a format`,
    near === undefined ? `use one of ${FORMAT_NAMES.join(', ')}` : `did you mean ${near}?`,
  );
}
