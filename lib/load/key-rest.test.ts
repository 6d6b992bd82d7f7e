import { describe, expect, it } from 'vitest';
import { aSample } from '../evidence/load-samples.fixture.ts';
import { KeyRest } from './key-rest.ts';

const NOW = Date.UTC(2026, 0, 1);
const KEYS = { primary: 'a', second: 'b' };
const used = (parts: Parameters<typeof aSample>[0]) => aSample({ from: NOW - 10, to: NOW, headers: [], ...parts });

describe('a key rests', () => {
  it('for a window before it is the other caller of a run, and not before its own runs', () => {
    const rest = new KeyRest();
    expect(rest.waitFor('a', 'b', 10_000, NOW)).toBe(0);
    rest.note({ samples: [used({})] }, KEYS);
    expect(rest.waitFor('c', 'a', 10_000, NOW + 4_000)).toBe(6_000);
    expect(rest.waitFor('c', 'b', 10_000, NOW)).toBe(0);
    expect(rest.waitFor('a', undefined, 10_000, NOW)).toBe(0);
  });

  it('as long as a refusal asked, whoever it was sent for', () => {
    const rest = new KeyRest();
    const headers: [string, string][] = [
      ['retry-after', '30'],
      ['Date', new Date(NOW).toUTCString()],
    ];
    rest.note({ samples: [used({ status: 429, headers }), used({ caller: 'second' })] }, KEYS);
    expect(rest.waitFor('a', undefined, 1_000, NOW)).toBe(30_000);
    expect(rest.waitFor('c', 'a', 1_000, NOW)).toBe(30_000);
    expect(rest.waitFor('b', undefined, 1_000, NOW)).toBe(0);
  });
});

describe('a key is out of use', () => {
  it.each([401, 403])('after %d, and no other key is', (status) => {
    const rest = new KeyRest();
    rest.note({ samples: [used({}), used({ caller: 'second', status }), used({ caller: 'none', status })] }, KEYS);
    expect(rest.whyOutOfUse(['b', 'c'])).toContain(`${status}`);
    expect(rest.whyOutOfUse(['a', 'c'])).toBeUndefined();
  });

  it('where the service asked for a long wait', () => {
    const rest = new KeyRest();
    rest.note({ samples: [used({})], stop: { why: 'asked-to-wait', says: 'the service said to wait 900 s' } }, KEYS);
    expect(rest.whyOutOfUse(['a'])).toBe('the service said to wait 900 s');
    const refused = new KeyRest();
    refused.note({ samples: [used({})], stop: { why: 'refused', says: 'a request was refused' } }, KEYS);
    expect(refused.whyOutOfUse(['a', 'b'])).toBeUndefined();
  });
});
