import { describe, expect, it } from 'vitest';
import { conformanceOf } from './conformance.ts';
import type { PastCheck } from './history-checks.ts';
import { renderHistory, type TargetHistory } from './history-page.ts';
import { withoutSpans } from './html/unbroken.fixture.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { aLoadDocument } from '../shapes/load.fixture.ts';
import type { LoadDocument } from '../shapes/load.ts';
import type { PastLoad } from './load-history.ts';
import { nightly, nightsOf, withKnee } from './nights.fixture.ts';
import { aReport, type ReportParts } from './report.fixture.ts';

function aCheck(folder: string, parts: ReportParts = {}, medianMilliseconds?: number): PastCheck {
  const report = aReport(parts);
  return {
    folder,
    report: conformanceOf({ ...report, ...(medianMilliseconds !== undefined && { medianMilliseconds }) }),
  };
}

const FAILING: ReportParts = {
  outcome: 'violating',
  rows: [
    { id: 'LIST-2', verdict: 'fail' },
    { id: 'LIST-3', verdict: 'inconclusive' },
  ],
};

function aLoad(folder: string, p95: readonly number[], parts: Partial<LoadDocument> = {}): PastLoad {
  return { folder, load: aLoadDocument(p95, parts) };
}

/** The page of one target. */
function pageOf(parts: Partial<TargetHistory>): string {
  return renderHistory([aHistory(parts)]);
}

function aHistory(parts: Partial<TargetHistory>): TargetHistory {
  const none = { checks: [], loads: [], more: 0, isOneService: false };
  return { name: 'staging', baseUrl: 'http://127.0.0.1:8080/v1', ...none, ...parts };
}

/** The cells of the rows, as text. */
function rowsOf(html: string): string[][] {
  const rows = html.match(/<tr><td>.*<\/tr>/g) ?? [];
  return rows.map((row) =>
    row
      .split('</td>')
      .map((cell) => cell.replaceAll(/<[^>]*>/g, ''))
      .slice(0, -1),
  );
}

function pageNamed(name: string): string {
  const load = aLoad('x/b', [5], { scenario: name, target: { ...aLoadDocument([]).target, name } });
  return pageOf({ name, baseUrl: name, checks: [aCheck('x/a', { knowledge: { target: name } })], loads: [load] });
}

function tagsOf(html: string): readonly string[] | null {
  return withoutSpans(html).match(/<[^>]*?[\s>]/g);
}

