import { describe, expect, it } from 'vitest';
import { percentile } from '../../evidence/load-measures.ts';
import { anExchange } from '../report.fixture.ts';
import { budgetChart } from './budget-chart.ts';
import { Course } from './course.ts';
import { latencyChart, milliseconds } from './latency-chart.ts';
import { aMoment } from './moments.fixture.ts';

/** A run of the Free plan that is refused at the end. */
const TO_THE_LIMIT = [
  ...Array.from({ length: 60 }, (_, index) =>
    aMoment(index, { startedAt: index * 10, remaining: 59 - index, reset: 30_000 }),
  ),
  aMoment(60, { startedAt: 610, status: 429, remaining: 0, reset: 30_000 }),
  aMoment(61, { startedAt: 31_000, remaining: 59, reset: 90_000 }),
];

describe('the budget of the rate limit', () => {
  const drawn = String(budgetChart(TO_THE_LIMIT));

  it('is a picture with a name and a description, and a table', () => {
    expect(drawn).toMatch(/<svg[^>]*role="img"[^>]*aria-labelledby="budget-chart-title budget-chart-desc"/);
    expect(drawn).toContain(
      '62 responses report the remaining quota of 60; the lowest was 0. 1 request refused with 429; 1 wait.',
    );
    expect(drawn.match(/<tr>/g)?.length).toBe(63);
  });

  it('shows the refusal, the reset within the run, and the wait', () => {
    expect(drawn.match(/class="reset"\s+x1="/g)?.length).toBe(1);
    expect(drawn.match(/<rect\s+class="wait"\s+x="/g)?.length).toBe(1);
    expect(drawn).toMatch(/<g class="refused"\s*><svg x="[\d.]+%" y="[\d.]+"\s*><path d="M/);
  });

  it('speaks of the window that most answers speak of', () => {
    const ofTheDay = aMoment(62, { startedAt: 31_100, limit: 1_000, remaining: 940 });
    expect(String(budgetChart([...TO_THE_LIMIT, ofTheDay]))).toContain('remaining quota of 60');
  });

  it('runs forward in time where many requests are under way together', () => {
    const burst = Array.from({ length: 60 }, (_, index) =>
      aMoment(index, { startedAt: index % 7, endedAt: 100 + ((index * 37) % 60), remaining: 59 - index }),
    );
    const [, path = ''] = /class="remaining"\s+d="([^"]+)"/.exec(String(budgetChart(burst))) ?? [];
    const places = Array.from(path.matchAll(/[MH]([\d.]+)/g), ([, x]) => Number(x));
    expect(places).toHaveLength(60);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBeGreaterThan(50);
    const heights = Array.from(path.matchAll(/(?:V| )([\d.]+)/g), ([, y]) => Number(y));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(String(budgetChart(burst)).match(/<circle cx="[\d.]+%" cy="[\d.]+" r="2.5"/g)).toHaveLength(60);
    expect(String(budgetChart(TO_THE_LIMIT))).not.toContain('<circle');
  });

  it('stays small however long the run is', () => {
    const long = Array.from({ length: 50_000 }, (_, id) =>
      aMoment(id, { remaining: 60 - (id % 60), status: id % 60 === 0 ? 429 : 200 }),
    );
    expect(String(budgetChart(long)).length).toBeLessThan(60_000);
  });

  it('is left out where no answer tells of it', () => {
    const { remaining: _remaining, ...silent } = aMoment(1);
    expect(budgetChart([silent, { ...silent, id: 2 }])).toBeUndefined();
    expect(budgetChart([])).toBeUndefined();
  });

  it('holds whatever the headers say', () => {
    const odd = [aMoment(1, { remaining: 1e308, limit: 0 }), aMoment(2, { remaining: 0, limit: 0, reset: 1e300 })];
    expect(String(budgetChart(odd))).not.toMatch(/NaN|Infinity|undefined/);
  });
});

/** A run of lists that took that many milliseconds each. */
function courseOf(durations: readonly number[]): Course {
  const course = new Course();
  durations.forEach((duration, index) =>
    course.take(anExchange({ id: index + 1, times: { startedAt: index * 100, endedAt: index * 100 + duration } })),
  );
  return course;
}

describe('latency', () => {
  it('has a mark for each answer and a row for each operation', () => {
    const drawn = String(latencyChart(courseOf([1, 2, 3, 400])));
    expect(drawn.match(/<circle cx="[\d.]+%" cy="[\d.]+" r="3.2"/g)?.length).toBe(4);
    expect(drawn.replace(/\s+/g, ' ')).toMatch(/listPets ?<\/th> ?<td>4<\/td> ?<td>2.0<\/td> ?<td>400<\/td>/);
    expect(drawn).toContain('4 responses took between 1.0 and 400 milliseconds');
  });

  it('stays small however many there are', () => {
    const many = courseOf(Array.from({ length: 20_000 }, (_, index) => 1 + (index % 50)));
    expect(String(latencyChart(many)).length).toBeLessThan(40_000);
  });

  it('is left out where nothing was answered', () => {
    const { answer: _answer, ...unanswered } = anExchange();
    const course = new Course();
    course.take(unanswered);
    expect(latencyChart(course)).toBeUndefined();
  });

  it('has percentiles that were measured', () => {
    const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([50, 95, 99, 100].map((share) => percentile(sorted, share))).toEqual([50, 95, 99, 100]);
    expect(percentile([], 50)).toBe(0);
    expect([0.44, 99.94, 100, 1_234.5].map(milliseconds)).toEqual(['0.4', '99.9', '100', '1235']);
  });
});

describe('the course of a run', () => {
  it('knows operations and what the headers say, and leaves out what cannot be read', () => {
    const course = new Course();
    const headers = [
      ['x-ratelimit-limit', '60'],
      ['x-ratelimit-remaining', 'many'],
      ['x-ratelimit-reset', '1795298287'],
    ] as const;
    course.take(anExchange({ answer: { headers } }));
    course.take(anExchange({ id: 2, request: { method: 'POST', target: '/pets' } }));
    course.take(anExchange({ id: 3, request: { target: '/pets/7' } }));
    course.take(anExchange({ id: 4, request: { target: '/pets/7/food' } }));
    expect(course.moments.map(({ operation }) => operation)).toEqual(['listPets', 'createPet', 'getPet', 'other']);
    expect(course.moments[0]).toMatchObject({ limit: 60, reset: 1_795_298_287_000 });
    expect(course.moments[0]).not.toHaveProperty('remaining');
  });

  it.each([
    ['11.9', 11.9],
    ['-1', -1],
  ])('and a chart show a Remaining of %s, though it is no count', (announced, remaining) => {
    const course = new Course();
    for (const text of ['59', announced])
      course.take(anExchange({ answer: { headers: [['X-RateLimit-Remaining', text]] } }));
    expect(course.moments[1]).toMatchObject({ remaining });
    expect(String(budgetChart(course.moments))).toContain(`; the lowest was ${announced}.`);
  });

  it('does not grow beyond bounds, and keeps refusals', () => {
    const course = new Course();
    for (let id = 1; id <= 100_000; id += 1)
      course.take(anExchange({ id, answer: { status: id % 1_000 === 1 ? 429 : 200 } }));
    expect(course.moments.length).toBeLessThanOrEqual(40_000);
    expect(course.moments.filter(({ status }) => status === 429)).toHaveLength(100);
    expect(course.durations.get('listPets')).toHaveLength(100_000);
  });
});
