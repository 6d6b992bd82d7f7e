import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { anXray } from '../limiter.fixture.ts';
import { aReport, anExchange, aViolation, type ReportParts } from '../report.fixture.ts';
import { renderPage } from './render.ts';

import { page, stream, textOf, VIOLATING } from './render.fixture.ts';

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

  it('comes with target, address, date and the number of verdicts', async () => {
    const text = textOf(await page(VIOLATING));
    for (const words of [
      'Target staging',
      'http://127.0.0.1:8080/v1',
      '2026-11-21 12:00 UTC',
      '3 fail',
      'Requests 118',
    ])
      expect(text).toContain(words);
  });
});

describe('the table of violations', () => {
  it('has each violated rule with expected, actual and the command that reproduces it, the first one first', async () => {
    const [, table = ''] = /<section id="violations"([^]*?)<\/section>/.exec(await page(VIOLATING)) ?? [];
    const rows = Array.from(table.matchAll(/<tr>([^]*?)<\/tr>/g), ([, row = '']) => textOf(row)).slice(1);
    expect(rows.map((row) => row.trim().split(' ')[0])).toEqual(['LIST-2', 'AUTH-2', 'GET-1']);
    expect(rows[0]).toContain('at most 5');
    expect(rows[0]).toContain('petvet check --rule LIST-2 --seed 42');
  });

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
  it('is the worst violation with its exchange and the way to see it again', async () => {
    const [, first = ''] = /<section id="first"([^]*?)<\/section>/.exec(await page(VIOLATING)) ?? [];
    const text = textOf(first);
    expect(text).toContain('LIST-2 a limit from 1 to 100 returns 200');
    expect(text).toContain('GET /pets?limit=5');
    expect(text).toContain('curl -sS -i -X GET');
    expect(text).toContain('petvet check --rule LIST-2 --seed 42');
    expect(text).toContain('To fix Accept each limit from 1 to 100');
    expect(text).toMatch(/Then AUTH-2 ?, GET-1/);
    expect(first).toContain('at most <mark>5</mark> pets');
  });

  it('is left out where nothing is violated', async () => {
    expect(await page()).not.toContain('id="first"');
  });
});

describe('what is inconclusive', () => {
  const finding = aViolation({
    rule: 'LIST-3',
    verdict: 'inconclusive',
    says: 'counts differ',
    input: 'limit as text',
  });

  it('is shown with the first request, where a must rule is in doubt', async () => {
    const rows = [
      { id: 'LIST-3', verdict: 'inconclusive', says: 'counts differ', findings: [finding] },
      { id: 'AUTH-1', verdict: 'inconclusive', says: 'verified on listPets, not verified on createPet' },
    ] as const;
    const [, doubts = ''] = /<section id="undecided"([^]*?)<\/section>/.exec(await page({ rows })) ?? [];
    expect(textOf(doubts)).toMatch(
      /2 must rules are inconclusive: .* Of 1 a request shows where to look:.*LIST-3 .*counts differ Input: limit as text #1 curl -sS -i -X GET/,
    );
    expect(doubts).not.toContain('AUTH-1');
  });

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

  it('has every rule once, with source and how it is judged', async () => {
    const report = aReport(VIOLATING);
    const html = await renderPage(report, stream([anExchange()]));
    const ids = Array.from(html.matchAll(/<details\s+class="rule[^>]*\sid="([A-Z]+-\d+)"/g), ([, id]) => id);
    expect(ids).toEqual(report.ledger.rows.map(({ id }) => id));
    expect(textOf(html)).toContain('To fix Compare the scheme and the whole token');
    expect(html.match(/<dt>To fix/g)).toHaveLength(3);
    expect(textOf(html)).toContain('How it is verified over the whole range, always including 1 and 100');
  });

  it('shows what is observed, what was not judged, the limiter and the facts', async () => {
    const text = textOf(await page({ ...VIOLATING, xrays: [anXray()] }));
    for (const words of [
      'limit is 0: 400',
      'Rules that were not judged',
      'ruled out by #1, #27: Remaining fell, and none was restored within 1.2 s',
      'The responses are consistent with a fixed window or a sliding log.',
      '1475 days until getPet is removed on 2030-12-05',
      'Detection coverage',
    ])
      expect(text).toContain(words);
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
