import { describe, expect, it } from 'vitest';
import { UsageError } from '../errors.ts';
import { selectLeftOutInputs } from './inputs.ts';

describe('selectLeftOutInputs', () => {
  it('reads names in any letter case, several by commas or by repetition, each once', () => {
    expect(selectLeftOutInputs([])).toEqual([]);
    expect(selectLeftOutInputs(['chunked, Name-NUL', 'chunked'])).toEqual(['chunked', 'name-nul']);
  });

  it.each(['help', 'HELP'])('lists the names for %s', (text) => {
    expect(() => selectLeftOutInputs([text])).toThrow(UsageError);
    expect(() => selectLeftOutInputs([text])).toThrow(/takes any of query-nul, .*chunked.*, gzip-broken$/);
  });

  it.each(['chunkd', '', 'toString', 'chunked,,'])('refuses %j, and lists the names', (text) => {
    expect(() => selectLeftOutInputs([text])).toThrow(/is not a hostile input; there are query-nul, /);
  });
});
