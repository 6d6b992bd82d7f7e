import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { NO_BODY, type HeaderPair } from '../evidence/exchange.ts';
import { credentialRole } from '../evidence/masking.ts';
import { judgeClientEvidence, printClientEvidence } from './client-evidence.ts';
import { drawFreedoms } from './freedoms.ts';
import { judgeClient } from './judge-client.ts';
import { sentLike } from './log.fixture.ts';
import type { ClientRequest } from './request-log.ts';

const THE_KEY = 'pet_0123456789abcdef01234567';
const AS_OF = '2026-11-27';

function aRequest(number: number, target: string, ...more: readonly HeaderPair[]): ClientRequest {
  const headers: HeaderPair[] = [['Accept', '*/*'], ...more];
  const sent = { method: 'GET', target, headers, body: NO_BODY, credential: credentialRole(headers) };
  return {
    number,
    situation: 'plain',
    run: 1,
    sent,
    arrivedAt: number * 100.125,
    endedAt: number * 100.125 + 25,
    status: 200,
  };
}

const KEY: HeaderPair = ['Authorization', 'Bearer {primary}'];
const ended = (status: number) => ({ status, tookTooLong: false, seconds: 0.5 });

const met = (name: 'plain' | 'greased', statuses: readonly number[]) => ({
  name,
  isMet: true,
  runs: statuses.map(ended),
});

function print(log: readonly ClientRequest[], greased?: readonly number[]): string {
  const grease = greased && {
    seed: 7,
    freedoms: drawFreedoms(7),
    isRefused: true,
    verdict: 'stands' as const,
    stood: [],
    reliesOn: [],
    isMinimal: true,
    runs: 2,
  };
  const situations = [met('plain', [0]), ...(greased ? [met('greased', greased)] : [])];
  const run = {
    key: THE_KEY,
    startedAt: Date.UTC(2026, 10, 27),
    wasInterrupted: false,
    situations,
    log,
    ...(grease && { grease }),
  };
  return printClientEvidence(run, { command: 'node adopt.mjs', asOf: AS_OF });
}

const reading = (text: string) => judgeClientEvidence(text, 'client-evidence.jsonl');

describe('the evidence of a client', () => {
  it('has the same requests and verdicts again', async () => {
    const log = [aRequest(1, '/pets?limit=3', KEY), aRequest(2, '/pets?limit=300', KEY), aRequest(3, '/pets/1')];
    const read = await reading(print(log));
    expect(read).toMatchObject({ command: 'node adopt.mjs', asOf: AS_OF, log });
    expect(read.findings).toEqual(judgeClient(log, AS_OF));
  });

  it('holds no secret, and no verdict depends on one', async () => {
    const secret = 'my-own-secret-0123456789';
    const others = ['Cookie', 'X-Api-Key', 'Proxy-Authorization'].map((name): HeaderPair => [name, secret]);
    const log = [
      aRequest(1, `/pets?limit=3&api_key=${secret}`, ['Authorization', `Bearer ${secret}`], ...others),
      aRequest(2, '/pets?%6Cimit=300&api_key=another', ['Authorization', `Bearer {primary}, Bearer ${secret}`]),
      aRequest(3, `/pets?limit=3&api_key=${secret}`, ['Authorization', 'bearer {primary} and more']),
      aRequest(4, '/pets', ['Authorization', 'Bearer {primary}x'], ['authorization', `Basic ${secret}`]),
    ];
    const text = print(log);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('another');
    const read = await reading(text);
    expect(read.log.map(({ sent }) => sent.credential)).toEqual(log.map(({ sent }) => sent.credential));
    expect(read.findings).toEqual(judgeClient(log, AS_OF));
    expect(read.log.map(({ sent }) => sent.target)).toEqual([
      '/pets?limit=3&api_key={value1}',
      '/pets?%6Cimit=300&api_key={value2}',
      '/pets?limit=3&api_key={value1}',
      '/pets',
    ]);
  });

  it('does not hold the key, wherever it was sent', async () => {
    const json = JSON.stringify({ name: THE_KEY, categoryId: 1, more: Buffer.from(THE_KEY).toString('base64') });
    const body = { kind: 'bytes', bytes: Buffer.from(json) } as const;
    const sent = sentLike({ method: 'POST', target: `/pets/${encodeURIComponent(THE_KEY)}?limit=${THE_KEY}`, body });
    const text = print([{ ...aRequest(1, ''), sent: { ...sent, headers: [...sent.headers, [THE_KEY, 'x']] } }]);
    expect(text).not.toMatch(/0123456789abcdef|cGV0X/);
    const read = await reading(text);
    expect(read.log[0]?.sent).toMatchObject({ credential: 'primary', target: '/pets/{primary}?limit={primary}' });
  });

  it.each([
    ['stands', [0, 0]],
    ['unknown', [1, 1]],
  ] as const)('says by how its runs ended what it came to: %s', async (verdict, statuses) => {
    expect(await reading(print([aRequest(1, '/pets', KEY)], statuses))).toMatchObject({ grease: { seed: 7, verdict } });
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['that is cut off', (text) => text.slice(0, -20), /1 of 2 requests/],
    [
      'without its last request',
      (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
      /1 of 2 requests/,
    ],
    ['with requests in another order', (text) => text.replace('"number":1', '"number":2'), /not numbered/],
    ['with another member', (text) => text.replace('"number":1', '"number":1,"credential":"primary"'), /line 2/],
    ['with fewer runs', (text) => text.replace(/,\{[^}]*\}\]\}\]/, ']}]'), /runs in the situation greased/],
    ['with other freedoms', (text) => text.replace(/"freedoms":\["/, '$&x-'), /draws other freedoms/],
    ['of nobody', () => '', /line 1/],
  ])('%s is refused', async (_name, change, why) => {
    const text = print([aRequest(1, '/pets', KEY), aRequest(2, '/pets', KEY)], [1, 1]);
    await expect(reading(text)).resolves.toBeDefined();
    const changed = reading(change(text));
    await expect(changed).rejects.toThrow(UsageError);
    await expect(changed).rejects.toThrow(why);
  });
});
