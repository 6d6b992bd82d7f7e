import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { vettedHostile, vettedReference, type VettedPage } from '../../run/vetted-page.fixture.ts';
import { audit, WIDTHS, type Opened, type Options } from './browser.fixture.ts';
import { opensFiles } from './opening.fixture.ts';

/** Three whole runs, one of them with a window that is waited for, and unpacking a browser. */
const PATIENCE = 180_000;

const RUNS = ['violating', 'conforming', 'hostile'] as const;

const openFile = opensFiles();
let pages: Readonly<Record<(typeof RUNS)[number], VettedPage>>;

beforeAll(async () => {
  const [violating, conforming, hostile] = await Promise.all([
    vettedReference({ defect: 'limit-1-gives-2' }),
    vettedReference({}),
    vettedHostile(),
  ]);
  pages = { violating, conforming, hostile };
}, PATIENCE);

afterAll(async () => {
  await Promise.all(Object.values(pages).map((page) => page[Symbol.asyncDispose]()));
});

/** Opens the page of a run from disk. */
function open(run: (typeof RUNS)[number], options: Options = {}, hash = ''): Promise<Opened> {
  return openFile(pages[run].file, options, hash);
}

/** Opens the first rule of each verdict and the figures of the charts; all rules only where told, as axe is slow. */
async function openAll(page: Page, isEverything: boolean): Promise<void> {
  const verdicts = new Set<string | undefined>();
  const wanted = await page
    .locator('details')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-verdict') ?? undefined));
  const opened = wanted.flatMap((verdict, index) => {
    if (!isEverything && verdict !== undefined && verdicts.has(verdict)) return [];
    verdicts.add(verdict);
    return [index];
  });
  await page.evaluate(
    `for (const index of ${JSON.stringify(opened)}) document.querySelectorAll('details')[index].open = true`,
  );
}

function visibleRules(page: Page) {
  return page.locator('details.rule:visible');
}

