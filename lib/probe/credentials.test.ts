import { describe, expect, it } from 'vitest';
import type { HeaderPair } from '../evidence/exchange.ts';
import { credentialRole } from '../evidence/masking.ts';
import { readSurroundings } from '../expectation/request.ts';
import { aCreation, aList } from '../expectation/request.fixture.ts';
import { AS_CLIENTS_DO, AS_PASSED_ON, BEYOND_ASCII, invalidKeys, VALID } from './credentials.ts';

const OPERATIONS = ['listPets', 'getPet', 'createPet'] as const;
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

const values = (operation: (typeof OPERATIONS)[number], seed: number, writes = true) =>
  invalidKeys(operation, seed, writes).always.flatMap(({ headers }) => headers.map(([, value]) => value));
const scheme = (seed: number) =>
  values('listPets', seed).find((value) => /^(?!Bearer|Basic)\S+ \{primary\}$/.test(value));

describe('headers as clients send them', () => {
  it('are documented ones, and differ from those of other requests in the spelling of each', () => {
    const { headers, contentTypeName = '' } = AS_CLIENTS_DO;
    const sent: readonly HeaderPair[] = [...headers, [contentTypeName, 'application/json']];
    expect(readSurroundings({ ...aCreation('{}'), headers: sent })).toEqual([]);
    const usual = [...VALID.headers, ['Content-Type', 'application/json']].map(([name]) => name);
    expect(sent.filter(([name]) => usual.includes(name))).toEqual([]);
  });
});

it('headers as gateways pass them on change nothing that is documented', () => {
  expect(readSurroundings(aList('', { headers: [...AS_PASSED_ON.headers] }))).toEqual([]);
});

describe('invalid keys', () => {
  it('with a letter beyond ASCII are of the role of a wrong one, and not of every HTTP parser', () => {
    const { role, headers } = BEYOND_ASCII;
    expect([role, credentialRole(headers)]).toEqual(['wrong', 'wrong']);
    expect(readSurroundings(aList('', { headers: [...headers] }))).toMatchObject([{ kind: 'hostile' }]);
  });

  it('are of the role of a wrong one, whatever the seed', () => {
    for (const operation of OPERATIONS)
      for (const { role, headers } of invalidKeys(operation, 7, true).always)
        expect([role, credentialRole(headers)]).toEqual(['wrong', 'wrong']);
    for (const seed of SEEDS) expect(credentialRole([['Authorization', scheme(seed) ?? '']])).toBe('wrong');
  });

  it('are under another scheme word with another seed, as long as Bearer, and as many with each', () => {
    const words = new Set(SEEDS.map((seed) => scheme(seed)?.split(' ')[0]));
    expect(words).toEqual(new Set(['ApiKey', 'Digest']));
    expect(new Set(SEEDS.map((seed) => values('listPets', seed).length))).toEqual(new Set([5]));
    expect(scheme(3)).toBe(scheme(3));
  });

  it('are under words of other lengths where there are more requests', () => {
    const words = SEEDS.flatMap((seed) => invalidKeys('listPets', seed, true).others)
      .flatMap(({ headers }) => headers.map(([, value]) => value.split(' ')[0]))
      .filter((word) => word !== 'Bearer' && word !== 'Token');
    expect(new Set(words)).toEqual(new Set(['Key', 'JWT', 'OAuth', 'Api-Key', 'BearerX']));
  });

  it.each([true, false])('have every form somewhere, with writes %s', (writes) => {
    const operations = writes ? OPERATIONS : (['listPets', 'getPet'] as const);
    for (const seed of SEEDS) {
      const all = operations.flatMap((operation) => values(operation, seed, writes));
      for (const form of [
        'Bearer ',
        '{primary}',
        'Basic {primary:basic}',
        'Token {primary}',
        'Bearer {primary:swapped}',
      ])
        expect(all).toContain(form);
    }
  });

  it('are on getPet and createPet one of those that have turns, and the same on both', () => {
    const turns = SEEDS.map((seed) => [values('getPet', seed)[0], values('createPet', seed)[0]]);
    for (const [ofGet, ofCreate] of turns) expect(ofGet).toBe(ofCreate);
    const forms = [
      'Bearer {wrong}',
      'Bearer null',
      'Bearer undefined',
      'Bearer constructor',
      'Bearer {primary:prefixed}',
      'Bearer {primary:beheaded}',
    ];
    expect(new Set(turns.map(([one]) => one))).toEqual(new Set(forms));
    for (const seed of SEEDS) {
      const { always, others } = invalidKeys('listPets', seed, true);
      const all = [...always, ...others].flatMap(({ headers }) => headers.map(([, value]) => value));
      expect([...all, ...values('getPet', seed)]).toEqual(expect.arrayContaining(forms));
    }
  });
});
