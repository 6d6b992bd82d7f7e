import { describe, expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import type { Finding } from '../judges/finding.ts';
import { settleDoubts, type Doubtful } from './look-again.ts';

/** A run with one doubt over some exchanges, which goes away after some requests more. */
function aDoubtfulRun(settledAfter: number, finding: Partial<Finding> = {}) {
  const sent: string[] = [];
  const pauses: number[] = [];
  const log = new Map([
    [1, anExchange({ id: 1, target: '/pets?limit=100' })],
    [2, anExchange({ id: 2, target: '/pets/7', status: 404 })],
    [3, anExchange({ id: 3, method: 'POST', sends: {} })],
    [4, anExchange({ id: 4, target: '/pets?limit=100' })],
  ]);
  const doubt: Finding = { rule: 'GET-1', verdict: 'inconclusive', shownBy: [1, 2, 3], says: 'in doubt', ...finding };
  const run: Doubtful = {
    conclude: () => (sent.length < settledAfter ? [doubt] : []),
    sent: (id) => log.get(id),
    send: async ({ request }) => sent.push(`${request.method} ${request.target}`),
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  };
  return { run, sent, pauses };
}

describe('settleDoubts', () => {
  it('sends nothing and waits for nothing when nothing is in doubt', async () => {
    const { run, sent, pauses } = aDoubtfulRun(0);
    await settleDoubts(run);
    expect({ sent, pauses }).toEqual({ sent: [], pauses: [] });
  });

  it('sends the GETs of a doubt again in their order, then the first once more, never a POST', async () => {
    const { run, sent, pauses } = aDoubtfulRun(1);
    await settleDoubts(run);
    expect(sent).toEqual(['GET /pets?limit=100', 'GET /pets/7', 'GET /pets?limit=100']);
    expect(pauses).toHaveLength(1);
  });

  it('sends a request that was answered in two ways twice and once more', async () => {
    const { run, sent } = aDoubtfulRun(1, { rule: 'LIST-12', shownBy: [1, 4] });
    await settleDoubts(run);
    expect(sent).toEqual(['GET /pets?limit=100', 'GET /pets?limit=100', 'GET /pets?limit=100']);
  });

  it.each([
    ['must be refused', '{"name":7,"categoryId":3}', ['POST /pets']],
    ['may be stored', '{"name":"petvet","categoryId":3}', []],
  ])('sends a POST without an answer again only where its body %s', async (_what, sendsText, again) => {
    const { run, sent } = aDoubtfulRun(1, { rule: 'ERR-3', shownBy: [5] });
    const { answer: _answer, ...silent } = anExchange({ id: 5, method: 'POST', sendsText });
    await settleDoubts({ ...run, sent: () => silent });
    expect(sent).toEqual(again);
  });

  it('gives up on a doubt that stays', async () => {
    const { run, sent } = aDoubtfulRun(Number.POSITIVE_INFINITY);
    await settleDoubts(run);
    expect(sent.length).toBeLessThanOrEqual(6);
  });

  it.each([
    ['that is blamed on another rule', { see: 'LIST-7' }],
    ['that one exchange shows', { shownBy: [2] }],
    ['that is a violation already', { verdict: 'fail' }],
  ] as const)('does not look again at a finding %s', async (_what, parts) => {
    const { run, sent } = aDoubtfulRun(Number.POSITIVE_INFINITY, parts);
    await settleDoubts(run);
    expect(sent).toEqual([]);
  });
});
