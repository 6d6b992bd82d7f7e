import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import { Liveness } from './liveness.ts';

const KNOWN = { method: 'GET', target: '/pets', headers: [] };
const OTHER = { method: 'GET', target: '/pets/7', headers: [] };

const answered = anExchange({ json: [] });

function silent(): Exchange {
  const { answer: _answer, ...rest } = anExchange({});
  return { ...rest, failure: { kind: 'reset', says: 'the connection was closed' } };
}

function afterThreeSilences(): Liveness {
  const liveness = new Liveness('http://127.0.0.1:1/v1');
  liveness.note(answered, KNOWN);
  for (let count = 0; count < 3; count++) liveness.note(silent(), OTHER);
  return liveness;
}

describe('a service that leaves several requests unanswered', () => {
  it('is gone when it leaves what it answered before unanswered, too', async () => {
    const liveness = afterThreeSilences();
    const asked: string[] = [];
    const look = liveness.look(async (request) => {
      asked.push(request.target);
      liveness.note(silent(), request);
      return silent();
    });
    await expect(look).rejects.toThrow('the service stopped responding: the connection was closed');
    expect(asked).toEqual(['/pets']);
  });

  it('is not gone when it answers that', async () => {
    const liveness = afterThreeSilences();
    const look = () =>
      liveness.look(async (request) => {
        liveness.note(answered, request);
        return answered;
      });
    await expect(look()).resolves.toBeUndefined();
    await expect(look()).resolves.toBeUndefined();
  });

  it('is not looked at for ever', async () => {
    const liveness = afterThreeSilences();
    const looks = async () => {
      for (let count = 0; count < 20; count++) {
        for (let silence = 0; silence < 3; silence++) liveness.note(silent(), OTHER);
        await liveness.look(async (request) => {
          liveness.note(answered, request);
          return answered;
        });
      }
    };
    await expect(looks()).rejects.toThrow(/^too many requests got no response/);
  });

  it('is asked nothing before the third silence', async () => {
    const liveness = new Liveness('http://127.0.0.1:1/v1');
    liveness.note(answered, KNOWN);
    liveness.note(silent(), OTHER);
    await expect(
      liveness.look(() => {
        throw new Error('nothing was to be sent');
      }),
    ).resolves.toBeUndefined();
  });
});

it('a service that never answered cannot be reached', () => {
  const liveness = new Liveness('http://127.0.0.1:1/v1');
  expect(() => liveness.note(silent(), KNOWN)).toThrow(
    /^http:\/\/127\.0\.0\.1:1\/v1 cannot be reached: the connection/,
  );
  expect(liveness.isAnswered).toBe(false);
});
