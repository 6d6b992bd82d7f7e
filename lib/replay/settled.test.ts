import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import type { Finding } from '../judges/finding.ts';
import { aReport } from '../report/report.fixture.ts';
import type { RuleId } from '../rules/index.ts';
import { aGet, aPost } from './recorded-run.fixture.ts';
import type { RecordedFinding } from './recorded-run.ts';
import { settle } from './settled.ts';

const KNOWLEDGE = { ...aReport().knowledge, pets: new Map(), categories: new Set<bigint>() };

const pet = (id: number) => ({ id, name: 'Bella', categoryId: 1 });
const pets = (count: number) => Array.from({ length: count }, (_none, index) => pet(index + 1));

function settled(rule: RuleId, before: Exchange, after: readonly Exchange[], findings: readonly Finding[]) {
  const found: RecordedFinding = {
    rule,
    place: 1,
    finding: { verdict: 'fail', says: 'it was so', shownBy: [before.id], times: 1 },
    exchanges: [before],
  };
  const { state, says } = settle(found, [{ before, after }], findings, KNOWLEDGE);
  return { state, says };
}

const of = (rule: RuleId, verdict: Finding['verdict'], shownBy = [2], more: Partial<Finding> = {}): Finding => ({
  rule,
  verdict,
  shownBy,
  says: `${rule} ${verdict}`,
  ...more,
});

const SIX = aGet(1, '/pets?limit=5', 200, pets(6));
const FIVE = aGet(2, '/pets?limit=5', 200, pets(5));

/** What a run knows that has seen that many pets. */
function knowing(count: number) {
  const ids = Array.from({ length: count }, (_none, index) => BigInt(index + 1));
  return { ...KNOWLEDGE, pets: new Map(ids.map((id) => [id, { id, status: undefined, seenIn: 1 }])) };
}

describe('violated again', () => {
  it('where the same rule fails again', () => {
    expect(settled('LIST-2', SIX, [aGet(2, '/pets?limit=5', 200, pets(6))], [of('LIST-2', 'fail')])).toEqual({
      state: 'violated again',
      says: 'LIST-2 fail',
    });
  });

  it('not where another request fails, nor where the fault is told under another rule', () => {
    expect(settled('LIST-2', SIX, [FIVE], [of('LIST-2', 'fail', [7]), of('LIST-2', 'pass')]).state).toBe('fixed');
    const elsewhere = of('LIST-2', 'inconclusive', [2], { see: 'LIST-1' });
    expect(settled('LIST-2', SIX, [FIVE], [elsewhere, of('LIST-1', 'fail')]).state).toBe('cannot tell');
  });
});

