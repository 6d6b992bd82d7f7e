import { describe, expect, it } from 'vitest';
import { aTarget, httpServer } from '../wire/wire.fixture.ts';
import { checkLive } from './live.ts';

const CREATED = new Map([
  ['1', 'petvetA1B2C301'],
  ['2', 'petvetA1B2C302'],
]);

/** A service that answers one request after the other so, and counts them. */
async function answering(answer: (path: string) => { status: number; retryAfter?: string; body?: string }) {
  const paths: string[] = [];
  const port = await httpServer(({ url = '' }, response) => {
    paths.push(url);
    const { status, retryAfter, body = '{}' } = answer(url);
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end(body);
  });
  return { paths, question: { target: aTarget(port), created: CREATED, interrupt: new AbortController().signal } };
}

describe('a look at the live service', () => {
  it.each([200, 404, 500, 503])('sends nothing within the Retry-After of a %i', async (status) => {
    const { paths, question } = await answering(() => ({ status, retryAfter: '30' }));
    expect(await checkLive(question)).toMatchObject({
      state: 'unchecked',
      says: expect.stringContaining(`the service said to wait 30 s (Retry-After on a ${status})`),
    });
    expect(paths).toHaveLength(1);
  });

  it('holds by what was seen before the service said to wait', async () => {
    const { paths, question } = await answering(() => ({
      status: 200,
      retryAfter: '30',
      body: '{"id":2,"name":"petvetA1B2C302","categoryId":1}',
    }));
    expect(await checkLive(question)).toMatchObject({ state: 'holds' });
    expect(paths).toHaveLength(1);
  });

  it('fails where the pets of the run are gone', async () => {
    const { paths, question } = await answering(() => ({ status: 404 }));
    expect(await checkLive(question)).toMatchObject({ state: 'fails' });
    expect(paths).toHaveLength(3);
  });
});
