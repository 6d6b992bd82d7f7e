import { describe, expect, it } from 'vitest';
import { aSample } from '../../evidence/load-samples.fixture.ts';
import type { LoadSample } from '../../evidence/load-samples.ts';
import type { EvidenceItem } from '../../evidence/log.ts';
import { figuresOf } from '../load-figures.ts';
import type { LoadReport } from '../load-run.ts';
import { aReport, anExchange, aViolation, type ReportParts } from '../report.fixture.ts';
import { fillingsOf, loadAdmittedChart } from './load-admitted-chart.ts';
import { ratesOf } from './load-rate-chart.ts';
import { renderLoadPage } from './load-render.ts';
import { loadTimeChart } from './load-time-chart.ts';

const START = 1_795_262_400_000;

/** Ten requests per second for a minute, of which the last second's are refused. */
const SAMPLES: readonly LoadSample[] = Array.from({ length: 600 }, (_, nth) =>
  aSample({ from: START + nth * 100, ...(nth >= 590 && { status: 429 }) }),
);

function aLoadReport(
  samples: readonly LoadSample[],
  parts: ReportParts & Partial<Pick<LoadReport, 'dropped' | 'k6'>> = {},
): LoadReport {
  return {
    ...aReport(parts),
    scenario: 'ceiling',
    asks: 'is the limit of the plan admitted in every window',
    again: 'load ceiling',
    figures: figuresOf(samples, []),
    dropped: parts.dropped ?? 0,
    shortfalls: parts.dropped === undefined ? [] : [`${parts.dropped} requests could not be sent in time`],
    steps: [],
    k6: parts.k6 ?? 'k6 v1.8.1',
  };
}

async function page(samples: readonly LoadSample[], parts: Parameters<typeof aLoadReport>[1] = {}): Promise<string> {
  return renderLoadPage(aLoadReport(samples, parts), samples, evidence());
}

async function* evidence(): AsyncIterable<EvidenceItem> {
  yield { exchange: anExchange() };
}

