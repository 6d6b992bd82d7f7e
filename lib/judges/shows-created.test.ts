import { describe, expect, it } from 'vitest';
import type { Finding } from './finding.ts';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';

const NAME = 'petvettest01';
const REX = '{"id":1,"name":"Rex","categoryId":3,"status":"sold"}';

const pet = (fields: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ id: 9, name: NAME, categoryId: 3, status: 'sold', ...fields });

/** A creation that is answered with 200. */
const creation = (text: string, more = ''): ExchangeParts => ({
  method: 'POST',
  sendsText: `{"name":"${NAME}","categoryId":3,"status":"sold"${more}}`,
  status: 200,
  text,
});

const list = (...items: readonly string[]): ExchangeParts => ({ target: '/pets?limit=100', text: `[${items.join()}]` });

function findingsOf(...log: readonly ExchangeParts[]): readonly Finding[] {
  const bench = new Bench(aKnowledge());
  const said = log.flatMap((parts, index) =>
    bench.see(anExchange({ id: index + 1, at: FIRST_INSTANT + 5_000 * index, ...parts })),
  );
  return [...said, ...bench.conclude()];
}

/** The rules that a log violates, but those of the limit. */
function failed(...log: readonly ExchangeParts[]): string[] {
  const rules = findingsOf(...log).flatMap(({ rule, verdict }) =>
    verdict === 'fail' && !rule.startsWith('RATE') ? [rule] : [],
  );
  return [...new Set(rules)].toSorted();
}

/** What is said of CREATE-10 where a creation is answered with a status, and its pet is then shown. */
function readBack(status: number, later: string): string[] {
  return findingsOf(list(REX), { ...creation(pet()), status }, { target: '/pets/9', text: later }, list(REX, later))
    .filter(({ rule }) => rule === 'CREATE-10')
    .map(({ verdict, says }) => `${verdict} ${says}`);
}

describe('a creation that is answered with 200', () => {
  it('violates CREATE-1 alone where all else is right', () => {
    expect(failed(list(REX), creation(pet()), list(REX, pet()))).toEqual(['CREATE-1']);
  });

  it.each([
    ['the category is another one', pet({ categoryId: 4 }), 'CREATE-2'],
    ['the status is another one', pet({ status: 'pending' }), 'CREATE-2'],
  ])('does not hide that %s', (_what, text, rule) => {
    expect(failed(list(REX), creation(text))).toEqual(['CREATE-1', rule]);
  });

  it('does not hide an id that was taken over', () => {
    expect(failed(list(REX), creation(pet({ id: 5_000_000_000_007 }), ',"id":5000000000007'))).toEqual([
      'CREATE-1',
      'CREATE-3',
    ]);
  });

  it('has its pet read back as that of a 201 is', () => {
    for (const later of [pet(), pet({ categoryId: 4 })]) {
      expect(readBack(200, later)).not.toEqual([]);
      expect(readBack(200, later)).toEqual(readBack(201, later));
    }
  });

  it.each([
    ['another name', pet({ name: 'Rex' })],
    ['no id', '{"ok":true}'],
    ['a text for an id', pet({ id: '9' })],
    ['no body', ''],
  ])('says no more of a body with %s', (_what, text) => {
    expect(failed(list(REX), creation(text))).toEqual(['CREATE-1']);
  });
});
