import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anXray } from '../limiter.fixture.ts';
import { anExchange, aViolation, type ReportParts } from '../report.fixture.ts';

import { page, textOf, VIOLATING } from './render.fixture.ts';

describe('the outcome', () => {
  it.each([
    [VIOLATING, 'Violates 3 must rules'],
    [{}, 'Conforms'],
    [
      { outcome: 'incomplete', rows: [{ id: 'RATE-5', verdict: 'not-exercised', says: 'not reached' }] },
      'Incomplete: 1 must rule could not be verified',
    ],
    [{ outcome: 'aborted', run: { aborted: 'the run was interrupted' } }, 'Ended early'],
  ] satisfies (readonly [ReportParts, string])[])('is the headline and the title', async (parts, words) => {
    const html = await page(parts);
    expect(html).toMatch(new RegExp(`<h1>[^]*</span>\\s*${words}\\s*</h1>`));
    expect(html).toContain(`<title>${words}: staging`);
  });
});

describe('the table of violations', () => {
  it('says what was unusual about the request', async () => {
    const { rows = [] } = VIOLATING;
    const unusual = aViolation({ rule: 'LIST-2', expected: '400', actual: '201', input: 'status is ""' });
    const [first, ...others] = rows;
    const parts = { ...VIOLATING, rows: first === undefined ? [] : [{ ...first, findings: [unusual] }, ...others] };
    const [, table = ''] = /<section id="violations"([^]*?)<\/section>/.exec(await page(parts)) ?? [];
    expect(textOf(table)).toContain('201 (status is &quot;&quot;)');
  });

  it('is left out where one violation, or none, is shown in full', async () => {
    expect(await page()).not.toContain('id="violations"');
  });
});

describe('what to fix first', () => {
  it('is left out where nothing is violated', async () => {
    expect(await page()).not.toContain('id="first"');
  });
});

describe('what is inconclusive', () => {
  it('has no section where nothing is', async () => {
    expect(await page(VIOLATING)).not.toContain('id="undecided"');
  });
});

describe('the page', () => {
  it.each(['AUTH-1', 'AUTH-4'] as const)('has as the example of %s the exchange that the rule is about', async (id) => {
    const created = anExchange({ id: 1, request: { method: 'POST' }, answer: { status: 201 } });
    const refused = anExchange({ id: 2, request: { method: 'POST' }, answer: { status: 401 } });
    const html = await page({ rows: [{ id, evidence: [1, 2] }], exchanges: [created, refused] });
    const [, row = ''] = new RegExp(`id="${id}"([^]*?)</details>`).exec(html) ?? [];
    expect(textOf(row)).toContain('Exchange #2');
    expect(textOf(row)).not.toContain('Exchange #1');
  });

  it('has no id twice, and every link within it leads somewhere', async () => {
    const html = await page({ ...VIOLATING, xrays: [anXray()] });
    const ids = Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const links = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('may load nothing and run only its own script', async () => {
    const html = await page(VIOLATING);
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? '';
    expect(policy).toContain("default-src 'none'");
    for (const [directive, element] of [
      ['style-src', 'style'],
      ['script-src', 'script'],
    ] as const) {
      const [, text = ''] = new RegExp(`<${element}(?: type="module")?>([^]*?)</${element}>`).exec(html) ?? [];
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(html).not.toMatch(/\s(style|on[a-z]+)="|(src|href)="(?!#)|url\(|@import/);
  });
});
