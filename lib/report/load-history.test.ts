import { describe, expect, it } from 'vitest';
import { aLoadDocument } from '../shapes/load.fixture.ts';
import {
  historiesOf,
  LEVEL,
  type LoadHistory,
  type PastLoad,
  verdictOf,
  type HistoryQuestion,
} from './load-history.ts';
import { nightly, nightsOf, withErrors, withKnee } from './nights.fixture.ts';

const STAGING = aLoadDocument([]).target;

function at(port: number): Pick<PastLoad['load'], 'target'> {
  return { target: { ...STAGING, baseUrl: `http://127.0.0.1:${port}/v1` } };
}

/** The changes of a history: the figure, which way, and the first run. */
function changesOf(history: LoadHistory | undefined): string[] {
  const changes = history?.figures.flatMap((figure) => figure.changes) ?? [];
  return changes.map(({ of, is, first }) => `${of} ${is} ${first.folder.slice(0, 10)}`);
}

const PRO = { target: { ...STAGING, perMinute: 300 } };

function only(runs: readonly PastLoad[]): LoadHistory | undefined {
  const histories = historiesOf(runs, false);
  expect(histories).toHaveLength(1);
  return histories[0];
}

function verdict(runs: readonly PastLoad[], question: Partial<HistoryQuestion> = {}) {
  return verdictOf([{ name: 'staging', histories: historiesOf(runs, false) }], { last: 10, limits: [], ...question });
}

describe('historiesOf', () => {
  it('finds from which run on a latency is another, with the figures of both sides', () => {
    const history = only(nightly([...nightsOf(15, 10), ...nightsOf(9, 15)]).toReversed());
    expect(changesOf(history)).toEqual(['p95 worse 2026-10-16', 'p99 worse 2026-10-16']);
    const [change] = history?.figures.find(({ of }) => of === 'p95')?.changes ?? [];
    expect(change).toMatchObject({
      before: expect.closeTo(10, 0),
      after: expect.closeTo(15, 0),
      percent: expect.closeTo(50, -1),
      runsSince: 9,
      startDelay: { before: 1, after: 1 },
    });
    expect(change?.last.folder).toBe('2026-10-15T03-00-00');
    expect(change?.probability).toBeLessThan(LEVEL);
  });

  it('finds errors that stay, and what is admitted no more', () => {
    const runs = nightly([...nightsOf(14, 10), ...nightsOf(8, 10, withErrors(3))]);
    const own = runs.map((run, index) => ({ ...run, load: { ...run.load, lag: index } }));
    expect(changesOf(only(own))).toEqual(['errors worse 2026-10-15', 'admitted worse 2026-10-15']);
    expect(verdict(own).worse).toContainEqual({
      target: 'staging',
      scenario: 'ceiling',
      of: 'errors',
      before: 0,
      after: 5,
    });
  });

  it('does not say which way is worse where refusals are provoked', () => {
    const refused = withErrors(20).windows?.map((window) => ({ ...window, other: 0, refused: 20 })) ?? [];
    const runs = nightly([
      ...nightsOf(14, 10, { scenario: 'burst' }),
      ...nightsOf(14, 10, { scenario: 'burst', windows: refused }),
    ]);
    expect(changesOf(only(runs))).toEqual(['admitted neither 2026-10-15']);
    expect(verdict(runs)).toEqual({ worse: [], undecided: [] });
  });

  it('follows the knee where it is the service’s, or no rate was kept', () => {
    const knees = [440, 450, 445, 452, 441, 448, 300, 0, 310, 305, 303, 0];
    const nights = knees.flatMap((knee) => nightsOf(1, 10, withKnee(knee === 0 ? undefined : knee, 'service')));
    expect(changesOf(only(nightly(nights)))).toEqual(['knee worse 2026-10-07']);
    const generators = nightly(knees.flatMap((knee) => nightsOf(1, 10, withKnee(knee, 'generator'))));
    expect(only(generators)?.figures).toEqual([]);
    expect(verdict(generators).undecided).toEqual(['staging breakpoint: no run found the knee of the service']);
  });

  it.each([
    ['another address', { target: { ...STAGING, baseUrl: 'https://new.example/v1' } }],
    ['another limit', { target: { ...STAGING, perMinute: 300 } }],
    ['windows of another length', { target: { ...STAGING, testInstallation: { minuteSeconds: 10, daySeconds: 600 } } }],
    ['another number of windows', { windows: aLoadDocument([15, 15, 15, 15]).windows }],
    ['another scenario', { scenario: 'daily' }],
    [
      'another share of the figure',
      { windows: aLoadDocument([15, 15, 15]).windows.map((one) => ({ ...one, sent: 30 })) },
    ],
  ])('holds no run against one of %s', (_what, parts) => {
    const histories = historiesOf(nightly([...nightsOf(15, 10), ...nightsOf(9, 15, parts)]), false);
    expect(histories.map((history) => [history.runs.length, changesOf(history)])).toEqual([
      [9, []],
      [15, []],
    ]);
  });

  it('holds the runs of the server that petvet starts itself against each other, at whatever port', () => {
    const runs = nightly([...nightsOf(10, 10, at(1)), ...nightsOf(10, 15, at(2))]);
    expect(historiesOf(runs, true)).toHaveLength(1);
    expect(historiesOf(runs, false)).toHaveLength(2);
  });

  it('leaves out what did not come to its end', () => {
    const cut = nightsOf(20, 99, { aborted: 'the limit is spent', outcome: 'aborted' });
    const history = only(nightly([...nightsOf(6, 10), ...cut, ...nightsOf(6, 10)]));
    expect([history?.runs.length, changesOf(history)]).toEqual([12, []]);
    expect(historiesOf(nightly(cut), false)).toEqual([]);
  });

  it('says how many runs it takes', () => {
    const history = only(nightly([...nightsOf(5, 10), ...nightsOf(6, 15)]));
    expect([history?.needed, changesOf(history)]).toEqual([12, []]);
    expect(history?.figures.map(({ isEnough }) => isEnough)).toEqual([false, false, false, false, false]);
    expect(changesOf(only(nightly([...nightsOf(6, 10), ...nightsOf(6, 15)])))).toEqual([
      'p95 worse 2026-10-07',
      'p99 worse 2026-10-07',
    ]);
  });

  it('raises few false alarms over all its figures', () => {
    const histories = Array.from({ length: 300 }, (_none, seed) => only(nightly(nightsOf(20, 10), { seed: seed + 1 })));
    expect(histories.filter((history) => changesOf(history).length > 0).length).toBeLessThanOrEqual(300 * LEVEL + 5);
  });
});