describe('fixed', () => {
  it('where the rule is seen to be kept by the same request', () => {
    expect(settled('LIST-2', SIX, [FIVE], [of('LIST-2', 'pass')]).state).toBe('fixed');
  });

  it('where what had to be bounded is now refused', () => {
    const before = aGet(1, '/pets?limit=1000', 200, pets(101));
    expect(settled('LIST-4', before, [aGet(2, '/pets?limit=1000', 400, {})], []).state).toBe('fixed');
  });

  it('where what got a server error now gets what is allowed', () => {
    const before = aGet(1, '/pets?limit=x', 500, {});
    expect(settled('ERR-3', before, [aGet(2, '/pets?limit=x', 400, {})], []).state).toBe('fixed');
    expect(settled('ERR-3', before, [aGet(2, '/pets?limit=x', 429, {})], []).state).toBe('cannot tell');
    expect(settled('ERR-3', aGet(1, '/pets', 302, {}), [aGet(2, '/pets', 200, [])], []).state).toBe('cannot tell');
  });

  it('where the same odd request gets a full page and no more, though more pets were seen', () => {
    const odd = '/pets?limit=5&page=odd';
    const found: RecordedFinding = {
      rule: 'LIST-2',
      place: 1,
      finding: { verdict: 'fail', says: 'six for five', shownBy: [1], times: 1 },
      exchanges: [aGet(1, odd, 200, pets(6))],
    };
    const sent = [{ before: aGet(1, odd, 200, pets(6)), after: [aGet(2, odd, 200, pets(5))] }];
    expect(settle(found, sent, [], knowing(6)).state).toBe('fixed');
    expect(settle(found, sent, [], knowing(5)).state).toBe('cannot tell');
    const refused = [{ before: aGet(1, odd, 200, pets(6)), after: [aGet(2, odd, 400, {})] }];
    expect(settle(found, refused, [], knowing(6)).state).toBe('cannot tell');
  });

  it('where what is created in place of a hidden pet is on its filtered page, whichever pet the judge names', () => {
    const before = [aPost(1, { name: 'a' }, 201, pet(7)), aGet(2, '/pets?limit=100&status=sold', 200, [])];
    const [post, look] = before;
    if (post === undefined || look === undefined) throw new TypeError('two are made');
    const found: RecordedFinding = {
      rule: 'LIST-7',
      place: 1,
      finding: { verdict: 'fail', says: 'it is hidden', shownBy: [1, 2], times: 1 },
      exchanges: before,
    };
    const today = (listed: readonly number[]) => [
      { before: post, after: [aPost(3, { name: 'b' }, 201, pet(8))] },
      { before: look, after: [aGet(4, '/pets?limit=100&status=sold', 200, listed.map(pet))] },
    ];
    const pass = of('LIST-7', 'pass', [4]);
    expect(settle(found, today([1, 8]), [pass], KNOWLEDGE).state).toBe('fixed');
    expect(settle(found, today([1]), [pass], KNOWLEDGE).state).toBe('cannot tell');
  });

  it('not by another request alone', () => {
    expect(
      settled('GET-1', aGet(1, '/pets/7', 200, {}), [aGet(2, '/pets/7', 500, {})], [of('GET-1', 'pass', [5])]).state,
    ).toBe('cannot tell');
  });
});

const settledBy = (rule: RuleId, judge: string, by: string, verdict: 'fail' | 'inconclusive' = 'fail') => {
  const found: RecordedFinding = {
    rule,
    place: 1,
    finding: { verdict, says: 'it was so', judge, shownBy: [1], times: 1 },
    exchanges: [SIX],
  };
  return settle(found, [{ before: SIX, after: [FIVE] }], [of(rule, 'pass', [2], { judge: by })], KNOWLEDGE);
};

describe('the judge that found the violation', () => {
  it.each([
    // More than the limit was admitted; that there are refusals at all says nothing of how many come before them.
    ['RATE-5', 'limiter-kind', 'exhaustion'],
    ['RATE-4', 'limiter-kind', 'remaining'],
    ['RATE-4', 'early-refusals', 'remaining'],
    ['RATE-13', 'limiter-kind', 'reopening'],
    ['RATE-7', 'reopening', 'rate-headers'],
    ['JSON-3', 'exact-everywhere', 'created'],
    ['ERR-4', 'error-code', 'error-body'],
  ] as const)('%s of %s is not fixed by a pass of %s', (rule, judge, other) => {
    expect(settledBy(rule, judge, other)).toMatchObject({
      state: 'cannot tell',
      says: expect.stringContaining('does not show that this violation is gone'),
    });
    expect(settledBy(rule, judge, judge).state).toBe('fixed');
    expect(settledBy(rule, judge, other, 'inconclusive').state).toBe('fixed');
  });

  it.each([
    ['LIST-2', 'list-page', 'page-limits'],
    ['CREATE-1', 'status', 'created'],
    ['GET-2', 'get-pet', 'status'],
    ['ERR-7', 'unanswered', 'status'],
  ] as const)('may leave the pass of %s to another: %s, to %s', (rule, judge, other) => {
    expect(settledBy(rule, judge, other).state).toBe('fixed');
  });
});

