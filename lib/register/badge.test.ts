import { describe, expect, it } from 'vitest';
import { badgeAddress, badgeWords, hasBadge, renderVersionBadge } from './badge.ts';
import { registerMarkdown } from './markdown.ts';
import { renderRegisterPage } from './page.ts';
import { registerJson } from './register-json.ts';
import { AS_OF, holding, holdingClient, stale } from './register.fixture.ts';
import type { Submission } from './submission.ts';
import { tableOf, type ClientRow, type TableRow } from './table.ts';

function rowOf(submission: Submission): TableRow | ClientRow {
  const { rows, clients } = tableOf([submission], AS_OF);
  const [row] = [...rows, ...clients];
  if (row === undefined) throw new TypeError('a table has a row for each submission');
  return row;
}

const FORGED: Submission = { name: 'a', version: '1.0.0', state: 'fails', says: 'the evidence was changed' };
const NEWER: Submission = { name: 'a', version: '1.0.0', state: 'unchecked', says: 'catalogue 9.0.0 is not known' };

describe('the badge of a version', () => {
  it.each([
    [holding('a'), 'conforms (complete) · catalogue 1.0.0 · 2026-11-21'],
    [stale('a'), 'stale'],
    [holdingClient('a'), 'conforms (client) · 2026-11-21'],
    [{ ...holdingClient('a'), state: 'fails' as const, isStale: true as const }, 'stale'],
    [FORGED, 'refused'],
    [NEWER, 'not checked'],
  ])('says what its certificate came to', (submission, words) => {
    const row = rowOf(submission);
    expect(badgeWords(row)).toBe(words);
    expect(renderVersionBadge(row)).toContain(`<title>petvet: a 1.0.0: ${words}</title>`);
  });

  it('has the colour of conforming services only where it holds', () => {
    expect([holding('a'), stale('a'), FORGED].map((one) => renderVersionBadge(rowOf(one)).includes('#1a7f37'))).toEqual(
      [true, false, false],
    );
  });

  it('is not there where a name is too long for a file', () => {
    const [fits, longer] = ['v'.repeat(100), 'é'.repeat(51)];
    expect([hasBadge({ name: 'a', version: fits }), hasBadge({ name: 'a', version: longer })]).toEqual([true, false]);
    const table = tableOf([{ ...FORGED, version: longer }], AS_OF);
    for (const text of [
      registerMarkdown(table, { hasBadges: true }),
      registerJson(table, { hasBadges: true }),
      renderRegisterPage(table, { hasBadges: true }),
    ])
      expect(text).not.toContain('badges/a');
  });

  it('takes nothing in a name for markup, or for a part of an address', () => {
    const row = rowOf(holding('a)<script>?', '1.0.0#'));
    expect(renderVersionBadge(row)).not.toContain('<script>');
    expect(badgeAddress(row)).toBe('badges/a%29%3Cscript%3E%3F/1.0.0%23.svg');
    expect(registerMarkdown(tableOf([holding('a|b', '](x)')], AS_OF), { hasBadges: true })).toContain(
      '](badges/a%7Cb/%5D%28x%29.svg)](badges/a%7Cb/%5D%28x%29.svg)',
    );
  });
});
