import { describe, expect, it } from 'vitest';
import { sentLike } from './log.fixture.ts';
import { Script, type Turn } from './script.ts';
import { SITUATIONS, type Step } from './situations.ts';

const STEPS = SITUATIONS.refusals.steps;

/** Plays a client that keeps sending one request, waiting after each refusal, until `admitted` of them get through. @returns what the script did */
function play(waitOf: (inARow: number, askedMs: number) => number, admitted: number, most = 100): Turn[] {
  const script = new Script(STEPS);
  const turns: Turn[] = [];
  let now = 0;
  for (let number = 1; number <= most && turns.filter(({ kind }) => kind === 'admit').length < admitted; number += 1) {
    const turn = script.next(number, sentLike(), now);
    turns.push(turn);
    if (turn.kind === 'refuse') script.ended(number, now);
    const asked = turn.kind === 'refuse' ? 1_000 * turn.refusal.retryAfter : turn.kind === 'early' ? turn.remaining : 0;
    now += turn.kind === 'admit' ? 1 : waitOf(turn.kind === 'refuse' ? turn.refusal.inARow : 1, asked);
  }
  return turns;
}

const inShort = (turns: readonly Turn[]) =>
  turns.map((turn) => (turn.kind === 'refuse' ? `${turn.refusal.retryAfter}` : turn.kind)).join(' ');

