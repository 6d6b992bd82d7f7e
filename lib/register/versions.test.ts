import { describe, expect, it } from 'vitest';
import { oldestFirst } from './versions.ts';

const ordered = (...versions: readonly (string | readonly [version: string, date: string])[]) =>
  oldestFirst(
    versions.map((one) => (typeof one === 'string' ? { version: one } : { version: one[0], date: one[1] })),
  ).map(({ version }) => version);

describe('versions stand in order', () => {
  it.each([
    ['by their numbers', ['1.10.0', '1.9.0', '0.9.9', '2.0.0'], ['0.9.9', '1.9.0', '1.10.0', '2.0.0']],
    [
      'previews before their release',
      ['1.0.0', '1.0.0-rc.1', '1.0.0-alpha.beta', '1.0.0-beta.11', '1.0.0-alpha', '1.0.0-beta.2', '1.0.0-alpha.1'],
      ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0'],
    ],
    ['with a v as without', ['v1.2.0', '1.1.0', 'v1.0.0'], ['v1.0.0', '1.1.0', 'v1.2.0']],
    ['by name where nothing else tells', ['sunny', 'rainy'], ['rainy', 'sunny']],
  ])('%s', (_what, versions, order) => {
    expect(ordered(...versions)).toEqual(order);
  });

  it('by the dates of their runs where one is no semantic version; one without a date comes last', () => {
    expect(ordered('unknown', ['1.0.0', '2026-03-01'], ['sunny', '2026-01-01'])).toEqual(['sunny', '1.0.0', 'unknown']);
  });
});
