import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { Interruption } from './interruption.ts';

const LIST: OutgoingRequest = { method: 'GET', target: '/pets', headers: [['Authorization', 'Bearer {primary}']] };
const PET: OutgoingRequest = { ...LIST, target: '/pets/7' };

const exchangeOf = (id: number, { method, target }: OutgoingRequest, status: number): Exchange => ({
  ...anExchange({ method, target, status }),
  id,
});

/**
 * Surroundings whose service gives these statuses, one after the other, and the last one from then on.
 *
 * @param statuses - of what is sent on its account
 */
function aService(...statuses: number[]) {
  const sent: { target: string; repeats?: number }[] = [];
  const waits: number[] = [];
  let id = 100;
  const interruption = new Interruption({
    send: async (request, repeats) => {
      sent.push({ target: request.target, ...(repeats !== undefined && { repeats: repeats.id }) });
      return exchangeOf(++id, request, statuses[Math.min(sent.length, statuses.length) - 1] ?? 200);
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  return { interruption, sent, waits };
}

describe('after a request in trouble', () => {
  it('a request that was served before tells that the service is there, and it is sent again for some seconds', async () => {
    const { interruption, sent, waits } = aService(200, 502, 502, 502);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    const last = await interruption.settled(exchangeOf(2, PET, 502), PET);
    expect(last).toMatchObject({ id: 104, answer: { status: 502 } });
    expect(sent).toEqual([
      { target: '/pets' },
      { target: '/pets/7', repeats: 2 },
      { target: '/pets/7', repeats: 102 },
      { target: '/pets/7', repeats: 103 },
    ]);
    expect(waits).toEqual([1_000, 3_000]);
  });

  it('no more is sent once it is served: one of several instances was away', async () => {
    const { interruption, sent } = aService(200, 502, 200, 502);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    expect(await interruption.settled(exchangeOf(2, PET, 502), PET)).toMatchObject({ answer: { status: 200 } });
    expect(sent).toHaveLength(3);
  });

  it('the run waits for a service that is away, longer each time, and then sends it once more', async () => {
    const { interruption, sent, waits } = aService(502, 502, 503, 200, 200);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    expect(await interruption.settled(exchangeOf(2, PET, 502), PET)).toMatchObject({ answer: { status: 200 } });
    expect(sent.map(({ target }) => target)).toEqual(['/pets', '/pets', '/pets', '/pets', '/pets/7']);
    expect(waits).toEqual([1_000, 2_000, 4_000]);
  });

  it('the run ends when the service does not come back', async () => {
    const { interruption, waits } = aService(502);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    const settled = interruption.settled(exchangeOf(2, PET, 502), PET);
    await expect(settled).rejects.toThrow('the service stopped responding: the response was 502');
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(30_000);
  });

  it('whoever wants to send meanwhile waits until the service is back', async () => {
    const { interruption, sent } = aService(502, 200, 200);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    const settling = interruption.settled(exchangeOf(2, PET, 502), PET);
    await interruption.over();
    expect(sent.map(({ target }) => target).slice(0, 2)).toEqual(['/pets', '/pets']);
    expect(await settling).toMatchObject({ answer: { status: 200 } });
  });

  it('several at once share one look', async () => {
    const { interruption, sent } = aService(502, 200, 200);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    await Promise.all([2, 3].map((id) => interruption.settled(exchangeOf(id, PET, 502), PET)));
    expect(sent.map(({ target }) => target)).toEqual(['/pets', '/pets', '/pets/7', '/pets/7']);
  });

  it('requests that stay in trouble while others are served are taken for what they are after two of them', async () => {
    const { interruption, sent } = aService(200, 502, 502, 502, 200, 502, 502, 502, 200);
    await interruption.settled(exchangeOf(1, LIST, 200), LIST);
    for (let id = 2; id < 8; id++) await interruption.settled(exchangeOf(id, PET, 502), PET);
    expect(sent.filter(({ target }) => target === '/pets')).toHaveLength(2);
    expect(sent).toHaveLength(8);
  });

  it('the first one of a run is tried again, as the service may be starting', async () => {
    const { interruption, sent, waits } = aService(503, 200);
    expect(await interruption.settled(exchangeOf(2, LIST, 503), LIST)).toMatchObject({ answer: { status: 200 } });
    expect(sent).toEqual([
      { target: '/pets', repeats: 2 },
      { target: '/pets', repeats: 101 },
    ]);
    expect(waits).toEqual([1_000, 2_000]);
    await interruption.settled(exchangeOf(3, PET, 503), PET);
    expect(sent[2]).toEqual({ target: '/pets' });
  });
});
