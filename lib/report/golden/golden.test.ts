import { afterAll, describe, expect, it, vi } from 'vitest';
import { aSample } from '../../evidence/load-samples.fixture.ts';
import { allureOf } from '../allure.ts';
import { annotationsOf } from '../annotations.ts';
import { renderBadge } from '../badge.ts';
import { renderCtrf } from '../ctrf.ts';
import { stream } from '../html/render.fixture.ts';
import { renderPage } from '../html/render.ts';
import type { KnownFault } from '../invisible.ts';
import { renderJunit } from '../junit.ts';
import { figuresOf } from '../load-figures.ts';
import { renderCheckMetrics } from '../metrics.ts';
import { aReport, anExchange } from '../report.fixture.ts';
import type { RunReport } from '../run-report.ts';
import { renderSarif } from '../sarif.ts';
import { renderSummary } from '../summary.ts';
import { renderLoadTerminal } from '../terminal-load.ts';
import { renderTerminal } from '../terminal.ts';
import { SITUATIONS } from './situations.fixture.ts';

// A worker runs many files: what they loaded is loaded anew, with the module below in place of its original, and so is what follows.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

/** Figures of the exam change with the code that is examined: reports are told of six faults instead, one for each reason. */
vi.mock(import('../invisible.ts'), async (original) => {
  const { invisibleDefects } = await original();
  const faults = [
    fault('get/unknown-ids', 'GET-2', 4, 3),
    fault('get/unknown-ids', 'GET-1', 500, 400),
    fault('create/valid', 'CREATE-1', 9, undefined),
    fault('limits/burst', 'RATE-5', 80, 80),
    fault('input/hostile', 'ERR-7', 104, 60),
    fault('-', 'AUTH-1', undefined, undefined),
  ];
  return { invisibleDefects: (report) => invisibleDefects(report, faults) };
});

function fault(probes: string, rule: string, withWrites: number | undefined, readOnly: number | undefined): KnownFault {
  return {
    name: rule,
    probes,
    withWrites: new Map(withWrites === undefined ? [] : [[rule, withWrites]]),
    readOnly: new Map(readOnly === undefined ? [] : [[rule, readOnly]]),
  };
}

/** Every format that tells of a run, as text; `npx vitest run lib/report/golden -u` writes the files anew: read what changed. */
const FORMATS: Readonly<Record<string, (report: RunReport) => string | Promise<string>>> = {
  'terminal-verbose.txt': (report) => renderTerminal(report, { colour: false, width: 100, verbose: true }),
  'terminal.txt': (report) => renderTerminal(report, { colour: false, width: 100 }),
  'terminal-quiet.txt': (report) => renderTerminal(report, { colour: true, width: 60, quiet: true }),
  'terminal-load.txt': (report) =>
    renderLoadTerminal(
      {
        ...report,
        scenario: 'ceiling',
        asks: 'is the limit of the plan admitted in every window',
        figures: figuresOf([aSample(), aSample({ status: 429, from: 1_795_262_402_000 })], []),
        dropped: 2,
        steps: [],
        k6: 'k6 v1.8.1',
      },
      { colour: false, width: 100 },
    ),
  'summary.txt': renderSummary,
  'annotations.txt': (report) => annotationsOf(report).join('\n'),
  'junit.txt': renderJunit,
  'ctrf.txt': (report) => rowsOf(JSON.parse(renderCtrf(report))),
  'sarif.txt': (report) => rowsOf(JSON.parse(renderSarif(report))),
  'allure.txt': (report) => {
    const { attachments, ...results } = allureOf(report);
    return `${rowsOf(results)}\n${[...attachments.values()].join('\n')}`;
  },
  'badge.txt': renderBadge,
  'metrics.txt': renderCheckMetrics,
  'page.txt': async (report) => textOf(await renderPage(report, stream([anExchange()]))),
};

/** What documents have a row of for each rule or each finding, and what leads there. */
const ROWS = ['results', 'tests', 'runs', 'tool', 'driver', 'rules', 'invocations', 'toolExecutionNotifications'];

/** A document with each of its rows on a line: so that those which a conforming run has, too, can be left out. */
function rowsOf(document: object): string {
  const rows = Object.entries(document).map(([name, value]: [string, unknown]) => {
    if (!ROWS.includes(name)) return `${name}: ${JSON.stringify(value)}`;
    if (!Array.isArray(value)) return `${name}:\n${rowsOf(Object(value))}`;
    return [`${name}:`, ...value.map((row: object) => (isRow(row) ? JSON.stringify(row) : rowsOf(row)))].join('\n');
  });
  return rows.join('\n');
}

function isRow(item: object): boolean {
  return !Object.keys(item).some((name) => ROWS.includes(name));
}

/** What a reader of a page sees, a line for each part, and the classes that colour it. */
function textOf(html: string): string {
  return html
    .replace(/<(style|script|svg|dialog)[^]*?<\/\1>/g, '')
    .replace(
      /<[a-z]+[^>]* class="(?:glance |chip|card |v-)[^"]*"[^>]*>/g,
      (tag) => `\n[${/class="([^"]*)"/.exec(tag)?.[1]}] `,
    )
    .replace(/<(?:h\d|p|li|tr|dt|dd|div|summary|title|pre)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n');
}

/** Lines of a conforming run, from its beginning and its end, that are enough to see how it is told: those between are alike. */
const [BEGINNING, END] = [30, 20];

describe('what reports tell of runs', () => {
  it.each(Object.entries(FORMATS))('%s', async (file, render) => {
    const { 'a conforming run': conforming, ...others } = SITUATIONS;
    const usual = (await render(conforming ?? aReport())).split('\n');
    const parts = ['===== a conforming run', ...usual.slice(0, BEGINNING), '…', ...usual.slice(-END), ''];
    const told = new Set(usual);
    for (const [situation, report] of Object.entries(others)) {
      const own = (await render(report)).split('\n').filter((line) => !told.has(line));
      parts.push(`===== ${situation}`, ...own, '');
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(file);
  });
});
