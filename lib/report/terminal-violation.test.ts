import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aReport, aViolation, anExchange, bytes } from './report.fixture.ts';
import { flowing, plain, VIOLATING } from './terminal.fixture.ts';
import { renderTerminal } from './terminal.ts';

describe('a violation', () => {
  it('shows the rule and its source, what was expected and what came, and how to see it again', () => {
    const text = flowing(VIOLATING);
    expect(text).toContain('Violations (1) ✖ LIST-2 fail: a limit from 1 to 100 returns 200');
    expect(text).toContain('source section 4.1; section 8, "Page size"');
    expect(text).toContain('expected at most 5 pets actual 6 pets');
    expect(text).toContain(`#1 curl -sS -i -X GET -H 'Authorization: Bearer '"$PETVET_STAGING_API_KEY"`);
    expect(text).toContain(
      'response 200 Content-Type: application/json X-RateLimit-Remaining: 12 | [{"id":9007199254740993}]',
    );
    expect(text).toContain('shown by #1, #3, #4, #5, #6 and 2 more');
    expect(text).toContain('reproduce petvet check --rule LIST-2 --seed 42');
    expect(flowing({ ...VIOLATING, knowledge: { leftOutInputs: ['range', 'chunked'] } })).toContain(
      'reproduce petvet check --rule LIST-2 --seed 42 --skip-input range,chunked',
    );
    expect(text).not.toContain('X-Powered-By');
  });

  it('says how to fix it in the width of the terminal, and where nothing is violated says nothing of that', () => {
    const text = plain(VIOLATING, 60);
    expect(text).toMatch(/^ {2}to fix +Accept each `limit`[^\n]+\n {14}[^\n]+ n, not n \+ 1\./m);
    expect(text.match(/to fix/g)).toHaveLength(1);
    const kept = { id: 'AUTH-5', verdict: 'warn', says: 'no challenge' } as const;
    expect(plain({ rows: [kept] })).not.toContain('to fix');
  });

  it('names what was unusual about the request, whatever the sentence says', () => {
    const input = 'no body';
    const findings = ['POST /pets (no body) returned 201', 'it returned 201'].map((says) =>
      aViolation({ rule: 'LIST-2', says, input }),
    );
    const text = flowing({
      ...VIOLATING,
      rows: [{ id: 'LIST-2', verdict: 'fail', says: 'x', evidence: [1], findings }],
    });
    expect(text.match(/ input no body expected /g)).toHaveLength(2);
  });

  it('unasked shows one input, and counts the others', () => {
    const counterexamples = [1, 2, 3].map((limit) => ({
      probe: 'pages',
      rules: ['LIST-2'] as const,
      seed: 7,
      path: `${limit}`,
      smallest: `limit=${limit}`,
    }));
    const report = aReport({ ...VIOLATING, run: { counterexamples } });
    const brief = renderTerminal(report, { width: 100, colour: false });
    expect(brief).toContain('  one input   limit=1; 2 more in conformance.json\n');
    const whole = renderTerminal(report, { width: 100, colour: false, verbose: true });
    expect(whole.match(/ {2}one input +limit=\d\n/g)).toHaveLength(3);
  });

  it('of foreign traffic has nothing to send again', () => {
    const { probe: _, ...foreign } = anExchange();
    expect(plain({ ...VIOLATING, exchanges: [foreign] })).not.toContain('--seed');
  });

  it('whose fault is told elsewhere points there', () => {
    const findings = [aViolation({ rule: 'LIST-1', see: 'JSON-2' })];
    expect(flowing({ rows: [{ id: 'LIST-1', verdict: 'fail', findings }] })).toContain(
      'depends on JSON-2: fix that first',
    );
  });

  it('that no exchange shows is told in its own sentence', () => {
    const text = flowing({
      rows: [{ id: 'VER-1', verdict: 'fail', says: 'the base address does not end with /v1', evidence: [] }],
    });
    expect(text).toContain('actual the base address does not end with /v1');
  });

  it('of many kinds shows the first ones in full, and the others in a line each', () => {
    const findings = Array.from({ length: 9 }, (_, index) => aViolation({ rule: 'LIST-2', says: `kind ${index}` }));
    const text = plain({ rows: [{ id: 'LIST-2', verdict: 'fail', findings }] });
    expect(text.match(/^ {2}\d+ of 9 {6}kind \d/gm)).toHaveLength(9);
    expect(text.match(/ curl /g)).toHaveLength(2);
    expect(text).toContain('3 of 9      kind 2 (actual 6 pets; #1)');
  });

  it.each([
    [{ body: { kind: 'none' } as const }, '(no body)'],
    [{ body: { kind: 'not-recorded' } as const }, '(the body was not recorded)'],
    [{ body: { kind: 'truncated', bytes: new Uint8Array(), why: 'too long' } as const }, '(an empty body)'],
    [
      { body: bytes(gzipSync('{"zipped":true}')), headers: [['Content-Encoding', 'gzip'] as const] },
      '| {"zipped":true}',
    ],
    [{ body: bytes('plain'), headers: [['Content-Encoding', 'gzip'] as const] }, '| plain'],
    [{ body: bytes(Uint8Array.of(0xff)) }, '| \ufffd'],
    [{ body: bytes('x'.repeat(9_000_000)) }, '… (9000000 bytes)'],
    [{ body: bytes('\n'.repeat(9_000_000)) }, '| …'],
  ])('shows the beginning of any body (%#)', (answer, shown) => {
    const text = plain({ ...VIOLATING, exchanges: [anExchange({ answer })] });
    expect(text).toContain(shown);
    expect(text.split('\n').length).toBeLessThan(200);
  });

  it('tells why there was no response', () => {
    const { answer: _, ...exchange } = anExchange({ failure: { kind: 'timeout', says: 'no response within 10 s' } });
    expect(flowing({ ...VIOLATING, exchanges: [exchange] })).toContain('response none: no response within 10 s');
  });
});
