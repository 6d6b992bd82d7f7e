import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exchangeText } from './exchange-text.ts';
import { HOSTILE_TEXTS } from '../text/hostile-texts.fixture.ts';
import { anExchange, bytes } from './report.fixture.ts';

const SERVICE = { baseUrl: 'http://127.0.0.1:8080/v1', target: 'unnamed' };

function coded(body: Uint8Array): string {
  return exchangeText(anExchange({ answer: { headers: [['Content-Encoding', 'gzip']], body: bytes(body) } }), SERVICE);
}

describe('exchangeText', () => {
  it('tells all of it: the request, the answer, and the request as a curl line', () => {
    const text = exchangeText(anExchange({ request: { body: bytes('{"a":1}') } }), SERVICE);
    expect(text.split('\n')).toEqual([
      '#1, 1970-01-01T00:00:00.000Z, 4 ms',
      'sent by: a page holds at most limit pets',
      '',
      'GET /pets?limit=5',
      'Host: 127.0.0.1:8080',
      'Authorization: Bearer {primary}',
      'Accept: application/json',
      'User-Agent: petvet/0.1.0 r1',
      '',
      '{"a":1}',
      '',
      '200',
      'Content-Type: application/json',
      'X-RateLimit-Remaining: 12',
      'X-Powered-By: luck',
      '',
      '[{"id":9007199254740993}]',
      '',
      expect.stringMatching(/^curl -sS -i .*"\$PETVET_API_KEY"/),
      '',
    ]);
  });

  it('says why there is no answer', () => {
    const { answer: _, ...rest } = anExchange();
    const text = exchangeText({ ...rest, failure: { kind: 'reset', says: 'hung up\u001b[2J' } }, SERVICE);
    expect(text).toContain(String.raw`no response: hung up\u{1b}[2J`);
  });

  it('undoes the coding of a body, and shows one that it cannot undo as it came', () => {
    expect(coded(gzipSync('[{"id":1}]'))).toContain('\n[{"id":1}]\n');
    expect(coded(Buffer.from('no gzip'))).toContain('\nno gzip\n');
  });

  it('says what was not recorded', () => {
    const body = { kind: 'truncated', bytes: Buffer.from('[{'), why: 'the connection broke' } as const;
    const text = exchangeText(anExchange({ request: { body: { kind: 'not-recorded' } }, answer: { body } }), SERVICE);
    expect(text).toContain('(the body was not recorded)');
    expect(text).toContain('[{\n(recorded in part: the connection broke)');
  });

  it.each(HOSTILE_TEXTS)('is harmless and bounded: %s', (_, hostile) => {
    const headers = Array.from({ length: 300 }, () => ['X-A', hostile] as const);
    const text = exchangeText(anExchange({ answer: { headers, body: bytes(hostile) } }), SERVICE);
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}](?<!\n)/u);
    expect(text.length).toBeLessThan(500_000);
    expect(text).toContain('(and 200 more headers)');
  });
});
