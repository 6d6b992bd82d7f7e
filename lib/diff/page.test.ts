import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { compareChecks } from './checks.ts';
import { aCheck, violated } from './diff.fixture.ts';
import { EVERYTHING } from './every-part.fixture.ts';
import { renderChecksDiffPage } from './page.ts';

const PAGES = {
  before: 'before/report.html',
  after: 'after/report.html',
  again: 'again/report.html',
  afterAgain: 'after-again/report.html',
};

/** The parts of a page, in their order. */
function sectionsOf(page: string): (string | undefined)[] {
  return [...page.matchAll(/<section id="([a-z]+)"/g)].map(([, id]) => id);
}

/** What a page leads to besides its own parts. */
function hrefs(page: string): (string | undefined)[] {
  return [...page.matchAll(/href="([^"#][^"]*)"/g)].map(([, href]) => href);
}

describe('the page of a comparison', () => {
  it('has a section for each part, in the order of weight', () => {
    const page = renderChecksDiffPage(EVERYTHING);
    expect(sectionsOf(page)).toEqual(['worse', 'changed', 'better', 'undecided', 'noise', 'compared']);
    expect(page).toContain('<title>Worse for callers: ');
    expect(page).toMatch(/Before, second run/);
  });

  it('leaves out what there is nothing of', () => {
    const page = renderChecksDiffPage(compareChecks(aCheck('a'), aCheck('b')));
    expect(sectionsOf(page)).toEqual(['compared']);
    expect(page).toContain('No difference for callers');
  });

  it('leads to the pages of the runs where they lie beside it, and nowhere else', () => {
    expect(hrefs(renderChecksDiffPage(EVERYTHING))).toEqual([]);
    expect(hrefs(renderChecksDiffPage(EVERYTHING, PAGES))).toEqual(
      expect.arrayContaining([
        'before/report.html',
        'after/report.html',
        'again/report.html',
        'after/report.html#LIST-2',
      ]),
    );
  });

  it.each(HOSTILE_TEXTS)('is not harmed by %s', (_name, text) => {
    const after = aCheck('b', [violated('LIST-2', { says: text, actual: text, expected: text })], {
      knowledge: { target: text },
    });
    const page = renderChecksDiffPage(compareChecks(aCheck('a'), after));
    const [body = ''] = /<body>[^]*<main[^]*<\/main>/.exec(page) ?? [];
    expect(body).not.toMatch(/<(?:script|img|b)\b/);
    expect(page.length).toBeLessThan(100_000);
    expect(page).not.toMatch(/\p{Bidi_Control}|[\p{Cc}--[\n]]/v);
  });
});
