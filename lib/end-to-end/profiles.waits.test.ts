import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvidence } from '../evidence/log.ts';
import { few } from '../files/test-sample.fixture.ts';
import { judgeProfile } from '../gate/profile-judge.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { startReferenceServer } from '../reference/server.ts';
import { variants } from '../reference/variants/index.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { startSecondService } from './other-services/second-service.ts';
import { embeddedRun } from './embedded-run.fixture.ts';
import { drawn } from '../exam/sampled-subjects.ts';
import { circumstancesOf } from '../exam/exam.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, type Ended } from './petvet-process.fixture.ts';

const PATIENCE = 120_000;

const API_KEY = 'qN4tZ8wLb2XcRy6Vh0Ds';

/** A run of `petvet check --target production`, and what it left. */
interface Checked extends Ended {
  readonly report: ConformanceReport;
  readonly methods: readonly string[];
  /** The outcome as the terminal has it, in one line. */
  readonly outcome: string;
  readonly badge: string;
  /** `petvet judge` of the same evidence. */
  readonly judged: Ended;
}

/** Vets a service as one would in production: its address, a key, and the pets that are known to exist. */
async function production(options: ReferenceOptions, flags: readonly string[], more = {}): Promise<Checked> {
  await using place = await folder();
  const server = await startReferenceServer({ ...options, keys: [{ key: API_KEY }] });
  try {
    const Authorization = `Bearer ${API_KEY}`;
    const pets = await fetch(`${server.baseUrl}/pets?limit=3`, { headers: { Authorization } });
    const known = await pets.text();
    const env = {
      PETVET_PRODUCTION_BASE_URL: server.baseUrl,
      PETVET_PRODUCTION_API_KEY: API_KEY,
      ...(known !== '[]' && { PETVET_PRODUCTION_KNOWN_PETS: join(place.path, 'known.json') }),
      ...more,
    };
    writeFileSync(join(place.path, 'known.json'), known);
    const there = join(place.path, 'r');
    const args = ['check', '--target', 'production', '--seed', '1', '--report', there, ...flags];
    const ended = await petvetHere(args, { cwd: place.path, env });
    const judged = await petvetHere(['judge', there, ...flags], { cwd: place.path, env });
    const methods: string[] = [];
    for await (const item of readEvidence(join(there, 'evidence.jsonl')))
      if ('exchange' in item) methods.push(item.exchange.request.method);
    return {
      ...ended,
      report: ConformanceReport.parse(JSON.parse(readFileSync(join(there, 'conformance.json'), 'utf8'))),
      methods,
      outcome: outcomeIn(ended.out),
      badge: readFileSync(join(there, 'badge.svg'), 'utf8'),
      judged,
    };
  } finally {
    await server.close();
  }
}

function outcomeIn(out: string): string {
  const [, lines = ''] = /^Outcome +([^]*?)\n(?=\w)/m.exec(out) ?? [];
  return lines.replaceAll(/\s+/g, ' ');
}

const READ_ONLY = ['--profile', 'read-only', '--require-complete'];

let made: Promise<Checked> | undefined;

/** A read-only run on the reference server as it is, once for all that is said of it. */
function readOnly(): Promise<Checked> {
  return (made ??= production({}, READ_ONLY));
}

