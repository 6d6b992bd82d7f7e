import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCertificate, aContent, predicateIn } from '../certificate/certificate.fixture.ts';
import { openFile, startBrowser, WIDTHS } from '../report/html/browser.fixture.ts';
import { renderRegisterPage } from './page.ts';
import type { Submission } from './register.ts';
import { tableOf } from './table.ts';

/** Unpacking a browser. */
const PATIENCE = 180_000;

const { claims } = aContent();

/** A submission that holds, of an implementation that does this where the specification is silent. */
function holding(name: string, observed: readonly string[]): Submission {
  const said = observed.map((says) => ({ rule: 'LIST-5', says, times: 1 }));
  const text = aCertificate(undefined, { claims: { ...claims, observed: said } }).toString();
  const reproduce = 'npm start';
  const product = { schema: 'petvet/product/1', name, version: '1.0.0', vendor: 'Example', reproduce } as const;
  const homepage = { homepage: 'https://pets.example' };
  const certificate = predicateIn(text);
  return {
    name,
    version: '1.0.0',
    state: 'holds',
    says: 'it holds',
    product: { ...product, ...homepage },
    certificate,
  };
}

const TABLE = tableOf([
  holding('pets-go', ['limit is 101: 400', 'limit is "abc": 400']),
  holding('pets-js', ['limit is 101: 200 <script>alert(1)</script>']),
  { name: 'pets-old', version: '0.9.0', state: 'fails', says: 'it counted as fresh until 2026-02-01, which is over' },
  { name: 'pets-new', version: '2.0.0', state: 'unchecked', says: 'catalogue 9.0.0 is not known' },
]);

let browser: Browser;
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'petvet-register-page-'));
  writeFileSync(join(place, 'register.html'), renderRegisterPage(TABLE));
  browser = await startBrowser();
}, PATIENCE);

afterAll(async () => {
  await browser.close();
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
      await using opened = await openFile(browser, join(place, 'register.html'), { viewport, colorScheme });
      const { page, complaints } = opened;
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
      const text = await page.innerText('main');
      for (const said of ['pets-go', 'conforms', 'refused', 'fresh until 2026-02-01', 'limit is 101: 200 <script>'])
        expect(text).toContain(said);
      expect(complaints).toEqual([]);
    },
    PATIENCE,
  );
});