describe('the script', () => {
  it('goes on as soon as the waits of a client grow', () => {
    const turns = play((inARow, asked) => Math.max(asked, 300 * 2 ** (inARow - 1)), 6);
    expect(inShort(turns)).toBe('admit 2 admit 0 0 0 0 admit 1 1 1 1 admit admit admit');
  });

  it('gives waits that do not grow all refusals of a row, because a floor of the client may hide a backoff; and no further row', () => {
    expect(inShort(play((_inARow, asked) => asked, 6))).toBe('admit 2 admit 0 0 0 0 0 0 admit admit admit admit');
  });

  it('gives waits that grow until Retry-After takes their place all refusals', () => {
    expect(inShort(play((inARow, asked) => asked || 500 * 2 ** (inARow - 1), 6))).toBe(
      'admit 2 admit 0 0 0 admit 1 1 1 1 1 1 1 admit 1 1 1 1 1 1 1 admit admit',
    );
  });

  it('ends with two rows of waits that grow by a fixed amount, and is met', () => {
    const script = new Script(STEPS);
    let [now, number] = [0, 0];
    const send = (target: string, wait: number) => {
      now += wait;
      number += 1;
      const turn = script.next(number, sentLike({ target }), now);
      script.ended(number, now);
      return turn.kind;
    };
    const row = (target: string) => [0, 400, 800, 1_200, 1_600].map((wait) => send(target, wait));
    expect([send('/pets', 0), send('/a', 0), send('/a', 2_000)]).toEqual(['admit', 'refuse', 'admit']);
    for (const target of ['/b', '/c']) {
      expect(new Set(row(target))).toEqual(new Set(['refuse']));
      expect([script.isOver, send(`${target}/next`, 0)]).toEqual([false, 'admit']);
    }
    expect([script.isOver, script.isMet]).toEqual([true, true]);
  });

  it('refuses the first request where a step says so', () => {
    const script = new Script(SITUATIONS.greased.steps);
    expect(script.next(1, sentLike(), 0)).toMatchObject({ kind: 'refuse', refusal: { retryAfter: 1 } });
    script.ended(1, 30, 1_800);
    expect(script.next(2, sentLike(), 930)).toMatchObject({ kind: 'early', remaining: 100 });
    expect(script.next(3, sentLike(), 1_030)).toEqual({ kind: 'admit' });
    expect([script.isOver, script.isMet]).toEqual([true, true]);
  });

  it('asks to wait until a date, which is up to a second sooner', () => {
    const script = new Script(SITUATIONS.greased.steps, true);
    expect(script.next(1, sentLike(), 0)).toMatchObject({ kind: 'refuse', refusal: { retryAfter: 2 } });
    script.ended(1, 230, 1_400);
    expect(script.next(2, sentLike(), 1_300)).toMatchObject({ kind: 'early', remaining: 100 });
    expect(script.next(3, sentLike(), 1_400)).toEqual({ kind: 'admit' });
  });

  it('takes waits until dates for no constant ones', () => {
    const script = new Script([{ kind: 'refuse', retryAfter: 0, most: 6 }], true);
    let now = 0;
    const kinds = [0, 0, 980, 1_000, 1_000, 1_010, 2_040, 4_080].map((wait, index) => {
      now += wait;
      const turn = script.next(index + 1, sentLike(), now);
      script.ended(index + 1, now, now + 1_000);
      return turn.kind;
    });
    expect(kinds.slice(1, -1)).toEqual(Array(6).fill('refuse'));
  });

  it('refuses what comes during a wait, without going on by it', () => {
    const turns = play(() => 500, 2);
    expect(inShort(turns)).toBe('admit 2 early early early admit');
    expect(turns[2]).toEqual({ kind: 'early', of: 2, underWay: false, remaining: 1_500 });
  });

  it('takes what comes within a tenth of a second of a 429 for what was under way', () => {
    const script = new Script(STEPS);
    script.next(1, sentLike(), 0);
    script.next(2, sentLike(), 1);
    expect(script.next(3, sentLike(), 2)).toMatchObject({ kind: 'early', underWay: true });
    script.ended(2, 5);
    expect(script.next(4, sentLike(), 90)).toMatchObject({ kind: 'early', underWay: true });
    expect(script.next(5, sentLike(), 110)).toMatchObject({ kind: 'early', underWay: false });
  });

  it('takes a 429 back that the client did not get', () => {
    const script = new Script(STEPS);
    script.next(1, sentLike(), 0);
    script.next(2, sentLike(), 1);
    script.lost(2);
    expect(script.next(3, sentLike(), 20)).toEqual({ kind: 'refuse', refusal: { retryAfter: 2, inARow: 1 } });
    script.ended(3, 20);
    script.lost(3);
    expect(script.next(4, sentLike(), 300)).toMatchObject({ kind: 'early', of: 3 });
  });

  it('lets a client go on that gave a request up', () => {
    const script = new Script(STEPS);
    script.next(1, sentLike(), 0);
    script.next(2, sentLike(), 1);
    script.ended(2, 1);
    expect(script.next(3, sentLike({ target: '/pets?limit=1' }), 2_010)).toEqual({ kind: 'admit' });
  });

  it('refuses in several rows who gives up after two retries, and leaves the step when they show growth', () => {
    const script = new Script([{ kind: 'refuse', retryAfter: 0, most: 6 }]);
    let [now, number] = [0, 0];
    const send = (target: string) => {
      number += 1;
      const turn = script.next(number, sentLike({ target }), now);
      script.ended(number, now);
      return turn.kind;
    };
    expect(send('/pets')).toBe('admit');
    const row = (target: string) =>
      [0, 500, 1_000].map((wait) => {
        now += wait;
        return send(target);
      });
    for (const target of ['/a', '/b']) {
      expect(row(target)).toEqual(['refuse', 'refuse', 'refuse']);
      expect(send(`${target}/next`)).toBe('admit');
    }
    expect(row('/c')).toEqual(['refuse', 'refuse', 'admit']);
    expect([script.isOver, script.isMet]).toEqual([true, true]);
  });

  it('goes on where a client left off that was started again', () => {
    const script = new Script([{ kind: 'refuse', retryAfter: 1, most: 1 }, { kind: 'cut' }]);
    expect(script.next(1, sentLike(), 0).kind).toBe('admit');
    script.runEnded();
    expect([script.isOver, script.befell]).toEqual([false, 0]);
    expect(script.next(2, sentLike(), 10).kind).toBe('refuse');
    script.ended(2, 11);
    script.runEnded();
    expect(script.next(3, sentLike(), 20)).toEqual({ kind: 'disturb', by: { kind: 'cut' } });
    expect([script.isOver, script.isMet]).toEqual([true, true]);
  });

  it.each<[Step, readonly string[], boolean]>([
    [{ kind: 'lost' }, ['GET', 'GET', 'POST', 'POST'], true],
    [{ kind: 'lost' }, ['GET', 'GET', 'GET'], false],
    [{ kind: 'revoked' }, ['GET', 'GET', 'GET'], true],
    [{ kind: 'stalled', seconds: 1 }, ['GET'], false],
  ])('%j is met by %j: %j', (step, methods, isMet) => {
    const script = new Script([step]);
    const turns = methods.map((method, index) => script.next(index + 1, sentLike({ method }), index));
    script.runEnded();
    expect([script.isMet, turns.some(({ kind }) => kind === 'disturb')]).toEqual([isMet, isMet]);
  });

  it('lets nothing remain, and refuses until the window ends', () => {
    const script = new Script([{ kind: 'used-up', remaining: 2, seconds: 4 }]);
    const at = (number: number, now: number) => script.next(number, sentLike(), now);
    expect(at(1, 0)).toEqual({ kind: 'admit' });
    expect(at(2, 10)).toEqual({ kind: 'admit', figures: { remaining: 1, resetAt: 4_010 } });
    expect(at(3, 20)).toEqual({ kind: 'admit', figures: { remaining: 0, resetAt: 4_010 } });
    expect(at(4, 1_000)).toEqual({ kind: 'refuse', refusal: { retryAfter: 4, inARow: 1 } });
    script.ended(4, 1_001);
    expect(at(5, 1_200)).toMatchObject({ kind: 'early', of: 4 });
    expect(at(6, 5_100)).toEqual({ kind: 'admit' });
    expect(script.isOver).toBe(true);
  });
});