describe('verdictOf', () => {
  const worse = nightly([...nightsOf(20, 10), ...nightsOf(7, 15)]);

  it('fails what got worse within the newest runs, not before', () => {
    expect(verdict(worse).worse.map(({ of }) => of)).toEqual(['p95', 'p99']);
    expect(verdict(worse, { last: 7 }).worse).toHaveLength(2);
    expect(verdict(worse, { last: 6 })).toEqual({ worse: [], undecided: [] });
  });

  it('passes what got better, or worse and better again', () => {
    expect(verdict(nightly([...nightsOf(15, 15), ...nightsOf(9, 10)]))).toEqual({ worse: [], undecided: [] });
    const back = nightly([...nightsOf(20, 10), ...nightsOf(10, 20), ...nightsOf(10, 10)]);
    expect(changesOf(only(back))).toContain('p95 better 2026-10-31');
    expect(verdict(back, { last: 30 })).toEqual({ worse: [], undecided: [] });
    const halfBack = nightly([...nightsOf(20, 10), ...nightsOf(10, 20), ...nightsOf(10, 15)]);
    expect(verdict(halfBack, { last: 30 }).worse).toContainEqual(
      expect.objectContaining({ of: 'p95', before: expect.closeTo(10, 0), after: expect.closeTo(15, 0) }),
    );
  });

  it('goes by the limits, where there are any', () => {
    const limited = (most: number) => verdict(worse, { limits: [{ of: 'p95', most }] }).worse.map(({ of }) => of);
    expect([limited(20), limited(80)]).toEqual([['p95'], []]);
    expect(verdict(worse, { limits: [{ of: 'errors', most: 0 }] }).worse).toEqual([]);
  });

  it('is undecided with too few runs of the newest settings, whatever earlier ones say', () => {
    const earlier = [...nightsOf(20, 10), ...nightsOf(9, 15)];
    const runs = nightly([...earlier, ...nightsOf(2, 15, PRO)]);
    expect(verdict(runs)).toEqual({
      worse: [],
      undecided: ['staging ceiling: 2 runs with the same settings, but detecting a change takes 12 or more'],
    });
  });

  it('takes settings that are used by turns, such as those of each plan, for in use', () => {
    const nights = [...nightsOf(15, 10), ...nightsOf(8, 15)].flatMap((night) => [night, ...nightsOf(1, 10, PRO)]);
    const runs = nightly(nights);
    expect(historiesOf(runs, false).map(({ isCurrent, runs: own }) => [isCurrent, own.length])).toEqual([
      [true, 23],
      [true, 23],
    ]);
    expect(verdict(runs)).toMatchObject({ worse: [{ of: 'p95' }, { of: 'p99' }], undecided: [] });
    const changed = nightly([...nightsOf(15, 10), ...nightsOf(8, 15), ...nightsOf(2, 10, PRO)]);
    expect(historiesOf(changed, false).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });
});
