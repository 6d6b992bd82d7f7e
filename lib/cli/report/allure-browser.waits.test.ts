import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opensFiles, PATIENCE } from '../../report/html/opening.fixture.ts';
import { aReport, anExchange, bytes, VIOLATING } from '../../report/report.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { allurePage } from './allure-page.ts';
import type { Terminal } from '../shared/terminal.ts';

/** A tag that would change the title of the page, if it were one. */
const HOSTILE = '<img src=x onerror=document.title=1><script>document.title=1</script>';

const openFile = opensFiles();

describe('the page that the real allure makes', { timeout: PATIENCE }, () => {
  it('shows the rules and the exchange, loads nothing, and runs nothing that the service says', async () => {
    await using place = await folder();
    const terminal: Terminal = {
      out: () => {},
      err: () => {},
      pass: () => {},
      colour: false,
      live: false,
      width: 100,
      cwd: place.path,
      environment: { PATH: process.env['PATH'] },
      today: '2026-11-21',
      interrupt: new AbortController().signal,
    };
    const exchanges = [anExchange({ answer: { body: bytes(JSON.stringify([{ id: 1, name: HOSTILE }])) } })];
    const file = join(place.path, 'allure.html');
    writeFileSync(file, await allurePage(aReport({ ...VIOLATING, exchanges }), terminal));
    await using opened = await openFile(file);
    const { page, complaints } = opened;
    await page.getByText('LIST-2').first().click();
    await page.getByText('six came for five').first().waitFor();
    await page.getByText('#1 GET /pets?limit=5').first().click();
    await page.getByText(HOSTILE, { exact: false }).first().waitFor();
    expect(await page.locator('body').textContent()).not.toContain('missed');
    expect(await page.title()).not.toBe('1');
    expect(complaints).toEqual([]);
  });
});
