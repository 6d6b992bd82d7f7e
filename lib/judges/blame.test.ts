import { describe, expect, it } from 'vitest';
import type { RuleId } from '../rules/index.ts';
import { blameOn, blameOnLimit, settleBlame, settleTogether } from './blame.ts';
import { makeFinding, type Finding } from './finding.ts';

const fail = (rule: RuleId, place?: string): Finding =>
  makeFinding({ rule, shownBy: [1] }, 'fail', 'wrong', { fault: 'wrong', ...(place !== undefined && { place }) });

/** Which rule the first finding gives way to, among the others. */
function blamed(first: Finding, others: readonly Finding[], failed: readonly RuleId[] = []): RuleId | undefined {
  return settleBlame([first, ...others], new Set(failed))[0]?.see;
}

describe('settleBlame', () => {
  it.each<[RuleId, RuleId]>([
    ['GET-1', 'JSON-3'],
    ['GET-6', 'LIST-7'],
  ])('%s gives way to %s wherever in the run that is violated', (rule, see) => {
    expect(blamed(fail(rule), [fail(see)])).toBe(see);
    expect(blamed(fail(rule), [], [see])).toBe(see);
    expect(blamed(fail(rule), [makeFinding({ rule: see, shownBy: [1] }, 'pass', 'kept')])).toBeUndefined();
  });

  it('leaves LIST-11 alone where LIST-2 or LIST-3 is violated: it compares no page that is too long, so that its fault is another one', () => {
    expect(blamed(fail('LIST-11'), [fail('LIST-2'), fail('LIST-3')], ['LIST-2', 'LIST-3'])).toBeUndefined();
  });

  it('blames the first of several rules', () => {
    expect(blamed(fail('GET-6'), [fail('JSON-3'), fail('GET-1')])).toBe('GET-1');
  });

  it('has a pet that is not found explained by whatever hides it, as far as responses that are compared show that', () => {
    expect(blamed(fail('CREATE-10'), [fail('LIST-7')])).toBe('LIST-7');
    expect(blamed(fail('CREATE-10', 'status'), [fail('LIST-7')])).toBeUndefined();
    expect(blamed(fail('CREATE-10'), [], ['LIST-7'])).toBeUndefined();
  });

  it('has a wrong field explained by the same field only', () => {
    expect(blamed(fail('CREATE-10', 'status'), [fail('GET-1', 'status')])).toBe('GET-1');
    expect(blamed(fail('CREATE-10', 'status'), [fail('GET-1', 'name')])).toBeUndefined();
    expect(blamed(fail('CREATE-4', 'id'), [fail('JSON-3', 'categoryId')])).toBeUndefined();
  });

  it('has doubts about ids give way as well, but nothing that nobody could verify', () => {
    const doubt = makeFinding({ rule: 'CREATE-4', shownBy: [1] }, 'inconclusive', 'given again', {
      fault: 'given again',
      place: 'id',
    });
    expect(blamed(doubt, [fail('JSON-3', 'id')])).toBe('JSON-3');
    expect(blamed({ ...doubt, unverified: true }, [fail('JSON-3', 'id')])).toBeUndefined();
  });

  it('leaves nothing but a doubt of what gives way, shown as before', () => {
    expect(settleBlame([fail('GET-1'), fail('JSON-3')], new Set())).toEqual([
      { ...fail('GET-1'), verdict: 'inconclusive', says: 'depends on JSON-3', see: 'JSON-3' },
      fail('JSON-3'),
    ]);
  });
});

/** A pet that GET-6 misses, or may miss. */
function known(verdict: 'fail' | 'inconclusive', shownBy: readonly number[] = [3, 4]): Finding {
  return makeFinding({ rule: 'GET-6', shownBy }, verdict, 'missing', { fault: 'missing' });
}

/** What gives way to a rule, pointing to what shows that. */
function pointer(rule: RuleId, shownBy: readonly number[], see: RuleId): Finding {
  return makeFinding({ rule, shownBy }, 'inconclusive', `depends on ${see}`, { see });
}

describe('one fault seen from two sides', () => {
  const listed = makeFinding({ rule: 'LIST-7', shownBy: [1, 2] }, 'fail', 'missing', { fault: 'missing' });
  const doubt = makeFinding({ rule: 'LIST-7', shownBy: [5] }, 'inconclusive', 'open', { fault: 'open' });

  it('is blamed on the filter of lists where they show it, once', () => {
    const pass = makeFinding({ rule: 'GET-6', shownBy: [9] }, 'pass', 'found');
    for (const other of [known('fail'), known('inconclusive'), pass]) {
      expect(settleBlame([listed, other, other], new Set())).toEqual([listed, pointer('GET-6', [1, 2], 'LIST-7')]);
    }
  });

  it('is blamed on what getPet shows where lists leave it open', () => {
    expect(settleBlame([doubt, known('fail')], new Set())).toEqual([pointer('LIST-7', [3, 4], 'GET-6'), known('fail')]);
  });

  it('is left open once, where the same exchanges leave both open', () => {
    expect(settleBlame([doubt, known('inconclusive', [5])], new Set())[1]?.see).toBe('LIST-7');
    expect(settleBlame([doubt, known('inconclusive', [6])], new Set())[1]?.see).toBeUndefined();
    const elsewhere = pointer('LIST-7', [5], 'LIST-6');
    expect(settleBlame([elsewhere, known('inconclusive', [5])], new Set())[1]?.see).toBe('LIST-6');
  });
});

it('what one response violates together is blamed on the rule that asks who the caller is', () => {
  expect(settleTogether([fail('AUTH-1'), fail('AUTH-7')])).toEqual([
    fail('AUTH-1'),
    blameOn({ rule: 'AUTH-7', shownBy: [1] }, 'AUTH-1'),
  ]);
  expect(settleTogether([fail('AUTH-7')])).toEqual([fail('AUTH-7')]);
});

it('blameOn says whose the fault is', () => {
  const subject = { rule: 'LIST-9', shownBy: [4], operation: 'listPets' } as const;
  expect(blameOn(subject, 'LIST-2')).toEqual({
    ...subject,
    verdict: 'inconclusive',
    says: 'depends on LIST-2',
    see: 'LIST-2',
  });
});

const shown = (rule: RuleId, shownBy: number[]) => makeFinding({ rule, shownBy }, 'fail', 'wrong', { fault: 'wrong' });

describe('blameOnLimit', () => {
  it('blames RATE-5 for what a request got that the limit refused, as far as it is of an operation', () => {
    const findings = [shown('AUTH-3', [7]), shown('LIST-2', [3]), shown('ERR-1', [7])];
    expect(blameOnLimit(findings, new Set([7])).map(({ see }) => see)).toEqual(['RATE-5', undefined, undefined]);
  });

  it('leaves out an interruption that was none', () => {
    const interruption = makeFinding({ rule: 'ERR-3', shownBy: [7, 8] }, 'observed', 'met 503', {
      topic: 'a',
      actual: 'b',
    });
    expect(blameOnLimit([interruption], new Set([7, 8]))).toEqual([]);
    expect(blameOnLimit([interruption], new Set([7]))).toEqual([interruption]);
  });
});
