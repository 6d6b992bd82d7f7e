import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { openEvidence, readEvidence } from '../evidence/log.ts';
import { aKnowledge, anExchange, FIRST_INSTANT } from '../judges/judges.fixture.ts';
import { renderConformance } from '../report/conformance.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { reportOf } from './run-report.ts';
import { judgeEvidence, type Verdicts } from './verdicts.ts';

const KNOWLEDGE = aKnowledge();
const PACE_MS = 60;
const RESET = Math.ceil(FIRST_INSTANT / 1_000) + 60;

/** Requests in quick succession, as a fixed window of the Free plan answers them. */
function fixedWindow(count: number, credential: 'primary' | 'second' = 'primary'): Exchange[] {
  return Array.from({ length: count }, (_none, index) =>
    anExchange({
      id: index + 1,
      at: FIRST_INSTANT + index * PACE_MS,
      credential,
      headers: [
        ['X-RateLimit-Limit', '60'],
        ['X-RateLimit-Remaining', `${59 - index}`],
        ['X-RateLimit-Reset', `${RESET}`],
      ],
    }),
  );
}

async function judged(exchanges: readonly Exchange[]): Promise<Verdicts> {
  // oxlint-disable-next-line typescript/require-await -- a list in memory, in the form of a stream
  async function* source() {
    for (const exchange of exchanges) yield { exchange };
  }
  return judgeEvidence(source, { knowledge: KNOWLEDGE, ownTraffic: true });
}

const reported = (verdicts: Verdicts) =>
  ConformanceReport.parse(JSON.parse(renderConformance(reportOf(verdicts)))).limiter;

describe('the x-ray of the limiter', () => {
  it('is part of the verdicts, and of the report', async () => {
    const [limiter, ...others] = reported(await judged(fixedWindow(40))) ?? [];
    expect(others).toEqual([]);
    expect(limiter).toMatchObject({ period: 'minute', figure: 60, seconds: 60 });
    expect(limiter?.looksLike).toContain('fixed window');
    expect(limiter?.looksLike).not.toContain('token bucket');
    expect(limiter?.kinds.find(({ kind }) => kind === 'token bucket')?.excludedBy?.says).toContain('none was restored');
  });

  it('points to exchanges that are kept for the report', async () => {
    const verdicts = await judged(fixedWindow(40));
    const pointedTo = (reported(verdicts) ?? []).flatMap(({ kinds }) =>
      kinds.flatMap(({ excludedBy }) => excludedBy?.shownBy ?? []),
    );
    expect(pointedTo.length).toBeGreaterThanOrEqual(2);
    expect(pointedTo.filter((number) => !verdicts.exchanges.has(number))).toEqual([]);
    expect(verdicts.exchanges.size).toBeLessThan(40);
  });

  it('is left out where the key sent too few requests', async () => {
    expect(reported(await judged(fixedWindow(19)))).toBeUndefined();
    expect(reported(await judged(fixedWindow(20)))).toHaveLength(1);
    expect(reported(await judged(fixedWindow(40, 'second')))).toBeUndefined();
  });

  it('comes out the same from the evidence on disk', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'petvet-verdicts-'));
    try {
      const file = join(directory, 'evidence.jsonl');
      const writer = openEvidence(file, KNOWLEDGE);
      const exchanges = fixedWindow(40);
      for (const exchange of exchanges) writer.append(exchange);
      writer.close();
      const again = await judgeEvidence(() => readEvidence(file), { ownTraffic: true });
      expect(reported(again)).toEqual(reported(await judged(exchanges)));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

function lasting(one: Exchange, ms: number): Exchange {
  return { ...one, times: { startedAt: one.times.startedAt, endedAt: one.times.startedAt + ms } };
}

describe('how long answers took', () => {
  it('is told by the median of the answered ones', async () => {
    const [first, second, third] = fixedWindow(3);
    if (first === undefined || second === undefined || third === undefined) throw new TypeError('three are made');
    const { answer: _, ...unanswered } = lasting(third, 9_000);
    const failed = { ...unanswered, failure: { kind: 'timeout', says: 'no answer' } } as const;
    const verdicts = await judged([lasting(first, 30.26), lasting(second, 7), failed]);
    expect(verdicts.medianMilliseconds).toBe(30.3);
    expect(JSON.parse(renderConformance(reportOf(verdicts)))).toMatchObject({ requests: { medianMilliseconds: 30.3 } });
  });

  it('is not told where nothing was answered', async () => {
    expect(await judged([])).not.toHaveProperty('medianMilliseconds');
  });
});
