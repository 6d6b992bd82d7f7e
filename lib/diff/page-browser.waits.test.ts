import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, WIDTHS } from '../report/html/browser.fixture.ts';
import { opensFiles, PATIENCE } from '../report/html/opening.fixture.ts';
import { compareChecks } from './checks.ts';
import { aCheck } from './diff.fixture.ts';
import { EVERYTHING } from './every-part.fixture.ts';
import { renderChecksDiffPage } from './page.ts';

const PAGES = {
  before: 'before/report.html',
  after: 'after/report.html',
  again: 'again/report.html',
  afterAgain: 'after-again/report.html',
};
const TEXTS = {
  'with differences': renderChecksDiffPage(EVERYTHING, PAGES),
  'without any': renderChecksDiffPage(compareChecks(aCheck('a'), aCheck('b'))),
} as const;

const openFile = opensFiles();
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'petvet-diff-page-'));
  for (const [name, text] of Object.entries(TEXTS)) writeFileSync(join(place, `${name}.html`), text);
}, PATIENCE);

afterAll(async () => {
  await rm(place, { recursive: true, force: true });
});

describe.each(Object.keys(TEXTS))('the page of a comparison %s', (name) => {
  it.each([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ] as const)(
    'is accessible and no wider than a %s, in %s',
    async (device, colorScheme) => {
      const viewport = { width: WIDTHS[device], height: 900 };
      await using opened = await openFile(join(place, `${name}.html`), { viewport, colorScheme });
      const { page, complaints } = opened;
      const { violations, kept } = await audit(page);
      expect(violations).toEqual([]);
      expect(kept).toBeGreaterThan(15);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device]);
      expect(complaints).toEqual([]);
    },
    PATIENCE,
  );
});