function textOf(html: string): string {
  return html
    .replace(/<(style|script)[^]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Ten requests per second, all admitted. */
function longRun(count: number): LoadSample[] {
  return Array.from({ length: count }, (_, nth) => aSample({ from: START + nth * 100, duration: 5 + (nth % 7) }));
}

describe('requests per second', () => {
  it('are counted when they should have left, and when they left', () => {
    const late = aSample({ scheduled: START + 100, from: START + 1_500, status: 503 });
    const others = Array.from({ length: 9 }, () => aSample({ from: START }));
    expect(ratesOf([...others, late, aSample({ window: -1, from: START - 60_000 })])).toEqual({
      length: 1,
      rates: [
        { from: 0, asked: 10, admitted: 9, refused: 0, other: 0 },
        { from: 1, asked: 0, admitted: 0, refused: 0, other: 1 },
      ],
    });
  });

  it('of a slow run are those of several seconds together, so that they look even', () => {
    const slow = Array.from({ length: 60 }, (_, nth) => aSample({ from: START + nth * 1_000 }));
    const { length, rates } = ratesOf(slow);
    expect(length).toBe(5);
    expect(new Set(rates.map(({ admitted }) => admitted))).toEqual(new Set([1]));
  });

  it('of a long run are those of several seconds together, and none is lost', () => {
    const long = Array.from({ length: 3_600 }, (_, nth) => aSample({ from: START + nth * 1_000 }));
    const { length, rates } = ratesOf(long);
    expect(length).toBe(15);
    expect(rates).toHaveLength(240);
    expect(rates.reduce((sum, { admitted }) => sum + admitted * length, 0)).toBeCloseTo(3_600);
  });

  it('of a steady rate are steady, whatever the length of a bar', () => {
    const steady = Array.from({ length: 300 }, (_, nth) => aSample({ from: START + nth * 984 }));
    const { length, rates } = ratesOf(steady);
    expect(length).toBe(5);
    for (const { asked, admitted } of rates.slice(0, -1)) {
      expect(asked).toBeCloseTo(1_000 / 984, 9);
      expect(admitted).toBeCloseTo(1_000 / 984, 9);
    }
    expect(rates.reduce((sum, { admitted }) => sum + admitted * length, 0)).toBeCloseTo(300);
  });

  it('of a burst are those of milliseconds, and a silence after it stays silent', () => {
    const burst = Array.from({ length: 62 }, (_, nth) =>
      aSample({ from: START + nth * 3, ...(nth > 59 && { status: 429 }) }),
    );
    const { length, rates } = ratesOf(burst);
    expect(length).toBe(0.02);
    expect(rates.reduce((sum, { admitted }) => sum + admitted * length, 0)).toBeCloseTo(60);
    expect(String(loadTimeChart(burst))).toContain(
      'Over 200 milliseconds 60 requests were admitted, 2 refused with 429',
    );
    const later = burst.map((sample) =>
      aSample({ ...sample, from: sample.from + 61_000, scheduled: sample.from + 61_000 }),
    );
    const both = ratesOf([...burst, ...later]);
    expect(both.rates.filter(({ admitted, refused }) => admitted + refused > 0)).toHaveLength(2);
  });

  it('are drawn with a name, a description and a table', () => {
    const drawn = String(loadTimeChart(SAMPLES));
    expect(drawn).toContain(
      'Over 60 seconds 590 requests were admitted, 10 refused with 429, and 0 got another response or none.',
    );
    const [picture = ''] = drawn.split('</svg>');
    expect(picture.match(/<rect\s+x="[\d.]+%"\s+y="[\d.]+"\s+width="[\d.]+%"\s+height="[\d.]+"/g)?.length).toBe(60);
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('are drawn above latency and errors, on one axis', () => {
    const [slow, failed] = [500, 0];
    const samples = SAMPLES.map((sample, nth) =>
      nth === 300
        ? aSample({ ...sample, duration: slow })
        : nth === 400
          ? aSample({ ...sample, status: failed })
          : sample,
    );
    const drawn = String(loadTimeChart(samples));
    expect(drawn).toContain('They took between 12.0 and 500 milliseconds.');
    expect(drawn.match(/<svg\s+class="chart"/g)).toHaveLength(1);
    const [dots = '', , other = ''] = ['series-0', 'refused', 'series-1'].map(
      (mark) => new RegExp(`<g class="${mark}"\\s*>([^]*?)</g`).exec(drawn.split('>Latency<')[1] ?? '')?.[1],
    );
    expect(dots.match(/<circle/g)?.length).toBeLessThanOrEqual(240);
    // Of a minute: the half is the slow one, and two thirds the one without a response.
    expect(dots).toMatch(/cx="50(\.\d+)?%"/);
    expect(other).toMatch(/<svg x="66\.67%"/);
    expect(String(loadTimeChart(longRun(20_000))).length).toBeLessThan(80_000);
  });

  it('are drawn by what was sent where all were asked for at once', () => {
    const burst = Array.from({ length: 60 }, (_, nth) => aSample({ scheduled: START, from: START + nth * 3 }));
    const drawn = String(loadTimeChart(burst));
    const heights = Array.from(drawn.matchAll(/<rect[^>]*\sheight="([\d.]+)"/g), ([, height]) => Number(height));
    expect(Math.max(...heights)).toBeGreaterThan(100);
    const [, line = ''] = /class="asked-line"\s+d="([^"]+)"/.exec(drawn) ?? [];
    expect(line).toMatch(/^M0 14H/);
    expect(textOf(drawn)).toMatch(/requested \(up to \d+\/s, beyond the chart\)/);
    expect(textOf(String(loadTimeChart(SAMPLES)))).not.toContain('beyond the chart');
  });

  it('are not drawn where there were none', () => {
    expect(loadTimeChart([])).toBeUndefined();
    expect(loadTimeChart([aSample({ window: -1 })])).toBeUndefined();
  });
});

/** A window that is filled at once, and tried three times more. */
function filledWindow(window: number, from: number): LoadSample[] {
  return Array.from({ length: 63 }, (_, nth) =>
    aSample({ window, from: from + nth * 3, ...(nth > 59 && { status: 429 }) }),
  );
}

describe('requests admitted since the beginning of a window', () => {
  it('are those of the primary key, each window from its own first request on', () => {
    const others = [
      aSample({ window: -1, from: START - 5_000 }),
      aSample({ window: 0, caller: 'second', from: START - 1_000 }),
    ];
    const fillings = fillingsOf([...others, ...filledWindow(1, START + 61_000), ...filledWindow(0, START)]);
    expect(fillings.map(({ window, admitted, ...rest }) => [window, admitted.length, admitted[59], rest])).toEqual([
      [0, 60, 177, { firstRefused: 180, end: 186 }],
      [1, 60, 177, { firstRefused: 180, end: 186 }],
    ]);
  });

  it('are drawn against the limit, in milliseconds where it is a burst', () => {
    const drawn = String(loadAdmittedChart([...filledWindow(0, START), ...filledWindow(1, START + 61_000)], 60));
    expect(drawn).toContain('2 windows: 60 requests admitted in each, out of a limit of 60.');
    expect(drawn).toMatch(/>100 ms<\/text/);
    expect(textOf(drawn)).toContain('2 60 177 ms 180 ms');
    expect(drawn).toContain('limit of 60');
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
    expect(String(loadAdmittedChart(SAMPLES, undefined))).not.toContain('limit');
    expect(String(loadAdmittedChart(SAMPLES, undefined))).toMatch(/>50 s<\/text/);
    expect(loadAdmittedChart([aSample({ caller: 'second' })], 60)).toBeUndefined();
  });
});

describe('the page of a load run', () => {
  it('tells the outcome, the windows, the latencies and the rules', async () => {
    const text = textOf(await page(SAMPLES));
    for (const words of [
      'load report',
      'Conforms',
      'Scenario ceiling',
      'Is the limit of the plan admitted in every window.',
      'Windows, limit of 60 requests each',
      '600 590 10 0 59.9',
      'listPets 590 12.0 12.0 12.0 12.0',
      'k6 v1.8.1',
      'RATE-5',
    ])
      expect(text).toContain(words);
    // k6 waits by itself, and draws nothing from a seed.
    expect(text).toMatch(/Duration [\d.]+ s Requests/);
    expect(text).not.toMatch(/ Seed \d/);
  });

  it('says in its head what fell short', async () => {
    const html = await page(SAMPLES, { dropped: 7 });
    expect(html).toContain('<title>Conforms, but falls short: ceiling, staging');
    expect(textOf(html)).toContain('7 requests could not be sent in time');
    expect(html).toContain('<header class="glance incomplete">');
  });

  it('says in its head that the load generator fell short', async () => {
    const html = await page(SAMPLES, { dropped: 7, run: { isUnmeasured: true } });
    expect(html).toContain('<title>Not measured as requested: ceiling, staging');
    expect(html).toContain('<header class="glance incomplete">');
  });

  it('shows what to fix first where a rule is violated', async () => {
    const rows = [
      { id: 'RATE-5', verdict: 'fail', says: '63 were admitted', findings: [aViolation({ rule: 'RATE-5' })] },
    ] as const;
    const exchanges = [anExchange({ id: 1, probe: 'window_0' })];
    const text = textOf(await page(SAMPLES, { outcome: 'violating', rows, exchanges }));
    expect(text).toMatch(/Violates 1 must rule .* What to fix first RATE-5/);
    expect(text).toMatch(/Reproduce petvet load ceiling /);
  });

  it('has no id twice, and no script of others', async () => {
    const html = await page(SAMPLES, { k6: '<script>alert(1)</script>' });
    const ids = Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(html.match(/<script[ >]/g)).toHaveLength(2);
  });
});
