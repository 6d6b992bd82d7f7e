import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Where systems keep a Chromium. */
const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ROOT = join(import.meta.dirname, '..', '..', '..');
const UNPACKED = join(ROOT, 'node_modules', '.cache', 'petvet-chromium');

/** Starts a browser: the system's where there is one, else the one that comes along as a package (Linux on x64). */
export async function startBrowser(): Promise<Browser> {
  const executablePath = SYSTEM.find((path) => existsSync(path));
  const args = ['--no-sandbox', '--disable-gpu'];
  if (executablePath !== undefined) return chromium.launch({ executablePath, args });
  return chromium.launch({
    executablePath: await unpacked(),
    args,
    env: {
      ...environment(),
      LD_LIBRARY_PATH: join(UNPACKED, 'al2023', 'lib'),
      ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: join(UNPACKED, 'fonts') }),
    },
  });
}

/**
 * Unpacks the packaged browser once, with the libraries that a bare machine lacks. The folder gets its name when all is
 * in it, so that of two processes neither takes half of it.
 */
async function unpacked(): Promise<string> {
  const executable = join(UNPACKED, 'chromium');
  if (existsSync(executable)) return executable;
  mkdirSync(join(UNPACKED, '..'), { recursive: true });
  const fresh = mkdtempSync(`${UNPACKED}-`);
  const before = environment();
  // The package unpacks to the folder for temporary files, and its libraries only where it believes itself at home.
  process.env['TMPDIR'] = fresh;
  process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs22.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
    renameSync(fresh, UNPACKED);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(executable)) throw error;
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  return executable;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The widths at which pages are looked at, in pixels. */
export const WIDTHS = { desktop: 1_280, phone: 390 } as const;

/** How a page is opened. */
export type Options = NonNullable<Parameters<Browser['newContext']>[0]>;

/** A page that is open. */
export interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** What a page must not do: requests besides its own file, errors, warnings. */
  readonly complaints: string[];
}

/** Opens a file from disk. */
export async function openFile(browser: Browser, file: string, options: Options = {}, hash = ''): Promise<Opened> {
  const context: BrowserContext = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url) complaints.push(`a request to ${request.url()}`);
  });
  await page.goto(url + hash);
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** What axe says of a page. */
export interface Audit {
  /** The rules of accessibility that are violated, each with the first elements that do. */
  readonly violations: readonly string[];
  /** How many rules are kept. */
  readonly kept: number;
}

/** Has axe look at a page, or at a part of it. In its page: what is right is not sent through the browser, megabytes of it. */
export async function audit(page: Page, part?: string): Promise<Audit> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations, passes } = await (part === undefined ? axe : axe.include(part)).analyze();
  const told = violations.map(({ id, nodes }) => {
    const elements = nodes.slice(0, 3).map(({ html }) => html);
    return `${id}: ${elements.join(' ')}`;
  });
  return { violations: told, kept: passes.length };
}
