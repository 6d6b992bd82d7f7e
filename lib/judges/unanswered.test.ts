import { describe, expect, it } from 'vitest';
import type { Exchange, FailureKind } from '../evidence/exchange.ts';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, type ExchangeParts } from './judges.fixture.ts';

const { target, baseUrl, loopback, asOf, plan, windows, writes, secondKey, leftOut } = aKnowledge();
const KNOWLEDGE = { target, baseUrl, loopback, asOf, plan, windows, writes, secondKey, leftOut };

function silent(parts: ExchangeParts = {}, kind: FailureKind = 'reset'): Exchange {
  const { answer: _none, ...asked } = anExchange(parts);
  return { ...asked, failure: { kind, says: 'the connection was closed' } };
}

/** What is said of silent exchanges between two that are answered. */
function judge(...exchanges: Exchange[]) {
  const bench = new Bench(KNOWLEDGE);
  for (const [index, exchange] of [anExchange(), ...exchanges, anExchange()].entries())
    bench.see({ ...exchange, id: index + 1 });
  return bench.conclude().filter(({ judge: by }) => by === 'unanswered');
}

const body = (name: string): ExchangeParts => ({ method: 'POST', sends: { name, categoryId: 1n } });
const hostile = (name: string): ExchangeParts => ({ method: 'POST', sends: { name: `${name}\u0000`, categoryId: 1n } });

const withBodyOf = (bytes: number) => silent({ method: 'POST', sendsText: `{"name":"${'x'.repeat(bytes)}"}` });

const post = (sendsText: string) => silent({ method: 'POST', sendsText });

describe('a request that got no response', () => {
  it('once is the network', () => {
    expect(judge(silent())).toMatchObject([
      {
        rule: 'ERR-3',
        verdict: 'inconclusive',
        shownBy: [2],
        says: 'GET /pets got no response: the connection was closed',
        actual: 'the connection was closed',
      },
    ]);
  });

  it('each time, while others do, is the service', () => {
    expect(judge(silent(), silent())).toMatchObject([
      {
        rule: 'ERR-3',
        verdict: 'fail',
        shownBy: [2, 3],
        says: 'GET /pets got no response in 2 attempts: the connection was closed',
      },
    ]);
    expect(judge(silent({}, 'protocol'), silent({}, 'reset'))).toMatchObject([{ verdict: 'fail' }]);
    expect(judge(silent(hostile('a')), silent(hostile('a')))).toMatchObject([{ rule: 'ERR-7', verdict: 'fail' }]);
  });

  it('is told by what is unusual about it, and leaves the rule open that asks for a 400', () => {
    const found = judge(post('null'), post('{"name":"a"'), post('null'), post('{"categoryId":1}'));
    expect(found.map(({ rule, verdict, input, see }) => [rule, verdict, input ?? see])).toEqual([
      ['ERR-3', 'fail', expect.stringMatching(/null/)],
      ['ERR-3', 'fail', expect.stringMatching(/breaks off|JSON/)],
      ['ERR-3', 'fail', expect.stringMatching(/name is missing/)],
      ['CREATE-5', 'inconclusive', 'ERR-3'],
      ['CREATE-7', 'inconclusive', 'ERR-3'],
    ]);
    expect(found[0]?.says).toMatch(/^POST \/pets \(.*null.*\) got no response in 2 attempts: /);
  });

  it('a few times among thousands of responses is a hiccup', () => {
    const thousands = Array.from({ length: 3_000 }, () => anExchange());
    expect(judge(silent(), ...thousands, silent())).toMatchObject([{ rule: 'ERR-3', verdict: 'inconclusive' }]);
    const often = Array.from({ length: 30 }, () => silent());
    expect(judge(...often, ...thousands)).toMatchObject([{ rule: 'ERR-3', verdict: 'fail' }]);
  });

  it('may have had a body too long to be read on', () => {
    expect(judge(withBodyOf(1_000_000))).toEqual([]);
    expect(judge(withBodyOf(100_000))).toMatchObject([{ rule: 'ERR-7', verdict: 'inconclusive' }]);
    const { failure: _reset, ...late } = withBodyOf(1_000_000);
    expect(judge({ ...late, failure: { kind: 'timeout', says: 'too late' } })).toMatchObject([
      { rule: 'ERR-7', verdict: 'inconclusive' },
    ]);
  });

  it('after the last answer of all tells nothing, and takes nothing back', () => {
    const bench = new Bench(KNOWLEDGE);
    const course = [anExchange(), silent(), silent(), anExchange(), silent()];
    for (const [index, exchange] of course.entries()) bench.see({ ...exchange, id: index + 1 });
    expect(bench.conclude()).toContainEqual(
      expect.objectContaining({ rule: 'ERR-3', verdict: 'fail', shownBy: [2, 3], expected: 'a response' }),
    );
  });

  it.each(['timeout', 'dns', 'refused', 'tls', 'other'] as const)('for %s stays open', (kind) => {
    expect(judge(silent({}, kind), silent({}, kind))).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it('with other bodies each time takes one more', () => {
    const three = ['a', 'b', 'c'].map((name) => silent(body(name)));
    expect(judge(...three.slice(1))).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(judge(...three)).toMatchObject([{ rule: 'ERR-3', verdict: 'fail', shownBy: [2, 3, 4] }]);
  });

  it('is another one with another path, key or rule', () => {
    expect(judge(silent(), silent({ target: '/pets/7' }))).toHaveLength(2);
    expect(judge(silent(), silent({ credential: 'none' }))).toHaveLength(2);
    expect(judge(silent(body('a')), silent(hostile('a')))).toHaveLength(2);
  });

  it('may be refused by an HTTP parser where its path or headers are hostile', () => {
    const longTarget = { target: `/pets?status=${'a'.repeat(6_000)}` };
    const findings = judge(silent(longTarget), silent(longTarget));
    expect(findings).toMatchObject([{ rule: 'ERR-7', verdict: 'inconclusive' }]);
    expect(findings[0]?.says.length).toBeLessThan(250);
  });

  it("is nobody's fault when the run was interrupted", () => {
    expect(judge(silent({}, 'interrupted'))).toEqual([]);
  });

  it('stays open at the end of the log', () => {
    const bench = new Bench(KNOWLEDGE);
    for (const exchange of [anExchange({ id: 1 }), silent({ id: 2 }), silent({ id: 3 })]) bench.see(exchange);
    expect(bench.conclude().filter(({ judge: by }) => by === 'unanswered')).toMatchObject([
      { verdict: 'inconclusive' },
    ]);
  });
});
