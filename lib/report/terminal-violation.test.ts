import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aViolation, anExchange, bytes } from './report.fixture.ts';
import { flowing, plain, VIOLATING } from './terminal.fixture.ts';

describe('a violation', () => {
  it('of foreign traffic has nothing to send again', () => {
    const { probe: _, ...foreign } = anExchange();
    expect(plain({ ...VIOLATING, exchanges: [foreign] })).not.toContain('--seed');
  });

  it('of many kinds shows the first ones in full, and the others in a line each', () => {
    const findings = Array.from({ length: 9 }, (_, index) => aViolation({ rule: 'LIST-2', says: `kind ${index}` }));
    const text = plain({ rows: [{ id: 'LIST-2', verdict: 'fail', findings }] });
    expect(text.match(/^ {2}\d+ of 9 {6}kind \d/gm)).toHaveLength(9);
    expect(text.match(/ curl /g)).toHaveLength(2);
    expect(text).toContain('3 of 9      kind 2 (actual: 6 pets; #1)');
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