describe('renderHistory', () => {
  it('has a row for each run, with what changed since the one before', () => {
    const checks = [aCheck('b', {}, 4.2), aCheck('a', FAILING)];
    const rows = rowsOf(pageOf({ checks }));
    const [before] = rowsOf(pageOf({ checks: checks.slice(1) }));
    expect(before?.slice(0, 5)).toEqual(['2026-11-21 12:00:00', 'all rules', 'violating', 'LIST-2', '1']);
    expect(rows[1]).toEqual(before);
    expect(rows[0]?.slice(1)).toEqual([
      'all rules',
      'conforming',
      '–',
      '0 (−1)',
      expect.stringContaining('(+2)'),
      '0 (−1)',
      '118',
      '4.2',
    ]);
  });

  it('names the profile of a check that had one', () => {
    const profile = { covered: 19, total: 44, inPart: [], notCovered: [] };
    const gated = (name: 'complete' | 'read-only' | 'smoke', limitLeft: string): PastCheck => {
      const check = aCheck(name, { knowledge: { writes: false, limitLeft } });
      const gate = { exitStatus: 0, because: 'no must rule is violated', profile: { name, ...profile } };
      return { ...check, report: { ...check.report, gate } };
    };
    const rows = rowsOf(pageOf({ checks: [gated('read-only', '--no-burn'), gated('complete', '--no-burn')] }));
    expect(rows.map(([, scope]) => scope)).toEqual([
      'all rules, no writes, rate limit not used up (read-only)',
      'all rules, no writes, rate limit not used up',
    ]);
  });

  it.each([
    [0, 'gate passed, violating', 'conforming'],
    [1, 'gate failed, violating', 'violating'],
  ])('says first what a gate with a baseline decided: exit status %d', (exitStatus, says, look) => {
    const check = aCheck('a', FAILING);
    const baseline = { file: 'b.yaml', known: [], new: [], stale: [], expired: [], unseen: [] };
    const page = pageOf({
      checks: [{ ...check, report: { ...check.report, gate: { exitStatus, because: 'x', baseline } } }],
    });
    expect(rowsOf(page)[0]?.[2]).toBe(says);
    expect(page).toContain(`<span class="${look}">gate `);
  });

  it('has a row for each load run, held against the one before of its scenario', () => {
    const windows = aLoadDocument([3, 4]).windows.map((window) => ({ ...window, rateError: 0.0254 }));
    const bottleneck = { is: 'service', says: 'it is so', generator: {} } as const;
    const loads = [
      aLoad('d', [3, 6], { shortfalls: ['errors are 2 % of the requests'] }),
      aLoad('c', [9], { scenario: 'breakpoint', knee: 440, bottleneck }),
      aLoad('b', [], { windows, outcome: 'violating', requests: { sent: 181, refused: 1 } }),
      aLoad('a', [], { scenario: 'breakpoint', knee: 400, windows: [] }),
    ];
    expect(rowsOf(pageOf({ loads })).map((cells) => cells.slice(1))).toEqual([
      ['ceiling', 'conforming, but falls short', '–', '0', '180', '0', '', '6.0 (+50 %)', '0.000 %'],
      ['breakpoint', 'conforming', '–', '0', '180', '0', '440 (+10 %)', '9.0', '0.000 %'],
      ['ceiling', 'violating', '–', '0', '181', '1', '', '4.0', '0.025 %'],
      ['breakpoint', 'conforming', '–', '0', '180', '0', '≥ 400', '', ''],
    ]);
    expect(pageOf({ loads })).toContain('<h2>staging <span class="quiet mono">http://127.0.0.1:8080/v1</span></h2>');
  });

  it('shows from which run on a figure is another, with both runs and the command that compares them', () => {
    const runs = nightly([...nightsOf(15, 10), ...nightsOf(8, 15, { k6: 'k6 1.9.0' })]).map(({ folder, load }) => ({
      folder: `staging/${folder}`,
      load,
    }));
    const html = pageOf({ loads: runs.toReversed() });
    expect(rowsOf(html).slice(0, 2)).toEqual(
      ['p95', 'p99'].map((of) => [
        of,
        expect.stringMatching(/^[12]\d\.\d\d ms$/),
        expect.stringMatching(/^[1-3]\d\.\d\d ms$/),
        expect.stringMatching(/^\+[45]\d\.\d %$/),
        'worse',
        '2026-10-16 03:00:00',
        '2026-10-15 03:00:00',
        'start delay 1.00 ms before, 1.00 ms since; k6 1.8.1 before, k6 1.9.0 since',
        'petvet diff reports/staging/2026-10-15T03-00-00 reports/staging/2026-10-16T03-00-00',
      ]),
    );
    for (const night of ['15', '16'])
      expect(html.match(new RegExp(`href="staging/2026-10-${night}T03-00-00/report.html"`, 'g'))).toHaveLength(3);
    expect(html).toContain('2 changes in 23 runs with the same settings, significance level 1 %');
  });

  it('leads to both staircases where a knee is another', () => {
    const nights = [...Array.from({ length: 7 }, () => 440), ...Array.from({ length: 6 }, () => 300)];
    const loads = nightly(nights.flatMap((knee) => nightsOf(1, 10, withKnee(knee, 'service')))).toReversed();
    expect(rowsOf(pageOf({ loads }))[0]).toEqual([
      'knee',
      '440.0 req/s',
      '300.0 req/s',
      '−31.8 %',
      'worse',
      '2026-10-08 03:00:00',
      '2026-10-07 03:00:00',
      '',
      '',
    ]);
  });

  it('says where no change was found, and where there are too few runs to tell', () => {
    const nights = [...nightsOf(14, 10), ...nightsOf(3, 10, { scenario: 'burst' })];
    const html = pageOf({ loads: nightly(nights).toReversed() });
    expect(html.match(/(?<=<p class="quiet">)[^<]*/g)).toEqual([
      'No change found: ceiling, 60 per minute, 3 windows, 14 runs with the same settings, significance level 1 %.',
      'Undecided: burst, 3 runs with the same settings, but detecting a change takes 12 or more.',
    ]);
  });

  it.each<[string, ReportParts]>([
    ['of other rules', { knowledge: { leftOut: { 'LIST-2': 'not chosen' } } }],
    ['without writes', { knowledge: { writes: false } }],
    ['of ten requests', { knowledge: { smoke: true }, run: { endedEarly: 'a smoke run' } }],
    ['that left the limit alone', { knowledge: { limitLeft: '--no-burn' } }],
    ['that was cut off', { run: { endedEarly: 'the budget was spent' } }],
    ['that was interrupted', { run: { aborted: 'the run was interrupted', interrupted: true } }],
    ['of a service at another address', { knowledge: { baseUrl: 'http://127.0.0.1:9090/v1' } }],
  ])('does not hold a run against one %s', (_, parts) => {
    const rows = rowsOf(pageOf({ checks: [aCheck('c'), aCheck('b', { ...FAILING, ...parts }), aCheck('a', FAILING)] }));
    expect(rows[0]?.[4]).toBe('0 (−1)');
    expect(rows[1]?.[4]).toBe('1');
    expect(rowsOf(pageOf({ checks: [aCheck('c'), aCheck('b', { ...FAILING, ...parts })] }))[0]?.[4]).toBe('0');
  });

  it('holds runs of the server that petvet starts itself against each other, at whatever port', () => {
    const checks = [aCheck('b', { knowledge: { baseUrl: 'http://127.0.0.1:1/v1' } }), aCheck('a', FAILING)];
    expect(rowsOf(pageOf({ checks, isOneService: true }))[0]?.[4]).toBe('0 (−1)');
  });

  it('leads from a violated rule to where the page of its run speaks of it', () => {
    expect(withoutSpans(pageOf({ checks: [aCheck('staging/a', FAILING)] }))).toContain(
      'href="staging/a/report.html#LIST-2">LIST-2</a>',
    );
  });

  it('has a bar for each run, of which the parts fill the height', () => {
    const html = pageOf({ checks: [aCheck('b'), aCheck('a', FAILING)] });
    const heights = [...html.matchAll(/<rect class="\w" x="(\d+)" y="[\d.]+" width="11" height="([\d.]+)"/g)];
    const sums = ['0', '14'].map((x) =>
      heights.filter(([, at]) => at === x).reduce((sum, [, , height]) => sum + Number(height), 0),
    );
    expect(sums).toEqual([expect.closeTo(60, 0), expect.closeTo(60, 0)]);
  });

  it('says what is not shown, and that there is nothing', () => {
    expect(pageOf({ checks: [aCheck('b')], more: 7 })).toContain('7 older runs more, not shown.');
    expect(renderHistory([])).toContain('There are no runs yet.');
  });

  it.each(HOSTILE_TEXTS)('has the same elements whatever the names are: %s', (_, text) => {
    expect(tagsOf(pageNamed(text))).toEqual(tagsOf(pageNamed('staging')));
    expect(pageNamed(text).length).toBeLessThan(pageNamed('staging').length + 10_000);
    expect(pageNamed(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
  });

  it('loads nothing', () => {
    const html = pageOf({ checks: [aCheck('b')], loads: [aLoad('a', [3])] });
    expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|@import|(src|href)="(https?:)?\/\//i);
    expect(html).toContain(`default-src 'none'`);
  });
});