describe.concurrent('a read-only run on production', { timeout: PATIENCE }, () => {
  it('ends green, sends no POST, and says what it verified and what not', async () => {
    const { status, out, outcome, badge, methods, report } = await readOnly();
    expect(status, out).toBe(0);
    expect(outcome).toBe(
      'conforms (read-only) 20 of 45 must rules verified, 9 in part; 16 not covered by this profile',
    );
    expect(badge).toContain('conforms (read-only)');
    expect(methods.filter((method) => method === 'POST')).toEqual([]);
    expect([report.outcome, report.requests.refused, report.created]).toEqual(['incomplete', 0, []]);
  });

  it('lists each must rule that it did not verify, with the reason', async () => {
    const { out, report } = await readOnly();
    const open = report.rules.filter(
      ({ level, verdict }) => level === 'must' && (verdict === 'inconclusive' || verdict === 'not-exercised'),
    );
    expect(open).toHaveLength(9 + 16);
    expect(open.filter(({ id, says }) => says === '' || !new RegExp(`\\b${id}\\b`).test(out))).toEqual([]);
  });

  it('is judged again from its evidence with the same words and the same status', async () => {
    const { judged, outcome } = await readOnly();
    expect([judged.status, outcomeIn(judged.out)]).toEqual([0, outcome]);
  });

  it('finds what it can see, and ends with 1', async () => {
    const { status, out, judged } = await production({ defect: 'limit-1-gives-2' }, READ_ONLY);
    expect([status, judged.status]).toEqual([1, 1]);
    expect(out).toMatch(/Outcome +violating/);
  });

  it.each([
    ['an empty store', { pets: 0 }, [], /GET-1/],
    ['a budget that is too small', {}, ['--max-requests', '6'], /must rules that read-only promises/],
    ['a skipped rule', {}, ['--skip', 'LIST-2'], /^incomplete no must rule/],
  ])('ends with 3 after %s', async (_what, options, flags, says) => {
    const { status, outcome } = await production(options, [...READ_ONLY, ...flags]);
    expect([status, outcome]).toEqual([3, expect.stringMatching(says)]);
  });

  it.each([
    ['two pets', { pets: 2 }],
    ['a hundred thousand requests a minute', { plan: 'enterprise', perMinute: 100_000 }],
    ['far more pets than a page holds', { pets: 2_000 }],
    ['a getPet that was removed', { today: '2031-01-01' }],
    ['the last day of getPet', { today: '2030-12-05' }],
  ] as const)('ends green on a service with %s', async (_what, options: ReferenceOptions) => {
    const date = options.today === undefined ? [] : ['--as-of', options.today];
    const { status, outcome } = await production(options, [...READ_ONLY, ...date]);
    expect([status, outcome]).toEqual([0, expect.stringMatching(/^conforms \(read-only\)/)]);
  });

  it('requires completeness in CI, unless it is told not to', async () => {
    const profile = READ_ONLY.slice(0, 2);
    const [inCi, toldNot, byHand] = await Promise.all([
      production({ pets: 0 }, profile, { CI: 'true' }),
      production({ pets: 0 }, [...profile, '--no-require-complete'], { CI: 'true' }),
      production({ pets: 0 }, profile),
    ]);
    expect([inCi.status, toldNot.status, byHand.status]).toEqual([3, 0, 0]);
  });
});

describe('a service that shares no habit with the reference server', () => {
  it.each([2, 150, 3_000])('with %d pets ends green', { timeout: PATIENCE }, async (pets) => {
    const service = await startSecondService({ pets });
    await using place = await folder();
    const env = { PETVET_BASE_URL: service.baseUrl, PETVET_API_KEY: service.key };
    const { status, out } = await petvetHere(['check', '--report', 'r', ...READ_ONLY], { cwd: place.path, env });
    await service.close();
    expect([status, outcomeIn(out)]).toEqual([0, expect.stringMatching(/^conforms \(read-only\)/)]);
  });
});

describe('other profiles', { timeout: PATIENCE }, () => {
  it.each([
    ['smoke', /^conforms \(smoke\) \d+ of 45 must rules verified/],
    ['no-burst', /^conforms \(no-burst\) 40 of 45 must rules verified; 5 not covered by this profile$/],
  ])('%s is within reach', async (name, says) => {
    const { status, outcome } = await production({}, ['--profile', name, '--writes', '--require-complete']);
    expect([status, outcome]).toEqual([0, expect.stringMatching(says)]);
  });

  it.each([
    [['read-only', '--writes'], '--profile read-only and --writes cannot both be given'],
    [['read-only,smoke'], '--profile read-only and --profile smoke cannot both be given'],
    [['complete'], '--profile complete creates pets, and writes are off for this target'],
    [['complete', '--writes'], '--profile complete uses up the rate limit, which is not the default for production'],
    [['smoke', '--failed-from', '.'], '--profile smoke and --failed-from cannot both be given'],
  ])('%j is refused', async (flags, says) => {
    await using place = await folder();
    const env = { PETVET_PRODUCTION_BASE_URL: 'http://127.0.0.1:9/v1', PETVET_PRODUCTION_API_KEY: API_KEY };
    const args = ['check', '--target', 'production', '--profile', ...flags];
    const { status, err } = await petvetHere(args, { cwd: place.path, env });
    expect([status, err]).toEqual([2, expect.stringContaining(says)]);
  });
});

/** Conforming services that no read-only run can call complete: an empty store, and doubts that another client or a header raises. */
const OPEN = ['empty-store'];

describe('conforming services', () => {
  const names = few(
    Object.keys(variants).filter((name) => drawn(name, 9)),
    12,
    (name) => `read-only ${name}`,
  );

  it.each(names)('%s conforms in a read-only run', { timeout: PATIENCE }, async (variant) => {
    const { options, today } = circumstancesOf({ name: variant, options: { variant } });
    const limitLeft = 'the rate limit is not used up (--no-burn)';
    await using verdicts = await embeddedRun({ ...options, today }, { asOf: today, writes: false, limitLeft });
    const { violated, open, isComplete } = judgeProfile(verdicts);
    expect([violated, isComplete || OPEN.includes(variant)], JSON.stringify(open)).toEqual([0, true]);
  });
});
