import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { audit, WIDTHS } from '../report/html/browser.fixture.ts';
import { opensFiles } from '../report/html/opening.fixture.ts';
import { renderClientPage } from './client-page.ts';
import { aClientReport } from './client-report.fixture.ts';

const openFile = opensFiles();

it.each(['desktop', 'phone'] as const)(
  'the page on a client fits a %s, can be read by all, and leads to the requests that show a violation',
  async (device) => {
    const folder = await mkdtemp(join(tmpdir(), 'petvet-client-'));
    try {
      const file = join(folder, 'report.html');
      await writeFile(file, renderClientPage(aClientReport({ 'CLIENT-2': 'fail' }, { outcome: 'violating' })));
      await using opened = await openFile(file, { viewport: { width: WIDTHS[device], height: 900 } });
      const { page, complaints } = opened;
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
      expect((await audit(page)).violations).toEqual([]);
      await page.locator('#CLIENT-2').getByRole('link', { name: '#2' }).click();
      expect(await page.evaluate('document.querySelector(":target")?.id')).toBe('request-2');
      expect(complaints).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
