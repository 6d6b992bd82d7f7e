import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../evidence/exchange.ts';
import { expect as specified } from '../expectation/expect.ts';
import { aCreation, aGet, aList, aRequest, knowing, utf8 } from '../expectation/request.fixture.ts';
import { covers } from '../model/coverage.ts';
import { MODEL } from '../model/index.ts';
import { keyOf } from '../model/pairs.ts';
import { betterRefused, missingFields, notAnObject, valuesThatGetLost, type OddBody } from './bodies.ts';
import { wrongTypes } from './wrong-types.ts';
import { badIds, badLimits, badStatuses, filteredPages, limits, unknownIds, type Draw } from './draws.ts';
import { oddReads } from './odd-reads.ts';
import { hostileBodies, hostileReads, type HostileRequest } from './hostile.ts';

const KINDS = new Map(MODEL.flatMap((one) => one.partitions.map(({ id, kind }) => [keyOf(one, id), kind] as const)));

let names = 0;
const INGREDIENTS = { name: () => `petvettest${++names}`, categoryId: 7n, otherCategoryId: 8n, status: 'sold' };
const AROUND = { moments: [], known: new Set([1n, 2n]), largestId: 2n };

function valuesOf<T>({ always, others = [], any }: Draw<T>): readonly T[] {
  return [...always, ...others, ...fc.sample(any, { numRuns: 200, seed: 1 })];
}

const bodiesOf = (draw: Draw<OddBody>) => valuesOf(draw).map(({ text }) => aCreation(text));

function hostileOf(draw: Draw<HostileRequest>): readonly SentRequest[] {
  return valuesOf(draw).map(({ request: { method, target, headers, body, chunked, without = [] } }) => {
    const bytes = typeof body === 'string' ? utf8(body) : body;
    const more = chunked === true ? [['Transfer-Encoding', 'chunked'] as const] : [];
    const sent = aRequest({ method, target, headers: [...headers, ...more], ...(bytes !== undefined && { bytes }) });
    return { ...sent, headers: sent.headers.filter(([name]) => !without.some((one) => one === name)) };
  });
}

/** What the specification documents as refused, or as not found, is odd for the model. */
function isToBeServed(request: SentRequest): boolean {
  const { regularity, newPet, petId } = specified(request, knowing());
  return (
    regularity === 'documented' && (newPet === undefined || newPet.kind === 'valid') && petId?.kind !== 'not-int64'
  );
}

const partitionsOf = (request: SentRequest) => covers(request, AROUND).partitions;

const SEEDS = [0, 1, 2, 3, 4, 5, 6];

describe('what a run sends that is odd', () => {
  it.each<[string, readonly SentRequest[]]>([
    ['limits', SEEDS.flatMap((seed) => valuesOf(badLimits(seed))).map((query) => aList(query))],
    ['statuses', valuesOf(badStatuses).map((query) => aList(query))],
    ['petIds', SEEDS.flatMap((seed) => valuesOf(badIds(7n, seed))).map((id) => aGet(id))],
    ['reads', oddReads(7n).map((target) => aRequest({ target }))],
    ['bodies without a field', SEEDS.flatMap((seed) => bodiesOf(missingFields(INGREDIENTS, seed)))],
    ['bodies with a wrong type', SEEDS.flatMap((seed) => bodiesOf(wrongTypes(INGREDIENTS, seed)))],
    ['bodies that are no object', bodiesOf(notAnObject(INGREDIENTS))],
    ['bodies that are better refused', bodiesOf(betterRefused(INGREDIENTS))],
    ['hostile reads', hostileOf(hostileReads()).filter(({ method }) => method === 'GET')],
    ['hostile bodies', hostileOf(hostileBodies(INGREDIENTS))],
    ['hostile bodies for a service that may be spoiled', hostileOf(hostileBodies(INGREDIENTS, [], true))],
  ])('of %s lies in odd partitions, and need not be served', (_what, requests) => {
    for (const request of requests) {
      const odd = partitionsOf(request).filter((key) => KINDS.get(key) === 'odd');
      expect([request.target.slice(0, 80), odd]).toEqual([
        expect.any(String),
        expect.arrayContaining([expect.any(String)]),
      ]);
      expect([request.target.slice(0, 80), odd, isToBeServed(request)]).toEqual([expect.any(String), odd, false]);
    }
  });

  it.each<[string, readonly SentRequest[]]>([
    ['limits', valuesOf(limits).map((limit) => aList(`limit=${limit}`))],
    ['filtered pages', valuesOf(filteredPages(() => 40)).map((query) => aList(query))],
    ['ids that nobody has', valuesOf(unknownIds([1n, 2n])).map((id) => aGet(`${id}`))],
    [
      'values that get lost, without an id',
      bodiesOf(valuesThatGetLost(INGREDIENTS, { taken: 1n, free: 9n, field: {} })).filter(
        ({ body }) => body.kind === 'bytes' && !new TextDecoder().decode(body.bytes).includes('"id"'),
      ),
    ],
  ])('but what is in order lies in documented partitions alone: %s', (_what, requests) => {
    for (const request of requests)
      expect([request.target, partitionsOf(request).filter((key) => KINDS.get(key) === 'odd')]).toEqual([
        request.target,
        [],
      ]);
  });
});
