import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../ledger/ledger.ts';
import { isRuleId } from '../rules/index.ts';
import { invisibleDefects, knownFaults, type KnownFault } from './invisible.ts';
import { aReport, type ReportParts } from './report.fixture.ts';
import { renderTerminal } from './terminal.ts';

const fault = (name: string, withWrites: [string, number][], readOnly: [string, number][]): KnownFault => ({
  name,
  probes: 'a probe',
  withWrites: new Map(withWrites),
  readOnly: new Map(readOnly),
});

const KNOWN = [
  fault('early', [['LIST-2', 4]], [['LIST-2', 4]]),
  fault('late', [['GET-1', 80]], [['GET-1', 60]]),
  fault('written', [['CREATE-5', 30]], []),
  fault('hidden', [], []),
];

const seen = (parts: ReportParts) => invisibleDefects(aReport(parts), KNOWN);
const notExercised = (id: LedgerRow['id'], verdict: LedgerRow['verdict'] = 'not-exercised') => ({ id, verdict });

/** A run on Business that needs all of its requests to reach the limit. */
const LARGEST_RUN = 2_120;

describe('what a run could not have caught', () => {
  it('of a whole run is what no run catches', () => {
    expect(seen({})).toEqual({
      total: 4,
      invisible: 1,
      because: [{ why: 'that no run of the selftest detects', count: 1 }],
    });
  });

  it.each([
    ['writes off', { knowledge: { writes: false } }, 'needing writes, which were off'],
    [
      'rules left out',
      { knowledge: { leftOut: { 'LIST-2': 'left out with --skip' } }, rows: [notExercised('LIST-2')] },
      'whose rules were not part of this run',
    ],
    ['rules without what they need', { rows: [notExercised('CREATE-5')] }, 'whose rules were not exercised'],
    ['a date', { rows: [notExercised('GET-1', 'not-applicable')] }, 'whose rules do not apply at this date'],
    ['a budget', { run: { sent: 50, endedEarly: 'all 50 requests are sent' } }, 'needing more requests than were sent'],
    ['room', { run: { sent: 45 }, knowledge: { limitLeft: '--no-burn' } }, 'needing more requests than were sent'],
    ['an interrupt', { run: { sent: 50, aborted: 'the run was interrupted' } }, 'needing more requests than were sent'],
  ] satisfies [string, ReportParts, string][])('names %s', (_what, parts, why) => {
    expect(seen(parts)).toMatchObject({ invisible: 2 });
    expect(seen(parts)?.because).toContainEqual({ why, count: 1 });
  });

  it('never says that writes were off where they were on', () => {
    const onlyReading = [fault('cached', [], [['LIST-2', 4]])];
    const [writing, reading] = [true, false].map((writes) =>
      invisibleDefects(aReport({ knowledge: { writes } }), onlyReading),
    );
    expect(writing?.because).toEqual([{ why: 'that only a run without writes detects', count: 1 }]);
    expect(reading?.invisible).toBe(0);
    const text = renderTerminal(aReport({ knowledge: { writes: true } }), {
      colour: false,
      width: 1_000,
      verbose: true,
    });
    expect(text).toContain('known defects');
    expect(text).not.toContain('writes, which were off');
  });

  it('counts what hostile input shows where some of it was left out', () => {
    const hostile = [
      ...KNOWN,
      fault('nul', [['ERR-7', 40]], [['ERR-7', 40]]),
      fault(
        'two',
        [
          ['ERR-7', 40],
          ['LIST-2', 9],
        ],
        [],
      ),
    ];
    const report = aReport({ knowledge: { leftOutInputs: ['query-nul'] } });
    expect(invisibleDefects(report, hostile)?.because).toContainEqual({
      why: 'needing hostile inputs, some of which were excluded',
      count: 1,
    });
    expect(invisibleDefects(aReport({}), hostile)?.invisible).toBe(1);
  });

  it('does not count requests in a run that came to its end', () => {
    expect(seen({ run: { sent: 50 } })?.invisible).toBe(1);
  });

  it('is another question where petvet did not send', () => {
    expect(seen({ run: { runId: 'unknown' } })).toBeUndefined();
  });

  it('adds up', () => {
    const { invisible, because } = seen({ knowledge: { writes: false }, run: { sent: 2, aborted: 'it broke' } }) ?? {};
    expect(because?.reduce((sum, { count }) => sum + count, 0)).toBe(invisible);
    expect(invisible).toBe(4);
  });
});

describe('the known faults', () => {
  it('are caught by rules of the catalogue, with a request of an ordinary run', () => {
    const catches = knownFaults().flatMap(({ withWrites, readOnly }) => [...withWrites, ...readOnly]);
    expect(catches.filter(([rule, requests]) => !isRuleId(rule) || requests < 1 || requests > LARGEST_RUN)).toEqual([]);
    expect(catches.length).toBeGreaterThan(knownFaults().length);
  });

  it('stand in one line of the terminal report for those who ask for all, and not beside the verdict', () => {
    const report = aReport({ knowledge: { writes: false } });
    expect(renderTerminal(report, { colour: false, width: 100 })).not.toContain('known defects');
    const text = renderTerminal(report, { colour: false, width: 100, verbose: true });
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(
      /Detection a run like this detects \d+ of \d+ known defects \(not covered: .*\d+ needing writes, which were off/,
    );
  });
});
