import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { byTurns, untilShown, type Insisting } from './insist.ts';
import { aGet, aPost } from './recorded-run.fixture.ts';
import type { RecordedFinding } from './recorded-run.ts';

const [list, sold] = [aGet(1, '/pets?limit=100', 200, []), aGet(2, '/pets?status=sold', 200, [])];

function found(exchanges: readonly Exchange[], verdict: 'fail' | 'inconclusive' = 'fail'): RecordedFinding {
  const finding = { verdict, says: 'it is so', shownBy: exchanges.map(({ id }) => id), times: 1 };
  return { rule: 'LIST-7', place: 1, finding, exchanges };
}

/** What is sent, as the targets and `-` for a pause. */
function aReplay(most = 100) {
  const sent: string[] = [];
  const run: Insisting = {
    send: async ({ request }) => sent.length < most && sent.push(request.target) > 0,
    between: async () => sent.push('between'),
    settle: async () => {
      sent.push('-');
    },
  };
  return { run, sent };
}

describe('two reads by turns', () => {
  const [a, b] = [list.request.target, sold.request.target];
  const once = ['-', a, b, a, '-', b, a, b];

  it('are sent once, and again with the turns moved by one, while the finding is open', async () => {
    const { run, sent } = aReplay();
    await byTurns(() => found([list, sold, list]), run);
    expect(sent).toEqual([...once, 'between', ...once]);
  });

  it('are sent no more when the finding is settled', async () => {
    const { run, sent } = aReplay();
    await byTurns(() => (sent.length === 0 ? found([list, sold]) : undefined), run);
    expect(sent).toEqual(once);
  });

  it.each([
    ['one read', found([list, list])],
    ['a read and a creation', found([aPost(1, {}, 201, {}), sold])],
    ['what was open then, too', found([list, sold], 'inconclusive')],
  ])('are not made of %s', async (_what, one) => {
    const { run, sent } = aReplay();
    await byTurns(() => one, run);
    expect(sent).toEqual([]);
  });
});

describe('a request whose fault came and went', () => {
  const cameAndWent = { times: (_rule: unknown, { id }: Exchange) => (id === 2 ? 6 : 1) };

  it('is sent until it shows', async () => {
    const { run, sent } = aReplay();
    await untilShown(found([list, sold]), cameAndWent, run, () => sent.length === 3);
    expect(sent).toEqual(Array.from({ length: 3 }, () => '/pets?status=sold'));
  });

  it('is sent as often as it takes, or as requests are left', async () => {
    const [whole, short] = [aReplay(), aReplay(2)];
    for (const { run } of [whole, short]) await untilShown(found([list, sold]), cameAndWent, run, () => false);
    expect([whole.sent.length, short.sent.length]).toEqual([5, 2]);
  });

  it('is sent a few times only without a valid key', async () => {
    const { run, sent } = aReplay();
    const bare = { ...sold, request: { ...sold.request, credential: 'none' as const } };
    await untilShown(found([bare]), { times: () => 40 }, run, () => false);
    expect(sent).toHaveLength(6);
  });

  it('is sent with what read it afterwards where it creates a pet, unless that takes many pets', async () => {
    const pet = aPost(2, { name: 'a', categoryId: 1 }, 201, { id: 2, name: 'a', categoryId: 1, status: 'sold' });
    const [few, many] = [aReplay(), aReplay()];
    await untilShown(found([pet, sold]), { times: (_rule, { id }) => (id === 2 ? 3 : 1) }, few.run, () => false);
    await untilShown(found([{ ...pet, id: 4 }, list]), { times: () => 9 }, many.run, () => false);
    expect(few.sent).toEqual(['/pets', '/pets', '-', '/pets?status=sold']);
    expect(many.sent).not.toContain('/pets');
  });

  it('is not sent where it leaves something behind', async () => {
    const { run, sent } = aReplay();
    await untilShown(found([aPost(2, { name: 'a', categoryId: 1 }, 500, {})]), cameAndWent, run, () => false);
    expect(sent).toEqual([]);
  });
});
