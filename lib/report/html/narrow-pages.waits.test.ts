import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aSample } from '../../evidence/load-samples.fixture.ts';
import { aScenario, aTier, tiersDocument } from '../../shapes/tiers.fixture.ts';
import { figuresOf } from '../load-figures.ts';
import { aReport, anExchange, aViolation, bytes } from '../report.fixture.ts';
import { WIDTHS, type Opened, type Options } from './browser.fixture.ts';
import { renderLoadPage } from './load-render.ts';
import { exchanges } from './many-exchanges.fixture.ts';
import { opensFiles } from './opening.fixture.ts';
import { page as checkPage } from './render.fixture.ts';
import { renderTiersPage } from './tiers-render.ts';

const openFile = opensFiles();

/** Writes a page to disk, and opens it for a look. */
async function looking<T>(html: string, options: Options, look: (page: Page) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'petvet-page-'));
  try {
    const file = join(folder, 'report.html');
    await writeFile(file, html);
    await using opened: Opened = await openFile(file, options);
    return await look(opened.page);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const viewportOf = (device: keyof typeof WIDTHS) => ({ viewport: { width: WIDTHS[device], height: 900 } });

/** Two windows of 300 requests, with refusals, errors, and a pause between them. */
function aLoadPage(): Promise<string> {
  const samples = Array.from({ length: 600 }, (_, nth) =>
    aSample({
      window: nth < 300 ? 0 : 1,
      from: 1_795_262_400_000 + nth * 190 + (nth < 300 ? 0 : 90_000),
      duration: 3 + (nth % 40),
      status: nth % 300 > 295 ? 429 : nth % 100 === 50 ? 500 : 200,
    }),
  );
  const load = {
    scenario: 'ceiling',
    asks: 'is it?',
    figures: figuresOf(samples, []),
    dropped: 0,
    steps: [],
    k6: 'k6',
  };
  return renderLoadPage({ ...aReport(), ...load }, samples, exchanges(300));
}

/** The words of each chart that are shown: their size in pixels, and where they lie. */
const LABELS = `[...document.querySelectorAll('svg.chart')].map((chart) =>
  [...chart.querySelectorAll('text')].filter((one) => getComputedStyle(one).display !== 'none').map((one) => {
    const { left, right, top, bottom, height } = one.getBoundingClientRect();
    const drawn = one.getScreenCTM().d * parseFloat(getComputedStyle(one).fontSize);
    return { says: one.textContent.trim(), drawn, left, right, top, bottom, height };
  }))`;

interface Label {
  readonly says: string;
  readonly drawn: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  it('the words of all charts can be read, and none lies on another', async () => {
    const charts = await looking<Label[][]>(await aLoadPage(), viewportOf(device), (page) => page.evaluate(LABELS));
    expect(charts.map(({ length }) => length >= 4)).toEqual([true, true, true, true]);
    const labels = charts.flat();
    expect(labels.filter(({ drawn }) => drawn < 11)).toEqual([]);
    expect(labels.filter(({ left, right }) => left < 0 || right > WIDTHS[device])).toEqual([]);
    const over = charts.flatMap((chart) =>
      chart.flatMap((one, index) =>
        chart
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 4 &&
              other.top < one.bottom - 4,
          )
          .map(({ says }) => [one.says, says]),
      ),
    );
    expect(over).toEqual([]);
  });

  it('every plan and every scenario is there without scrolling down in a table', async () => {
    const scenarios = ['ceiling', 'overshoot', 'isolation'] as const;
    const plans = ['free', 'pro', 'business', 'enterprise'] as const;
    const tiers = plans.map((plan) =>
      aTier({ plan, scenarios: scenarios.map((scenario) => aScenario({ scenario, otherCaller: 'pro' })) }),
    );
    const cut = await looking(renderTiersPage(tiersDocument(tiers)), viewportOf(device), (page) =>
      page.evaluate(
        `[...document.querySelectorAll('.scroll')].map((one) => one.scrollHeight - one.clientHeight).filter((cut) => cut > 1)`,
      ),
    );
    expect(cut).toEqual([]);
  });

  it('no date, id or header name is broken', async () => {
    const rows = [{ id: 'RATE-1', verdict: 'fail', says: 'X-RateLimit-Remaining and X-RateLimit-Reset' }] as const;
    const html = await checkPage({ outcome: 'violating', rows });
    const lines: number[] = await looking(html, viewportOf(device), async (page) => {
      await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
      return page.evaluate(`[...document.querySelectorAll('.one')].map((one) => one.getClientRects().length)`);
    });
    expect(lines.length).toBeGreaterThan(10);
    expect(new Set(lines)).toEqual(new Set([1]));
  });
});

it('what a finding marks is printed, however far down it is', async () => {
  const pets = Array.from({ length: 40 }, (_, id) => ({ id, name: id === 38 ? 'Zorro42' : 'Rex', categoryId: 1 }));
  const exchange = anExchange({ answer: { body: bytes(JSON.stringify(pets)) } });
  const finding = aViolation({ rule: 'LIST-2', expected: 'another name', actual: 'the name is "Zorro42"', pet: '38' });
  const rows = [{ id: 'LIST-2', verdict: 'fail', says: 'a name', findings: [finding] }] as const;
  const html = await checkPage({ outcome: 'violating', rows, exchanges: [exchange] });
  const cut = await looking(html, { viewport: { width: 720, height: 900 } }, async (page) => {
    await page.emulateMedia({ media: 'print' });
    return page.evaluate(`[...document.querySelectorAll('pre mark')].filter((one) => one.checkVisibility()).map((one) =>
      one.getBoundingClientRect().bottom > one.closest('pre').getBoundingClientRect().bottom)`);
  });
  expect(cut).toEqual(expect.arrayContaining([false]));
  expect(cut).not.toContain(true);
});
