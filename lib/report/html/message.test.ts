import { describe, expect, it } from 'vitest';
import { anExchange, bytes } from '../report.fixture.ts';
import { answerMessage, requestMessage, textOf } from './message.ts';

const ESC = '\u001B';

describe('a message', () => {
  it('is the request as it was sent', () => {
    const exchange = anExchange({ request: { method: 'POST', target: '/pets', body: bytes('{"name":"Rex"}') } });
    expect(requestMessage(exchange, 100)).toMatchObject({ head: 'POST /pets', body: ['{"name":"Rex"}'] });
    expect(textOf(requestMessage(exchange, 100))).toMatch(/^POST \/pets\nHost: [^]*\n\n\{"name":"Rex"\}$/);
  });

  it('has an item of a list on each line, with every digit', () => {
    const { body, note } = answerMessage(
      anExchange({ answer: { body: bytes('[{"id":9007199254740993},{"id":1.0e2}]') } }),
      100,
    );
    expect(body).toEqual(['[', '  {"id":9007199254740993},', '  {"id":1.0e2}', ']']);
    expect(note).toContain('line breaks added');
  });

  it('tells the size of what is cut off', () => {
    const { body } = answerMessage(anExchange({ answer: { body: bytes('x'.repeat(1_000_000)) } }), 4_000);
    expect(body).toEqual(['x'.repeat(4_000), '… (1000000 bytes)']);
  });

  it('keeps no control, no bidi override and no invalid byte', () => {
    const hostile = new Uint8Array([...new TextEncoder().encode(`${ESC}[31m\u202Egnp.exe\u0000`), 0xff, 0xfe]);
    const { body, headers } = answerMessage(
      anExchange({ answer: { headers: [['X-Odd', `${ESC}[2J`]], body: bytes(hostile) } }),
      4_000,
    );
    expect([...body, ...headers].filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([]);
    expect(body).toEqual(['\\u{1b}[31m\\u{202e}gnp.exe\\u{0}\uFFFD\uFFFD']);
  });

  it('is bounded in lines and headers', () => {
    const headers = Array.from({ length: 1_000 }, (_, index) => [`X-${index}`, 'v'.repeat(10_000)] as const);
    const message = answerMessage(anExchange({ answer: { headers, body: bytes('\n'.repeat(100_000)) } }), 4_000);
    expect(message.headers.length).toBeLessThan(50);
    expect(message.body.length).toBeLessThan(500);
    expect(textOf(message).length).toBeLessThan(25_000);
  });

  it('says why there is no answer, and why there is no body', () => {
    const { answer: _answer, ...unanswered } = anExchange({
      failure: { kind: 'reset', says: 'the connection was reset' },
    });
    expect(answerMessage(unanswered, 100)).toEqual({
      head: 'no response: the connection was reset',
      headers: [],
      body: [],
    });
    expect(answerMessage(anExchange({ answer: { body: { kind: 'not-recorded' } } }), 100).note).toBe(
      'the body was not recorded',
    );
    expect(answerMessage(anExchange({ answer: { body: bytes('') } }), 100).note).toBe('an empty body');
  });
});
