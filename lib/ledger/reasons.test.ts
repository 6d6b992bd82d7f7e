import { describe, expect, it } from 'vitest';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Sightings } from '../judges/sightings.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { aRun } from '../evidence/knowledge.fixture.ts';
import { aFinding, ledgerOf, rowOf } from './ledger.fixture.ts';
import { whyImpossible } from './reasons.ts';

const reason = (id: RuleId, seen: Partial<Sightings>, run: Partial<Knowledge> = {}) =>
  rowOf(id, ledgerOf([], run, { seen })).says;

const UNSEEN = 'no response of this run verifies it';

describe('the reason of what was not verified follows from what was seen', () => {
  it.each<[string, RuleId, Partial<Sightings>, string]>([
    ['nothing', 'LIST-1', { answered: 0 }, 'no response was received'],
    ['all that is needed', 'LIST-1', {}, UNSEEN],
    ['no page', 'LIST-4', { pages: 0 }, 'no page of pets was received'],
    ['ids of another type', 'LIST-2', { isIdTold: false }, 'no pet was returned with an integer as its id'],
    ['ids of another type', 'AUTH-1', { isIdTold: false }, UNSEEN],
    ['no pet', 'LIST-2', { pets: 0, isIdTold: false }, UNSEEN],
    ['no such limit', 'LIST-4', { oddLimits: 0 }, 'no `limit` outside 1 to 100 was requested'],
    ['few pets', 'LIST-4', { pets: 20 }, 'needs 101 pets, 20 seen (--populate would create 81 pets)'],
    ['one pet', 'LIST-4', { pets: 1 }, 'needs 101 pets, 1 seen (--populate would create 100 pets)'],
    ['101 pets', 'LIST-4', { pets: 101 }, UNSEEN],
    ['large pages', 'LIST-4', { pets: 20, unreadPages: 2 }, '2 pages not received or not read to the end'],
    ['no page', 'LIST-6', { pages: 0 }, 'no page of pets was received'],
    ['empty pages', 'GET-1', { pages: 3, largestPage: 0 }, 'no page held a pet (3 pages)'],
    ['pages', 'GET-1', { pages: 3, largestPage: 1 }, UNSEEN],
    ['no 429', 'RATE-7', { lowestRemaining: 0 }, 'the key got no 429; the lowest X-RateLimit-Remaining was 0'],
    [
      'no 429, and some left',
      'RATE-7',
      { lowestRemaining: 62 },
      'the key got no 429; the lowest X-RateLimit-Remaining was 62: 63 more requests needed in that window',
    ],
    [
      'no 429, and a Remaining that is a fraction',
      'RATE-7',
      { lowestRemaining: 59, isRemainingUnread: true },
      'the key got no 429, and not every X-RateLimit-Remaining is a whole number',
    ],
    [
      'headers of the day',
      'RATE-7',
      { lowestRemaining: 900, nearestReset: 7_200_000 },
      'the key got no 429; the X-RateLimit headers describe the daily limit only',
    ],
    [
      'headers of the day, and refusals',
      'RATE-13',
      { refused: 3, isAfterReset: false, nearestReset: 7_200_000 },
      'the X-RateLimit headers describe the daily limit only',
    ],
    [
      'headers of the day',
      'RATE-6',
      { nearestReset: 7_200_000 },
      'the X-RateLimit headers describe the daily limit only',
    ],
    ['headers of the minute', 'RATE-6', { nearestReset: 64_000 }, UNSEEN],
    ['a counter that weighs the window before', 'RATE-6', { nearestReset: 124_000 }, UNSEEN],
    ['a Reset in milliseconds', 'RATE-6', { nearestReset: 1_800_000_000_000_000 }, UNSEEN],
    ['refusals', 'RATE-7', { refused: 3 }, 'the limit was reached (3 × 429), but no response verifies it'],
    [
      'silence after refusals',
      'RATE-8',
      { refused: 3, isAfterRetryAfter: false },
      'the limit was reached (3 × 429), but no request was sent after Retry-After',
    ],
    [
      'a request after them',
      'RATE-8',
      { refused: 3, isAfterRetryAfter: true },
      'the limit was reached (3 × 429), but no response verifies it',
    ],
    [
      'refusals without Retry-After',
      'RATE-8',
      { refused: 3 },
      'the limit was reached (3 × 429), but not every 429 has a valid Retry-After',
    ],
    [
      'a Reset of another kind',
      'RATE-13',
      { refused: 3, isResetTold: false },
      'the limit was reached (3 × 429), but no response has a valid X-RateLimit-Reset',
    ],
    [
      'Retry-After beside a Reset of another kind',
      'RATE-9',
      { refused: 3, isAfterRetryAfter: true, isResetTold: false },
      'the limit was reached (3 × 429), but no response has a valid X-RateLimit-Reset',
    ],
    [
      'silence before Reset',
      'RATE-13',
      { refused: 3, isAfterReset: false },
      'the limit was reached (3 × 429), but no request was sent after X-RateLimit-Reset',
    ],
    [
      'a request after Reset',
      'RATE-13',
      { refused: 3, isAfterReset: true },
      'the limit was reached (3 × 429), but no response verifies it',
    ],
  ])('%s: %s', (_what, id, seen, says) => {
    expect(reason(id, seen)).toBe(says);
  });

  it('of a page that takes many pets names what --populate would create', () => {
    const few = { pets: 20 };
    const says = 'needs 101 pets, 20 seen (--populate would create 81 pets)';
    expect(reason('LIST-4', few)).toBe(says);
    expect(reason('LIST-4', few, { writes: false })).toContain('(--populate with --writes would create 81 pets)');
    const open = aFinding('LIST-3', 'inconclusive', { unverified: true });
    const doubted = aFinding('LIST-3', 'inconclusive');
    const ofLedger = (finding: typeof open) => rowOf('LIST-3', ledgerOf([finding], {}, { seen: few })).says;
    expect(ofLedger(open)).toBe('LIST-3 inconclusive (--populate would create 81 pets)');
    expect(ofLedger(doubted)).toBe('LIST-3 inconclusive');
    for (const run of [{ populates: true }, { smoke: true }, { leftOut: { 'LIST-4': 'left out' } }])
      expect(reason('LIST-4', few, run)).not.toContain('--populate');
    expect(rowOf('LIST-4', ledgerOf([], {}, { seen: few, ownTraffic: false })).says).not.toContain('--populate');
  });

  it('says so where no Remaining was announced', () => {
    expect(reason('RATE-7', {})).toBe('the key got no 429, and no X-RateLimit-Remaining was announced');
  });

  it('of a second caller tells the configuration from what was sent', () => {
    expect(reason('RATE-10', {})).toBe("no second caller's key is configured");
    expect(reason('RATE-10', {}, { secondKey: true })).toBe('no request with the second key was answered');
    expect(reason('RATE-10', { ofSecondKey: 2 }, { secondKey: true })).toBe(UNSEEN);
    const limitLeft = 'the rate limit is not used up (--no-burn)';
    expect(reason('RATE-10', {}, { secondKey: true, limitLeft })).toBe(limitLeft);
    expect(reason('RATE-10', { ofSecondKey: 2 }, { secondKey: true, limitLeft })).toBe(UNSEEN);
  });

  it('of creations tells writes that are off from creations that got no response', () => {
    const perOperation = { listPets: 5, createPet: 0, getPet: 5 };
    expect(reason('CREATE-1', { perOperation }, { writes: false })).toBe('writes are off; --writes turns them on');
    expect(reason('CREATE-1', { perOperation })).toBe('no response to createPet was received');
    expect(reason('CREATE-1', {})).toBe(UNSEEN);
  });

  it('of an operation says whether it was called', () => {
    const shown = aFinding('AUTH-1', 'pass', { operation: 'listPets' });
    const says = (getPet: number) =>
      rowOf('AUTH-1', ledgerOf([shown], {}, { seen: { perOperation: { listPets: 5, createPet: 5, getPet } } })).says;
    expect(says(0)).toContain('getPet (no response to getPet was received)');
    expect(says(1)).toContain(`getPet (${UNSEEN})`);
  });

  it('of the day says how much of it was used', () => {
    const day = { usesDayUp: true };
    expect(reason('RATE-11', { admitted: 600 }, day)).toBe('600 requests admitted, of a daily limit of 1000');
    expect(reason('RATE-11', { admitted: 1_000 }, day)).toBe(UNSEEN);
  });
});

describe('what a configuration cannot judge', () => {
  it('is nothing, where it has all', () => {
    const possible = RULE_IDS.filter((id) => whyImpossible(id, aRun({ secondKey: true })) === undefined);
    expect(possible).toEqual(
      RULE_IDS.filter((id) => !['load', 'client'].includes(rules[id].by ?? '') && id !== 'GET-4'),
    );
  });

  it.each<[RuleId, Partial<Knowledge>, string]>([
    ['CREATE-7', { writes: false }, 'writes are off; --writes turns them on'],
    ['RATE-10', { secondKey: false }, "no second caller's key is configured"],
    ['RATE-5', { limitLeft: 'the rate limit is not used up (--no-burn)' }, 'the rate limit is not used up (--no-burn)'],
    ['GET-1', { asOf: '2031-01-01' }, 'getPet was removed on 5 December 2030'],
    ['CLIENT-2', {}, 'judged by `petvet client`'],
  ])('%s of %j', (id, run, why) => {
    expect(whyImpossible(id, aRun(run))).toBe(why);
  });
});
