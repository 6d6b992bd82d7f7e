import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '../report/html/browser.fixture.ts';
import { vettedReference, type VettedPage } from '../run/vetted-page.fixture.ts';

/**
 * Makes the README's pictures of report.html, from real runs: a service whose lists hold two animals for `limit=1`, and
 * one that conforms. Argument: the folder.
 */
const [folder = 'docs'] = process.argv.slice(2);

const SIZE = { width: 1_180, height: 1_120 };

const browser = await startBrowser();
await picture('report-violating', await vettedReference({ defect: 'limit-1-gives-2' }));
await picture('report-conforming', await vettedReference({}));
await browser.close();
process.exit(0);

/** The top of a page as a PNG, in light colours. */
async function picture(name: string, made: VettedPage): Promise<void> {
  await using page = made;
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(page.file).href);
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
