import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../../lib/cli/main.ts';
import { endProcess } from '../../lib/files/end-process.ts';
import { startReferenceServer } from '../../lib/reference/server.ts';
import { startBrowser } from '../../lib/report/html/browser.fixture.ts';
import { vettedReference, type VettedPage } from '../../lib/run/vetted-page.fixture.ts';

/**
 * Makes pictures of report.html, from real runs: a service whose lists hold two pets for `limit=1`, one that conforms,
 * and one that is driven to its ceiling by k6, which is obtained when it is not there. Argument: the folder.
 */
const [folder = 'docs'] = process.argv.slice(2);

const SIZE = { width: 1_180, height: 1_120 };

const browser = await startBrowser();
/** In seconds: whoever waits for the pictures waits that long. */
const SHORT_MINUTE = 10;

await picture('report-violating', await vettedReference({ defect: 'limit-1-gives-2' }));
await picture('report-conforming', await vettedReference({}));
await picture('report-load', await loaded());
await browser.close();
endProcess(0);

/** The top of a page as a PNG, in light colours. */
async function picture(name: string, made: VettedPage): Promise<void> {
  await using page = made;
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(page.file).href);
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}

/** The page of a load run against the reference server. */
async function loaded(): Promise<VettedPage> {
  const cwd = await mkdtemp(join(tmpdir(), 'petvet-picture-'));
  const server = await startReferenceServer({ plan: 'free', windowSeconds: SHORT_MINUTE });
  const environment = {
    ...process.env,
    PETVET_TARGET: 'staging',
    PETVET_STAGING_BASE_URL: server.baseUrl,
    PETVET_STAGING_API_KEY: server.keys.primary,
    PETVET_STAGING_PLAN: 'free',
    PETVET_STAGING_WINDOW_SECONDS: `${SHORT_MINUTE}`,
  };
  await run(['load', 'ceiling', '--install-k6', '--report', cwd], {
    out: () => {},
    err: () => {},
    pass: () => {},
    colour: false,
    live: false,
    width: 100,
    cwd,
    environment,
    today: new Date().toISOString().slice(0, 10),
    interrupt: new AbortController().signal,
  });
  await server.close();
  return { file: join(cwd, 'report.html'), [Symbol.asyncDispose]: () => rm(cwd, { recursive: true, force: true }) };
}
