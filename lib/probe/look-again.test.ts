import { describe, expect, it } from 'vitest';
import { anExchange } from '../judges/judges.fixture.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { MISSING_OF_PART } from '../judges/filters.ts';
import type { Finding } from '../judges/finding.ts';
import { readOf } from './read-of.ts';
import { repeatViolations, settleDoubts, type Doubtful, type Violated } from './look-again.ts';

const PET = { id: 9n, name: 'a', categoryId: 1n, status: 'sold' } as const;

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
    seed: 1,
    readOf: () => undefined,
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

  it.each([
    ['LIST-7', [PET], ['GET /pets/9', 'GET /pets?limit=100', 'GET /pets/9']],
    ['LIST-7', [], ['GET /pets?limit=100']],
    ['LIST-7', [PET, { ...PET, status: 'pending' }], ['GET /pets?limit=100']],
    ['CREATE-4', [PET], ['GET /pets?limit=100']],
  ] as const)('of %s, reads a created pet that getPet found as it was created, case %#', async (rule, shown, again) => {
    const { run, sent } = aDoubtfulRun(1, { rule, shownBy: [2, 4] });
    const created = anExchange({ id: 2, method: 'POST', sends: {}, status: 201, json: PET });
    const reads = shown.map((json, index) => anExchange({ id: 10 + index, target: '/pets/9', json }));
    await settleDoubts({
      ...run,
      sent: (id) => (id === 2 ? created : run.sent(id)),
      readOf: (creation) => readOf(creation, [created, ...reads]),
    });
    expect(sent).toEqual(again);
  });

  it('sends a request that was answered in two ways some times more', async () => {
    const { run, sent } = aDoubtfulRun(1, { rule: 'LIST-12', shownBy: [1, 4] });
    await settleDoubts(run);
    expect(sent).toEqual(Array.from({ length: 5 }, () => 'GET /pets?limit=100'));
  });

  it.each([
    ['must be refused', '{"name":7,"categoryId":3}', ['POST /pets']],
    ['may be stored', '{"name":"petvet","categoryId":3}', []],
  ])('sends a POST without a response again only where its body %s', async (_what, sendsText, again) => {
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
    ['that no further response settles', { rule: 'LIST-7', fault: MISSING_OF_PART }],
    ['that is a violation already', { verdict: 'fail' }],
  ] as const)('does not look again at a finding %s', async (_what, parts) => {
    const { run, sent } = aDoubtfulRun(Number.POSITIVE_INFINITY, parts);
    await settleDoubts(run);
    expect(sent).toEqual([]);
  });
});

/** What is sent again of exchanges that violated a rule. */
async function sentAgain(violated: Violated['violated'], rest = 100): Promise<readonly string[]> {
  const sent: string[] = [];
  const send = async ({ request }: Exchange) => sent.push(`${request.method} ${request.target}`);
  await repeatViolations({ violated, rest, send });
  return sent;
}

describe('repeatViolations', () => {
  const list = { rule: 'ERR-3', exchange: anExchange({ id: 1, target: '/pets?limit=5' }) } as const;
  const again = Array.from({ length: 4 }, () => 'GET /pets?limit=5');

  it('sends a read that violated a rule four times more, once for each rule and request', async () => {
    const others = [
      { ...list, exchange: anExchange({ id: 2 }) },
      { ...list, rule: 'RATE-1' },
    ] as const;
    expect(await sentAgain([list, ...others])).toEqual(again);
  });

  const refused = { method: 'POST', sendsText: '{"name":7,"categoryId":3}', status: 500 } as const;

  it('sends a creation that had to be refused and was, though wrongly', async () => {
    const posts = Array.from({ length: 4 }, () => 'POST /pets');
    expect(await sentAgain([{ ...list, exchange: anExchange(refused) }])).toEqual(posts);
  });

  it.each([
    ['a creation that was taken', { ...refused, status: 201 }],
    ['a creation that may be taken', { ...refused, sendsText: '{"name":"petvet","categoryId":3}' }],
    ['what the limit refused', { ...refused, status: 429 }],
    ['a read without the key', { credential: 'none' }],
    ['a read that the limit refused', { status: 429 }],
  ] as const)('never sends %s', async (_what, parts) => {
    expect(await sentAgain([{ ...list, exchange: anExchange(parts) }])).toEqual([]);
  });

  it('is content with less where few requests are left, and leaves enough of them for what comes after', async () => {
    const counts = [19, 20, 22, 23, 100].map(async (rest) => (await sentAgain([list], rest)).length);
    expect(await Promise.all(counts)).toEqual([0, 1, 3, 4, 4]);
  });

  it('sends twelve requests at most, however much is violated', async () => {
    const rules = ['ERR-3', 'LIST-1', 'LIST-2', 'LIST-6', 'LIST-10', 'JSON-1', 'JSON-2'] as const;
    const many = rules.map((rule, id) => ({ rule, exchange: anExchange({ id, target: `/pets?limit=${id + 1}` }) }));
    expect(await sentAgain(many)).toHaveLength(12);
  });
});
