import { describe, expect, it } from 'vitest';
import { aSample } from './load-samples.fixture.ts';
import { exchangeOfSample } from './load-samples.ts';

const mask = (text: string) => text.replaceAll('secret', '***');

describe('a sample as an exchange', () => {
  it('has the instants, the headers and the caller, and no body', () => {
    const { request, answer, times, id } = exchangeOfSample(aSample({ caller: 'second' }), 7, mask);
    expect({ id, times }).toEqual({
      id: 7,
      times: { startedAt: 1_795_262_400_000, answeredAt: 1_795_262_400_014, endedAt: 1_795_262_400_014 },
    });
    expect(request).toMatchObject({ credential: 'second', target: '/pets?limit=1', body: { kind: 'none' } });
    expect(answer).toEqual({
      status: 200,
      headers: [['X-RateLimit-Remaining', '59']],
      body: { kind: 'not-recorded' },
    });
  });

  it('was met until the end of the millisecond in which its answer was there, and has the sender that k6 knows', () => {
    const { times, sender } = exchangeOfSample(aSample({ from: 7, to: 7, key: '12.5' }), 1, mask);
    expect({ times, sender }).toEqual({ times: { startedAt: 7, answeredAt: 8, endedAt: 8 }, sender: '12' });
    expect(exchangeOfSample(aSample(), 1, mask)).not.toHaveProperty('sender');
  });

  it('holds no secret that a service, or k6, said', () => {
    const headers: [string, string][] = [['X-RateLimit-Limit', 'secret']];
    expect(exchangeOfSample(aSample({ headers }), 1, mask).answer?.headers).toEqual([['X-RateLimit-Limit', '***']]);
    const failed = exchangeOfSample(aSample({ status: 0, error: 'dial secret', code: 1212 }), 1, mask);
    expect(failed).toMatchObject({ failure: { kind: 'refused', says: 'dial ***' } });
    expect(failed.answer).toBeUndefined();
  });

  it.each([
    [1050, 'timeout'],
    [1101, 'dns'],
    [1220, 'reset'],
    [1310, 'tls'],
    [1630, 'protocol'],
    [1000, 'other'],
  ])('k6’s code %i is %s', (code, kind) => {
    expect(exchangeOfSample(aSample({ status: 0, code }), 1, mask).failure?.kind).toBe(kind);
  });
});