describe('cannot be told', () => {
  it.each([
    // A 429 lacked Retry-After; the same request is now admitted, which says nothing of a 429.
    ['RATE-7', 429, 200],
    ['RATE-1', 400, 200],
    ['JSON-1', 404, 200],
    ['ERR-2', 401, 200],
    ['JSON-3', 201, 400],
  ] as const)('%s of a %i by a %i, though that is in order and the rule passes', (rule, then, now) => {
    const before = aGet(1, '/pets/7', then, {});
    expect(settled(rule, before, [aGet(2, '/pets/7', now, {})], [of(rule, 'pass')])).toMatchObject({
      state: 'cannot tell',
      says: expect.stringContaining(`no response ${then} was met`),
    });
    expect(settled(rule, before, [aGet(2, '/pets/7', then, {})], [of(rule, 'pass')]).state).toBe('fixed');
  });

  it('by an answer that is in order, where no judge says that the rule is satisfied', () => {
    expect(settled('RATE-7', SIX, [FIVE], [])).toEqual({
      state: 'cannot tell',
      says: expect.stringContaining('no response of today could have shown'),
    });
  });

  const unanswered = (({ answer: _none, ...rest }: Exchange) => rest)(FIVE);
  it.each([
    ['it was not sent', [], [], 'was not sent again'],
    ['there is no answer', [unanswered], [], 'got no response'],
    ['the limit is used up', [aGet(2, '/pets?limit=5', 429, {})], [], 'refused with 429'],
    ['the service fails otherwise', [aGet(2, '/pets?limit=5', 500, {})], [of('ERR-3', 'fail')], 'got 500'],
    ['another rule is broken instead', [FIVE], [of('JSON-1', 'fail')], 'now violates JSON-1'],
    ['the judges are in doubt', [FIVE], [of('LIST-2', 'inconclusive')], 'LIST-2 inconclusive'],
    ['too few pets are left', [aGet(2, '/pets?limit=5', 200, pets(3))], [of('LIST-2', 'pass')], 'too few to tell'],
    ['no pet is left', [aGet(2, '/pets?limit=5', 200, [])], [of('LIST-2', 'pass')], 'too few to tell'],
  ] as const)('where %s', (_what, after, findings, why) => {
    const { state, says } = settled('LIST-2', SIX, after, findings);
    expect(state).toBe('cannot tell');
    expect(says).toContain(why);
  });

  it('where the store may have been empty then, and is not now', () => {
    const before = aGet(1, '/pets', 404, {});
    const found: RecordedFinding = {
      rule: 'LIST-2',
      place: 1,
      finding: { verdict: 'fail', says: '', shownBy: [1], times: 1 },
      exchanges: [before],
    };
    const passes = [of('LIST-2', 'pass')];
    const sent = (items: unknown[]) => [{ before, mayHaveBeenEmpty: true, after: [aGet(2, '/pets', 200, items)] }];
    expect(settle(found, sent([pet(1)]), passes, KNOWLEDGE)).toMatchObject({ state: 'cannot tell' });
    expect(settle(found, sent([]), passes, KNOWLEDGE).state).toBe('fixed');
  });

  it('where only its id, and not the list, shows what was created', () => {
    const [post, list] = [aPost(1, {}, 201, { id: 5 }), aGet(2, '/pets?limit=100', 200, [])];
    const found: RecordedFinding = {
      rule: 'CREATE-10',
      place: 1,
      finding: { verdict: 'fail', says: '', shownBy: [1, 2], times: 1 },
      exchanges: [post, list],
    };
    const sent = [
      { before: post, after: [aPost(3, {}, 201, { id: 6 })] },
      { before: list, after: [aGet(4, '/pets?limit=100', 200, [pet(6)])] },
    ];
    expect(settle(found, sent, [of('CREATE-10', 'pass', [3, 5])], KNOWLEDGE).state).toBe('cannot tell');
    expect(settle(found, sent, [of('CREATE-10', 'pass', [3, 4])], KNOWLEDGE).state).toBe('fixed');
  });

  it('where the pet that was hidden is gone', () => {
    const page = aGet(1, '/pets?limit=100&status=sold', 200, pets(2));
    const found: RecordedFinding = {
      rule: 'LIST-7',
      place: 1,
      finding: { verdict: 'fail', says: '', pet: '77', shownBy: [1, 2], times: 1 },
      exchanges: [page],
    };
    const sent = [{ before: page, after: [aGet(2, '/pets?limit=100&status=sold', 200, pets(2))] }];
    expect(settle(found, sent, [of('LIST-7', 'pass')], KNOWLEDGE).says).toBe('the pet is not shown any more');
  });
});
