import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observed } from '../diff/diff.fixture.ts';
import { audit, WIDTHS } from '../report/html/browser.fixture.ts';
import { opensFiles, PATIENCE } from '../report/html/opening.fixture.ts';
import { renderRegisterPage } from './page.ts';
import { DEFAULT_PROGRAMME } from './programme.ts';
import { aDispute, AS_OF, holding, holdingClient, stale } from './register.fixture.ts';
import { tableOf } from './table.ts';

const TABLE = tableOf(
  [
    holding('pets-go', '1.0.0', { rows: [observed('LIST-5', ['limit is "101"', '400'], ['limit is "abc"', '400'])] }),
    holding('pets-go', '1.1.0', { rows: [observed('LIST-5', ['limit is "101"', '200 with 100 items'])] }),
    holding('pets-js', '1.0.0', {
      rows: [
        observed('LIST-5', ['limit is "101"', '200 <script>alert(1)</script>'], ['limit is "abc"', '400']),
        observed('RATE-12', ['kind', 'x']),
      ],
    }),
    holdingClient('adopt'),
    {
      ...holding('pets-rs'),
      evidence: 'evidence.jsonl.gz',
      disputes: [aDispute({ response: { on: AS_OF, says: 'a cache responded' } })],
    },
    stale('pets-old', '0.9.0'),
    { name: 'pets-new', version: '2.0.0', state: 'unchecked', says: 'catalogue 9.0.0 is not known' },
  ],
  AS_OF,
  {
    programme: DEFAULT_PROGRAMME,
    errata: [
      { id: 'E1', rule: 'LIST-4', catalogues: ['1.0.0'], from: AS_OF, does: 'excludes', says: 'LIST-4 is wrong' },
    ],
  },
);

const openFile = opensFiles();
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'petvet-register-page-'));
  writeFileSync(join(place, 'register.html'), renderRegisterPage(TABLE, { hasBadges: true, submissions: 'register' }));
}, PATIENCE);

afterAll(async () => {
  await rm(place, { recursive: true, force: true });
});

describe('the page of a register', () => {
  it.each([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'is accessible and no wider than a %s, in %s',
    async (device, colorScheme) => {
      const viewport = { width: WIDTHS[device], height: 900 };
      await using opened = await openFile(join(place, 'register.html'), { viewport, colorScheme });
      const { page, complaints } = opened;
      const { violations } = await audit(page);
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
      const text = await page.innerText('main');
      for (const said of [
        'pets-go',
        'conforms',
        'refused',
        'fresh until 2026-02-01',
        'Not listed',
        'the vendor: certify again and submit',
        'an item too many',
        'a cache responded',
        'LIST-4 is wrong',
        '200 <script>',
        'By version',
        'differ',
        '2 of 3 met',
        'Freedoms that clients stand',
        'ids are beyond 2^53',
      ])
        expect(text).toContain(said);
      expect(await page.getByRole('img', { name: 'Badge of pets-old 0.9.0: stale' }).isVisible()).toBe(true);
      const [first] = await page.getByRole('heading', { level: 2 }).allInnerTexts();
      expect(first).toBe('Implementations');
      expect(await page.getByRole('link', { name: 'Badge of pets-rs 1.0.0: disputed' }).getAttribute('href')).toBe(
        'register/pets-rs/1.0.0/evidence.jsonl.gz',
      );
      expect(complaints).toEqual([]);
    },
    PATIENCE,
  );

  it(
    'has filters for what the specification leaves open, and shows all of it without script',
    async () => {
      const rows = 'tr[data-compared]:visible';
      await using plain = await openFile(join(place, 'register.html'), { javaScriptEnabled: false });
      expect(await plain.page.locator('#row-filters').isVisible()).toBe(false);
      const all = await plain.page.locator(rows).count();
      expect(all).toBeGreaterThan(2);
      await using opened = await openFile(join(place, 'register.html'), { viewport: { width: 390, height: 900 } });
      const { page } = opened;
      expect(await page.locator(rows).count()).toBe(all);
      expect(await page.innerText('#row-found')).toBe(`All ${all} rows`);
      await page.locator('#row-compared').selectOption('differ');
      expect(await page.locator(rows).allInnerTexts()).toEqual([expect.stringContaining('limit is "101"')]);
      await page.locator('#row-compared').selectOption('');
      await page.getByLabel('Operation').selectOption('rate limit');
      expect(await page.locator(rows).allInnerTexts()).toEqual([expect.stringContaining('kind')]);
      expect(await page.getByRole('heading', { name: 'listPets' }).isVisible()).toBe(false);
      await page.getByLabel('Operation').selectOption('');
      await page.getByLabel('Search').fill('invalid abc');
      expect(await page.locator(rows).allInnerTexts()).toEqual([expect.stringContaining('limit is "abc"')]);
      const { violations } = await audit(page);
      expect(violations).toEqual([]);
      expect(await page.innerText('#row-found')).toBe(`1 of ${all} rows`);
    },
    PATIENCE,
  );
});
