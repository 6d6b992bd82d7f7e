import { describe, expect, it } from 'vitest';
import type { HeaderPair } from '../evidence/exchange.ts';
import { createCredentialMasks } from './tee-masking.ts';
import type { RawExchange } from './tee-pairing.ts';

const KEY = 'sk_live_9fK2mQ8xT4vB7nL1';
const OTHER = 'an0ther-Caller-99120-abc';

function raw(headers: readonly HeaderPair[], said: string, target = '/pets'): RawExchange {
  return {
    id: 1,
    request: { method: 'GET', target, headers, body: { kind: 'none' } },
    answer: {
      status: 200,
      headers: [['X-Echo', said]],
      body: { kind: 'bytes', bytes: new TextEncoder().encode(JSON.stringify({ said })) },
    },
    times: { startedAt: 1, answeredAt: 2, endedAt: 3 },
  };
}

const bearer = (token: string): HeaderPair => ['AUTHORIZATION', `Bearer ${token}`];

/** All that an exchange holds, as text. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_name, one: unknown) => (one instanceof Uint8Array ? Buffer.from(one).toString() : one));

describe('the credential of a request', () => {
  it('is handed over apart, and nowhere in the exchange, however it is written', () => {
    const mask = createCredentialMasks()();
    const said = `${KEY} ${Buffer.from(KEY).toString('base64')} ${encodeURIComponent(`Bearer ${KEY}`)}`;
    const { exchange, caller } = mask(raw([bearer(KEY)], said, `/pets?key=${KEY}`));
    expect(caller).toBe(`Bearer ${KEY}`);
    expect(textOf(exchange)).not.toContain(KEY);
    expect(textOf(exchange)).not.toContain(Buffer.from(KEY).toString('base64'));
    expect(exchange.request).toMatchObject({
      target: '/pets?key={primary}',
      headers: [['AUTHORIZATION', 'Bearer {primary}']],
      credential: 'unknown',
    });
    expect(textOf(exchange.answer?.body)).toContain('{primary}');
  });

  it('is known to the connection for what follows on it, and not as the one of the next caller', () => {
    const mask = createCredentialMasks()();
    mask(raw([bearer(OTHER)], ''));
    const { exchange } = mask(raw([bearer(KEY)], OTHER));
    expect(textOf(exchange)).not.toContain(OTHER);
    expect(exchange.answer?.headers).toEqual([['X-Echo', '{other}']]);
    expect(exchange.request.headers).toEqual([['AUTHORIZATION', 'Bearer {primary}']]);
  });

  it.each(['Basic dXNlcjpwYXNzd29yZC1sb25n', 'Token abc-secret-xyz-123', 'just-a-bare-secret-k3y'])(
    'of another form is left out: %s',
    (value) => {
      const { exchange, caller } = createCredentialMasks()()(raw([['authorization', value]], value));
      expect(caller).toBe(value);
      expect(textOf(exchange)).not.toContain(value);
      expect(exchange.request.credential).toBe('unknown');
    },
  );

  it('may be two, and the exchange has neither', () => {
    const { exchange, caller } = createCredentialMasks()()(raw([bearer(KEY), bearer(OTHER)], `${KEY} ${OTHER}`));
    expect(caller).toBe(`Bearer ${KEY}, Bearer ${OTHER}`);
    expect(textOf(exchange)).not.toContain(KEY);
    expect(textOf(exchange)).not.toContain(OTHER);
  });

  it('is none where there is no header, and nothing else is changed', () => {
    const given = raw([['Accept', '*/*']], 'available');
    const { exchange, caller } = createCredentialMasks()()(given);
    expect(caller).toBeUndefined();
    expect(exchange).toEqual({ ...given, request: { ...given.request, credential: 'none' } });
  });

  it('leaves cookies out as well', () => {
    const { exchange } = createCredentialMasks()()(raw([['Cookie', 'session=0123456789abcdef']], 'x'));
    expect(exchange.request.headers).toEqual([['Cookie', '{left-out}']]);
  });
});
