import { describe, expect, it } from 'vitest';
import { Bench } from './index.ts';
import { aKnowledge, anExchange, FIRST_INSTANT, type ExchangeParts } from './judges.fixture.ts';

const REX = '{"id":1,"name":"Rex","categoryId":3,"status":"sold"}';
const FREE = '5000000000007';

/** A creation that brings an id along, and what it is answered with. */
const creation = (sentId: string, gotId: string, name = 'petvettest01'): ExchangeParts => ({
  method: 'POST',
  sendsText: `{"name":"${name}","categoryId":3,"status":"sold","id":${sentId}}`,
  status: 201,
  text: petWith(gotId, name),
});

const petWith = (id: string, name = 'petvettest01') => `{"id":${id},"name":"${name}","categoryId":3,"status":"sold"}`;

const list = (...items: readonly string[]): ExchangeParts => ({ target: '/pets?limit=100', text: `[${items.join()}]` });

/** The rules that a log violates, and those that depend on another one. */
function blamed(...log: readonly ExchangeParts[]): string[] {
  const bench = new Bench(aKnowledge());
  const said = log.flatMap((parts, index) =>
    bench.see(anExchange({ id: index + 1, at: FIRST_INSTANT + 2_000 * index, ...parts })),
  );
  const all = [...said, ...bench.conclude()].flatMap(({ rule, verdict, see }) =>
    verdict === 'fail' && !rule.startsWith('RATE') ? [rule] : see === undefined ? [] : [`${rule} → ${see}`],
  );
  return [...new Set(all)].toSorted();
}

describe('an id that is a string because the request sent it as one', () => {
  const text = JSON.stringify(FREE);

  it('is blamed on the creation that took it over, wherever it is shown', () => {
    const log = [list(REX), creation(text, text), list(REX, petWith(text)), list(REX, petWith(text))];
    expect(blamed(...log)).toEqual(['CREATE-1 → CREATE-3', 'CREATE-3']);
  });

  it('is blamed on it also where a pet has that id as an integer', () => {
    const log = [list(REX), creation(FREE, FREE), creation(text, text, 'petvettest02')];
    expect(blamed(...log)).toContain('CREATE-3');
    expect(blamed(...log)).not.toContain('JSON-2');
  });

  it('does not hide the strings of other pets', () => {
    const log = [list(REX), creation(text, text), list(REX, petWith(text), petWith('"8"', 'Tom'))];
    expect(blamed(...log)).toContain('JSON-2');
  });

  it('is blamed on the representation where the service gives no integers', () => {
    expect(blamed(list(petWith('"1"', 'Rex')), creation(text, text))).toContain('JSON-2');
  });

  it('is no fault where the service gives an id of its own', () => {
    expect(blamed(list(REX), creation(text, '2'), list(REX, petWith('2')))).toEqual([]);
  });
});

describe('an id that a list shows twice', () => {
  const other = petWith(FREE, 'petvettest02');

  it('is blamed on the creations that took it over', () => {
    const log = [list(REX), creation(FREE, FREE), creation(FREE, FREE, 'petvettest02')];
    const said = blamed(...log, list(REX, petWith(FREE), other));
    expect(said).toContain('LIST-10 → CREATE-3');
    expect(said).toContain('CREATE-3');
    expect(said).not.toContain('LIST-10');
  });

  it('is blamed on them where one of the two is a string', () => {
    const text = JSON.stringify(FREE);
    const log = [list(REX), creation(FREE, FREE), creation(text, text, 'petvettest02')];
    const said = blamed(...log, list(REX, petWith(FREE), petWith(text, 'petvettest02')));
    expect(said).toContain('LIST-10 → CREATE-3');
    expect(said).not.toContain('LIST-10');
  });

  it('is blamed on the list where it repeats one pet', () => {
    expect(blamed(list(REX), creation(FREE, FREE), list(REX, petWith(FREE), petWith(FREE)))).toContain('LIST-10');
  });
});