describe.each(RUNS)('the page of a %s run', (run) => {
  it.each([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'has no accessibility violation on a %s in %s',
    async (device, colorScheme) => {
      await using opened = await open(run, { viewport: { width: WIDTHS[device], height: 900 }, colorScheme });
      const { page, complaints } = opened;
      await openAll(page, run === 'violating' && device === 'phone' && colorScheme === 'light');
      const { violations, kept } = await audit(page);
      expect(violations).toEqual([]);
      expect(kept).toBeGreaterThan(20);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
      expect(complaints).toEqual([]);
    },
    PATIENCE,
  );

  it('is there within a second', async () => {
    const times: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await using opened = await open(run);
      times.push(Number(await opened.page.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd')));
    }
    // The machine may be busy with other tests: it is enough that the page can be there this soon.
    expect(Math.min(...times)).toBeLessThan(1_000);
  });

  it('is read without its script', async () => {
    await using opened = await open(run, { javaScriptEnabled: false });
    const { page } = opened;
    expect(await page.locator('h1').textContent()).toMatch(/Conforms|Violates|left open|Ended early/);
    expect(await page.locator('button:visible, form:visible').count()).toBe(0);
    await page
      .locator('details.area')
      .first()
      .evaluate((area) => area.setAttribute('open', ''));
    const rule = page.locator('details.rule').first();
    await rule.locator('summary').click();
    expect(await rule.locator('.details').isVisible()).toBe(true);
  });
});

/** Of each element that matches, whether a part of it is cut off. */
function cutOff(page: Page, selector: string): Promise<unknown> {
  const isCut = `(one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
    return (hides(overflowY) && one.scrollHeight > one.clientHeight + 1) || (hides(overflowX) && one.scrollWidth > one.clientWidth + 1);
  }`;
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(${isCut})`);
}

describe.each(['desktop', 'phone'] as const)('on a %s', (device) => {
  const viewport = { width: WIDTHS[device], height: 900 };

  it('no command is cut off, however long it is', async () => {
    await using opened = await open('hostile', { viewport });
    await openAll(opened.page, true);
    const cut = await cutOff(opened.page, '.command code');
    expect(cut).toEqual(expect.arrayContaining([false]));
    expect(cut).not.toContain(true);
  });
});

describe('a hostile service', () => {
  it('runs nothing in the page, nor in what is shown on demand', async () => {
    await using opened = await open('hostile');
    const { page, complaints } = opened;
    await page.locator('#any-number').fill('1');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.locator('#exchange-answer').getByText('taken over').waitFor();
    expect(await page.title()).toContain('petvet');
    expect(await page.locator('img, iframe, object, script').count()).toBe(2);
    expect(complaints).toEqual([]);
  });
});

describe('the rules', () => {
  it('are narrowed by verdict and level', async () => {
    await using opened = await open('violating');
    const { page } = opened;
    const all = await page.locator('details.rule').count();
    await page.getByRole('checkbox', { name: /^fail/ }).check();
    expect(await visibleRules(page).evaluateAll((rules) => rules.map((rule) => rule.id))).toEqual(['LIST-2']);
    expect(await page.locator('#found').textContent()).toBe(`1 of ${all} rules`);
    await page.getByRole('checkbox', { name: /^should/ }).check();
    expect(await visibleRules(page).count()).toBe(0);
    await page.getByRole('checkbox', { name: /^fail/ }).uncheck();
    expect(await visibleRules(page).count()).toBeGreaterThan(5);
    expect(await visibleRules(page).count()).toBeLessThan(all);
  });

  it('are found by words of theirs, and areas without any are hidden', async () => {
    await using opened = await open('conforming');
    const { page } = opened;
    await page.getByRole('searchbox').fill('retry-after  RATE-');
    const found = await visibleRules(page).evaluateAll((rules) => rules.map((rule) => rule.id));
    expect(found).toContain('RATE-7');
    expect(found.every((id) => id.startsWith('RATE') || id.startsWith('CLIENT'))).toBe(true);
    expect(await page.locator('#area-LIST').isVisible()).toBe(false);
    await page.getByRole('searchbox').fill('');
    expect(await page.locator('#area-LIST').isVisible()).toBe(true);
  });

  it('are folded by section where nothing needs attention, until they are searched', async () => {
    await using opened = await open('violating');
    const { page } = opened;
    const areas = () => page.locator('details.area').evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
    const before = await areas();
    expect(before).toContain(true);
    expect(before).toContain(false);
    await page.getByRole('searchbox').fill('JSON-1');
    expect(await page.locator('#JSON-1').isVisible()).toBe(true);
    await page.getByRole('searchbox').fill('');
    expect(await areas()).toEqual(before);
  });

  it('open by a link, and by the keyboard', async () => {
    await using opened = await open('violating', {}, '#LIST-3');
    const { page } = opened;
    expect(await page.locator('#LIST-3').getAttribute('open')).not.toBeNull();
    await page.locator('#LIST-4 > summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#LIST-4 .details').isVisible()).toBe(true);
    await page.locator('.card.fail h3 a').click();
    await expect.poll(() => page.locator('#LIST-2 .details').isVisible()).toBe(true);
  });

  it('are all printed, dark on white, the violated ones with their evidence', async () => {
    await using opened = await open('violating');
    const { page } = opened;
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('#LIST-2 .details').isVisible()).toBe(true);
    expect(await page.locator('#filters').isVisible()).toBe(false);
  });

  it.each(['A4', 'Letter'])('fill at most eight sheets of %s, whatever was opened before', async (format) => {
    await using opened = await open('violating');
    const { page } = opened;
    await openAll(page, true);
    const margin = '10mm';
    const pdf = await page.pdf({ format, margin: { top: margin, right: margin, bottom: margin, left: margin } });
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    expect(sheets.length).toBeGreaterThan(2);
    expect(sheets.length).toBeLessThanOrEqual(8);
  });
});

describe('evidence', () => {
  it('is copied as a curl line', async () => {
    await using opened = await open('violating', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = opened;
    const command = page.locator('.card .command').first();
    await command.getByRole('button').click();
    await page.locator('#said', { hasText: 'Copied' }).waitFor({ state: 'attached' });
    expect(await command.getByRole('button').textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await command.locator('code').textContent());
    expect(await command.locator('code').textContent()).toMatch(/^curl .*"\$PETVET_STAGING_(SECOND_)?API_KEY"/);
  });

  it('is shown on demand, with the exchanges before and after it, and closed with Escape', async () => {
    await using opened = await open('conforming', {}, '#LIST-1');
    const { page, complaints } = opened;
    await page.locator('#LIST-1 .look-up button').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^GET \/pets/).waitFor();
    const [first, second] = [await dialog.locator('h2').textContent(), dialog.getByRole('button', { name: 'Next' })];
    await second.click();
    await expect.poll(() => dialog.locator('h2').textContent()).not.toBe(first);
    expect(await dialog.locator('#exchange-answer').textContent()).toMatch(/^\d{3}\n/);
    expect((await audit(page, '#exchange')).violations).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('of a long value shows its beginning, and the whole on demand', async () => {
    await using opened = await open('hostile');
    const { page } = opened;
    await openAll(page, false);
    const rest = page.locator('.rest').first();
    expect(await rest.isVisible()).toBe(false);
    const more = page.locator('button.more').first();
    expect(await more.textContent()).toMatch(/^… \d+ more characters$/);
    await more.click();
    expect(await rest.isVisible()).toBe(true);
  });

  it('that the page does not hold is named', async () => {
    await using opened = await open('conforming');
    const { page } = opened;
    await page.evaluate(`document.querySelector('#any-number').max = 1e6`);
    await page.locator('#any-number').fill('99999');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('This page does not contain it').waitFor();
    expect(await page.locator('#exchange-title').textContent()).toBe('Exchange #99999');
  });
});
