import { rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { readGivenFile } from '../../files/given-file.ts';
import { temporaryFolder } from '../../files/temporary-folder.ts';
import { runChild } from '../../load/child-run.ts';
import { printable } from '../../text/printable.ts';
import type { RunReport } from '../../report/run-report.ts';
import { writeAllure } from './allure-folder.ts';
import type { Terminal } from '../shared/terminal.ts';

/** The version whose page was looked at. */
const KNOWN_VERSION = '3.18.0';

/** Where the programs are that came along with petvet, if this one did. */
const OWN_PROGRAMS = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin');

/** A page is made in a second or two; whatever takes longer than that hangs. */
const MOST_SECONDS = 120;

/** A page holds a run's report, and no bodies but short ones. */
const MOST_BYTES = 256 * 1_048_576;

const SETTINGS = {
  name: 'petvet',
  output: './page',
  plugins: { awesome: { options: { singleFile: true, reportName: 'petvet' } } },
};

/**
 * A run as Allure's page in one file, made by the `allure` of this project (`node_modules/.bin`), that of petvet's
 * own clone, or that of the path. The page
 * asks nobody for anything: the request to a counter of visits, which Allure writes into each page, is taken out.
 *
 * @param programs - the folder of the programs that came along with petvet
 * @throws {UsageError} when there is no `allure`, when it fails, or when its page would still load something
 */
export async function allurePage(report: RunReport, terminal: Terminal, programs = OWN_PROGRAMS): Promise<string> {
  const folder = temporaryFolder('allure');
  try {
    writeAllure(report, join(folder, 'results'));
    await writeFile(join(folder, 'allurerc.json'), JSON.stringify(SETTINGS));
    await runAllure(folder, programs, terminal);
    return withoutCounter(pageIn(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Nothing of this process's environment goes along but what a program needs to start: keys are none of its business. */
async function runAllure(folder: string, programs: string, { cwd, environment, interrupt }: Terminal): Promise<void> {
  const path = [join(cwd, 'node_modules', '.bin'), programs, environment['PATH'] ?? ''].join(delimiter);
  const { status, said } = await runChild({
    file: 'allure',
    args: ['generate', 'results', '--config', 'allurerc.json'],
    cwd: folder,
    environment: { PATH: path, HOME: folder },
    timeoutSeconds: MOST_SECONDS,
    interrupt,
    graceSeconds: 0,
  }).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError('there is no allure here', `npm install --save-dev allure@${KNOWN_VERSION}, and try again`);
  });
  if (status !== 0) {
    const lines = said.split('\n');
    const telling = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
    throw new UsageError(
      `allure ended with ${status ?? 'a signal'}: ${printable(telling)}`,
      'use --format allure, and run it yourself',
    );
  }
}

function pageIn(folder: string): string {
  try {
    return readGivenFile(join(folder, 'page', 'index.html'), { bytes: MOST_BYTES }).toString();
  } catch {
    throw new UsageError('this allure makes no page in one file', `petvet knows allure ${KNOWN_VERSION}`);
  }
}

/** The counter comes as two scripts, one after the other. */
const COUNTER =
  /\s*<script[^>]*\ssrc="https:\/\/www\.googletagmanager\.com\/[^"]*"[^>]*><\/script>\s*<script>[^<]*\bgtag\([^<]*<\/script>/g;

/** A script, a picture or a style that is loaded from elsewhere. */
const FOREIGN =
  /<(?:script|img|link|iframe)\b[^>]{0,300}?\s(?:src|href)="(?:https?:)?\/\/[^"]{0,300}|googletagmanager/i;

function withoutCounter(page: string): string {
  const own = page.replace(COUNTER, '');
  const [foreign] = FOREIGN.exec(own) ?? [];
  if (foreign !== undefined)
    throw new UsageError(
      `the page of this allure would load something from elsewhere: ${printable(foreign, 200)}`,
      `petvet knows allure ${KNOWN_VERSION}`,
    );
  return own;
}
