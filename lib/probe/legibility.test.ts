import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import { Legibility } from './legibility.ts';

const bytes = new TextEncoder().encode('\u0001?');

const read = anExchange({});
const empty = anExchange({ status: 401 });
const cut = anExchange({ body: { kind: 'truncated', bytes, why: 'it broke off', by: 'reset' } });
const coded = anExchange({ body: { kind: 'bytes', bytes }, headers: [['Content-Encoding', 'sdch']] });
const wrong = anExchange({ text: 'no JSON' });

/** After how many exchanges it says that nearly no body can be read; undefined where it never does. */
function saidAfter(exchanges: readonly Exchange[]): number | undefined {
  const legibility = new Legibility();
  const index = exchanges.findIndex((one) => {
    try {
      legibility.note(one);
      return false;
    } catch {
      return true;
    }
  });
  return index < 0 ? undefined : index + 1;
}

const times = (count: number, one: Exchange) => Array.from({ length: count }, () => one);

describe('that nearly no response body can be read', () => {
  it.each<[string, readonly Exchange[], number | undefined]>([
    ['is told by ten that broke off', times(30, cut), 10],
    ['is told by ten in an unknown coding', times(30, coded), 10],
    ['is told where one in ten can be read', [read, ...times(8, cut), coded, ...times(5, cut)], 11],
    ['is told later where more could be read first', [...times(3, read), ...times(40, cut)], 30],
    [
      'is not told where a fifth can be read',
      times(20, cut).flatMap((one, at) => (at % 4 === 0 ? [read, one] : one)),
      undefined,
    ],
    ['is not told by fewer than ten', times(9, cut), undefined],
    ['is not told by responses without a body', times(30, empty), undefined],
    ['is not told by bodies that are no JSON', times(30, wrong), undefined],
  ])('%s', (_what, exchanges, after) => {
    expect(saidAfter(exchanges)).toBe(after);
  });

  it('is said with how many there were, and why the last could not', () => {
    const legibility = new Legibility();
    for (const one of [read, ...times(8, coded)]) legibility.note(one);
    legibility.note(coded);
    expect(() => legibility.note(cut)).toThrow('10 of 11 response bodies cannot be read: it broke off');
  });
});
