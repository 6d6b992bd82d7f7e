import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { withoutSpans } from '../report/html/unbroken.fixture.ts';
import { renderClientPage } from './client-page.ts';
import { aClientReport } from './client-report.fixture.ts';

/** The text of a page without its markup, blanks taken together. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body>'), page.indexOf('<dialog'));
  return withoutSpans(body)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** How many tags a page has. */
function tagsOf(page: string): number {
  return withoutSpans(page).match(/<\/?[a-z]+/g)?.length ?? 0;
}

describe('the page on a client', () => {
  it.each([
    ['conforming', {}, 'Conforms Every must rule for clients is satisfied.'],
    ['violating', { 'CLIENT-2': 'fail' }, 'Violates 1 must rule CLIENT-2 is violated.'],
    [
      'incomplete',
      { 'CLIENT-3': 'inconclusive', 'CLIENT-4': 'not-exercised' },
      'Incomplete: 2 must rules could not be verified No must rule is violated; CLIENT-3, CLIENT-4 were not verified.',
    ],
  ] as const)('begins with what it comes to: %s', (outcome, verdicts, words) => {
    expect(textOf(renderClientPage(aClientReport(verdicts, { outcome })))).toContain(words);
  });

  it('has every request with the wait before it, and links to those that show a violation', () => {
    const page = renderClientPage(aClientReport({ 'CLIENT-2': 'fail' }, { outcome: 'violating' }));
    expect(textOf(page)).toContain(
      '#2 node adopt.mjs 0.62 0.50 429 without a key; before the Retry-After of #1 had passed',
    );
    for (const number of [1, 2]) {
      expect(page).toContain(`href="#request-${number}"`);
      expect(page).toContain(`id="request-${number}"`);
    }
  });

  it('says that the run was interrupted, and how the client ended', () => {
    const client = { exitStatus: null, tookTooLong: true, seconds: 300 };
    const text = textOf(renderClientPage(aClientReport({}, { wasInterrupted: true, client })));
    expect(text).toContain('Interrupted: the report covers what was done.');
    expect(text).toContain('ended by petvet after 300 s (--timeout)');
  });

  it.each(HOSTILE_TEXTS)('is not harmed by %s', (_what, text) => {
    // As long, since long texts are folded.
    const plain = renderClientPage(aClientReport({ 'CLIENT-2': 'fail' }, { text: 'x'.repeat(text.length) }));
    const page = renderClientPage(aClientReport({ 'CLIENT-2': 'fail' }, { text }));
    expect(tagsOf(page)).toBe(tagsOf(plain));
    expect(tagsOf(plain)).toBeGreaterThan(50);
    expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });
});
