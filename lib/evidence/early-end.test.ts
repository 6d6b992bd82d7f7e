import { describe, expect, it } from 'vitest';
import { endClauseOf, endFacts } from './early-end.ts';

describe('why a run ended early', () => {
  it('is told in full, and as the clause that each rule names', () => {
    const facts = endFacts({ aborted: { why: 'the service stopped responding', detail: 'no connection: refused' } });
    expect(facts).toEqual({
      aborted: 'the service stopped responding: no connection: refused',
      endClause: 'the service stopped responding',
    });
    expect(endClauseOf(facts)).toBe('the service stopped responding');
  });

  it('is one clause where nothing explains it', () => {
    const facts = endFacts({ endedEarly: { why: 'all 10 requests were used' } });
    expect(facts).toEqual({ endedEarly: 'all 10 requests were used' });
    expect(endClauseOf(facts)).toBe('all 10 requests were used');
  });

  it('is first why it could not go on', () => {
    const endedEarly = { why: 'all 10 requests were used', detail: 'a whole run takes up to 240' };
    const facts = endFacts({ aborted: { why: 'the run was interrupted' }, endedEarly });
    expect(facts.endedEarly).toBe('all 10 requests were used: a whole run takes up to 240');
    expect(endClauseOf(facts)).toBe('the run was interrupted');
  });

  it('is not told of a run that sent all that it planned', () => {
    expect(endFacts({})).toEqual({});
    expect(endClauseOf({})).toBeUndefined();
  });
});
