import { describe, expect, it } from 'vitest';
import { k6Words } from './k6-words.ts';

describe('what k6 logs', () => {
  it('is told in words, with its cause', () => {
    const refused = { error: 'dial tcp 127.0.0.1:1: connection refused', level: 'warning', msg: 'Request Failed' };
    const lines = `${JSON.stringify(refused)}\n${JSON.stringify({ level: 'error', msg: 'test aborted' })}\n`;
    expect(k6Words(lines)).toBe('k6: Request Failed: dial tcp 127.0.0.1:1: connection refused\nk6: test aborted\n');
  });

  it('is told without the stack of an exception', () => {
    const thrown = {
      level: 'error',
      msg: 'GoError: unsupported response status: 101\n\tat go.k6.io/k6/http.(*Client).Request-fm (native)\n\tat send (file:///ask.ts:126:30(137))\n',
    };
    expect(k6Words(`${JSON.stringify(thrown)}\n`)).toBe('k6: GoError: unsupported response status: 101\n');
    const ended = {
      level: 'error',
      msg: 'test aborted: it (it alone) ends at 10 at stopRun (file:///load/ask.ts:222:18(15))',
    };
    expect(k6Words(`${JSON.stringify(ended)}\n`)).toBe('k6: test aborted: it (it alone) ends at 10\n');
  });

  it('is left out where it is about a page of its own', () => {
    const skipped = {
      level: 'warning',
      msg: 'The test run was short, report generation was skipped (not enough data)',
    };
    expect(k6Words(`${JSON.stringify(skipped)}\n`)).toBe('');
  });

  it.each(['10 s of about 15 s: 2 responses\n', '{"a":1}\n', '{broken}\n', ''])('leaves %j as it is', (line) => {
    expect(k6Words(line)).toBe(line);
  });
});
