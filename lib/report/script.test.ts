import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { folder, run } from '../selftest/petvet-process.fixture.ts';
import { anExchange, bytes } from './report.fixture.ts';
import { renderScript, type ScriptPlan } from './script.ts';

function script(parts: Partial<ScriptPlan> = {}): string {
  return renderScript({
    rule: 'LIST-2',
    finding: { says: 'six animals came for a limit of five', expected: 'at most 5 items', actual: '6 items' },
    baseUrl: 'http://127.0.0.1:8080/v1',
    ownName: 'petvetr1',
    petvet: '0.1.0',
    steps: [{ exchange: anExchange(), allowed: [200, 429], demands: [{ kind: 'at-most', items: 5 }] }],
    ...parts,
  });
}

function odd(body: Uint8Array | string): string {
  return script({ steps: [{ exchange: anExchange({ request: { body: bytes(body) } }), allowed: [400], demands: [] }] });
}

function aRefusal(headers: Exchange['request']['headers']): ScriptPlan['steps'][number] {
  const request = { method: 'POST', headers, body: bytes('{"name":"Rex"}') };
  return { exchange: anExchange({ request }), allowed: [400], demands: [] };
}

describe('renderScript', () => {
  it('says in its comments which rule, where it stands, and what was found', () => {
    const text = script();
    expect(text).toContain('// LIST-2: for a limit of 1 to 100');
    expect(text).toContain('// Source: the interface specification, section 4.1');
    expect(text).toContain('// Found: six animals came for a limit of five');
    expect(text).toContain('// Actual: 6 items');
  });

  it('names the key by its variable, and configured headers not at all', () => {
    const exchange = anExchange({
      request: {
        headers: [
          ['User-Agent', 'petvet'],
          ['X-Gate', '{header:X-Gate}'],
          ['Authorization', 'Bearer {primary:replaced}'],
        ],
      },
    });
    const text = script({ steps: [{ exchange, allowed: [401], demands: [] }] });
    expect(text).toContain('"Bearer {primary:replaced}"');
    expect(text).toContain('process.env.PETVET_API_KEY');
    expect(text).not.toContain('X-Gate');
  });

  it('sends a body in chunks where it was sent so', async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      const { 'transfer-encoding': coding = 'none', 'content-length': length = 'none' } = request.headers;
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        heard.push(`${coding}|${length}|${text}`);
        response.writeHead(400).end('{}');
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const text = script({ steps: [aRefusal([['transfer-encoding', 'chunked']]), aRefusal([])] });
    await using place = await folder();
    const { status, out, err } = await run(process.execPath, ['--input-type=module', '-e', text], {
      cwd: place.path,
      env: { PETVET_API_KEY: 'k', PETVET_BASE_URL: `http://127.0.0.1:${port}/v1` },
    });
    server.close();
    expect([status, err], out).toEqual([2, '']);
    expect(heard).toEqual(['chunked|none|{"name":"Rex"}', 'none|14|{"name":"Rex"}']);
  });

  it('is ASCII whatever the service or the request says, and no comment breaks out of its line', () => {
    const says = 'came\u2028process.exit(3)\nprocess.exit(4)\u001b[31m 猫 */';
    const exchange = anExchange({ request: { method: 'POST', body: bytes('{"name":"\u2029 猫"}') } });
    const text = script({ finding: { says }, steps: [{ exchange, allowed: [400], demands: [] }] });
    // oxlint-disable-next-line no-control-regex -- nothing else may stand in it
    expect(text).toMatch(/^[\n\u0020-\u007e]*$/);
    expect(text.split('\n').filter((line) => line.startsWith('process.exit'))).toEqual([]);
  });

  it('holds bytes that are not text, and long bodies, as base64', () => {
    expect(odd(new Uint8Array([0xff, 0xfe]))).toContain('"text": "//4=",\n        "encoding": "base64"');
    expect(odd('x'.repeat(5_000))).toContain('"encoding": "base64"');
    expect(odd('{"name":7}')).toContain(String.raw`"text": "{\"name\":7}"`);
  });
});
