import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type VettedPage } from '../../run/vetted-page.fixture.ts';
import { conformanceOf } from '../conformance.ts';
import { renderHistory } from '../history-page.ts';
import { aReport } from '../report.fixture.ts';
import type { RunReport } from '../run-report.ts';
import { audit, WIDTHS } from './browser.fixture.ts';
import { opensFiles } from './opening.fixture.ts';
import { exchanges } from './many-exchanges.fixture.ts';
import { writePage } from './render.ts';

const openFile = opensFiles();

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const viewport = { width: WIDTHS[device], height: 900 };

  it('the page of all runs has a margin, and its tables scroll within it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'petvet-runs-'));
    try {
      const file = join(folder, 'index.html');
      const check = { folder: 'a', report: conformanceOf(aReport({})) };
      const none = { loads: [], more: 0, isOneService: false };
      await writeFile(
        file,
        renderHistory([{ ...none, name: 'staging', baseUrl: 'http://a/v1', checks: [check, check] }]),
      );
      await using opened = await openFile(file, { viewport });
      const { page } = opened;
      const box = await page.locator('.scroll').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(16);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width - 16);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      expect((await audit(page)).violations).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a run of 5000 exchanges', () => {
  it('is there within a second, and shows any of them', async () => {
    await using place = await pageOf(aReport({ run: { sent: 5_000 } }), 5_000);
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await using opened = await openFile(place.file);
      times.push(Number(await opened.page.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd')));
    }
    expect(Math.min(...times)).toBeLessThan(1_000);
    await using opened = await openFile(place.file);
    const { page, complaints } = opened;
    await page.locator('#any-number').fill('5000');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('#exchange-answer').getByText('pet 5000 of them').waitFor();
    expect(complaints).toEqual([]);
  });
});

/** The page of a report, on disk, with that many exchanges whose bodies differ. */
async function pageOf(report: RunReport, count: number): Promise<VettedPage> {
  const directory = await mkdtemp(join(tmpdir(), 'petvet-page-'));
  const file = await writePage(directory, report, exchanges(count));
  return { file, [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) };
}
