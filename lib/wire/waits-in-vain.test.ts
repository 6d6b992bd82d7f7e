import { describe, expect, it } from 'vitest';
import { aLane, ask, NOW, tell } from './lane.fixture.ts';
import type { Lane } from './lane.ts';

/** Waits for as long as it is asked to, up to so often, and is told what is left each time. @returns how often, and why no more */
function waitOften(lane: Lane, most: number, remainingOf: (turn: number) => number, every = 60_000) {
  let at = NOW;
  for (let turn = 0; turn < most; turn += 1) {
    tell(lane, { at, limit: 60, remaining: remainingOf(turn), resetAt: at + every });
    const permission = ask(lane, at);
    if (permission.kind === 'stop') return { turns: turn, code: permission.why.code, message: permission.why.message };
    if (permission.kind === 'wait') at = permission.until;
  }
  return { turns: most };
}

/** A lane whose request after each wait is refused, and the next one admitted with that left. @returns how often it waited, and why no more */
function refusedAfterWaits(left: number): { turns: number; code?: string } {
  const lane = aLane();
  let at = NOW;
  tell(lane, { at, limit: 60, remaining: 1, resetAt: at + 60_000 });
  for (let turn = 0; turn < 20; turn += 1) {
    tell(lane, { at, limit: 60, remaining: 0, resetAt: at + 60_000 });
    const permission = ask(lane, at);
    if (permission.kind === 'stop') return { turns: turn, code: permission.why.code };
    if (permission.kind === 'wait') at = permission.until;
    tell(lane, { at, refused: true, retryAfter: 4_000 });
    at += 5_100;
    if (left > 0) tell(lane, { at, limit: 60, remaining: left, resetAt: at + 60_000 });
  }
  return { turns: 20 };
}

describe('a lane', () => {
  it('waits no more where a limit did not renew twice in a row', () => {
    const ended = waitOften(aLane({ minuteShare: 0.75 }), 50, () => 12);
    expect(ended).toMatchObject({ turns: 2, code: 'WAITED_IN_VAIN' });
    expect(ended.message).toContain('12 after the last');
  });

  it('goes on where a limit renews now and then, or gives back one request after the other', () => {
    expect(waitOften(aLane({ minuteShare: 0.75 }), 200, (turn) => (turn % 2 === 1 ? 59 : 12))).toEqual({ turns: 200 });
    expect(waitOften(aLane(), 200, () => 0, 1_000)).toEqual({ turns: 200 });
  });

  it('judges a wait after which a request was refused by what is left when the next one is admitted', () => {
    expect(refusedAfterWaits(59)).toEqual({ turns: 20 });
    expect(refusedAfterWaits(0)).toEqual({ turns: 2, code: 'WAITED_IN_VAIN' });
  });

  it('goes on where a limit of one leaves nothing after each request', () => {
    const lane = aLane({ declared: { perMinute: 1 } });
    let at = NOW;
    for (let turn = 0; turn < 30; turn += 1) {
      tell(lane, { at, limit: 1, remaining: 0, resetAt: at + 60_000 });
      const permission = ask(lane, at);
      expect(permission.kind).toBe('wait');
      if (permission.kind === 'wait') at = permission.until;
    }
  });
});
