import { describe, expect, it } from 'vitest';
import type { Target } from '../targets/target.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { aGet, aPost, aRecordedRun } from './recorded-run.fixture.ts';
import { readRecordedStore } from './recorded-store.ts';
import type { ShownPet } from './shown-pets.ts';
import { createStandIns } from './stand-ins.ts';

const TARGET: Target = {
  name: 'unnamed',
  baseUrl: 'https://pets.example/v1',
  apiKey: 'key',
  plan: { name: 'auto' },
  writes: true,
  headers: [],
  loopback: false,
  windows: { minute: 60, day: 86_400, testInstallation: false },
};

const REX = { id: 7, name: 'Rex', categoryId: 3, status: 'sold' };
const THEN = readRecordedStore(aRecordedRun({}, [aGet(1, '/pets?limit=100', 200, [REX])]));

function resender(target: Partial<Target> = {}, today: readonly (ShownPet & { readonly id: bigint })[] = []) {
  let made = 0;
  const store = {
    pets: new Map(today.map((pet) => [pet.id, pet])),
    categories: today.flatMap(({ categoryId }) => categoryId ?? []),
  };
  return createStandIns(
    'r1',
    THEN,
    () => store,
    { ...TARGET, ...target },
    () => `petvetnew00${++made}`,
  );
}

function bodyOf(request: OutgoingRequest | string): string {
  const body = typeof request === 'string' ? undefined : request.body;
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

describe('a request is sent again', () => {
  it('as it was, but for what the wire gives anew', () => {
    const get = aGet(1, '/pets?status=%zz#x', 200, []);
    const configured = { ...get.request, headers: [...get.request.headers, ['X-Gate', '{header:X-Gate}'] as const] };
    expect(resender().again({ ...get, request: configured })).toEqual({
      method: 'GET',
      target: '/pets?status=%zz#x',
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', 'Bearer {primary}'],
      ],
      without: ['Content-Type'],
    });
  });

  it('with names that were never used, the same for the same name', () => {
    const again = resender();
    expect(bodyOf(again.again(aPost(1, { name: 'petvetR101', more: 'petvetR101' }, 201, {})))).toBe(
      '{"name":"petvetnew001","more":"petvetnew001"}',
    );
    expect(bodyOf(again.again(aPost(2, { name: 'petvetR102 猫' }, 201, {})))).toBe('{"name":"petvetnew002 猫"}');
    expect(bodyOf(again.again(aPost(3, { name: 'petvetR101' }, 201, {})))).toContain('petvetnew001');
  });

  it('byte by byte, also where the body is not UTF-8', () => {
    const post = aPost(1, '', 400, {});
    const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x80]);
    const request = resender().again({ ...post, request: { ...post.request, body: { kind: 'bytes', bytes } } });
    expect(request).toMatchObject({ body: bytes });
  });

  it('in chunks, where it came in chunks', () => {
    const post = aPost(1, { name: 'Rex' }, 400, {});
    const headers = [...post.request.headers, ['transfer-encoding', 'chunked'] as const];
    const request = resender().again({ ...post, request: { ...post.request, headers } });
    expect(request).toMatchObject({ chunked: true, headers: post.request.headers.slice(1) });
    expect(resender().again(post)).not.toHaveProperty('chunked');
  });

  it('for the pet that was created anew', () => {
    const again = resender();
    const post = aPost(1, { name: 'petvetR101' }, 201, { id: 7 });
    again.again(post);
    again.came(post, aPost(1, {}, 201, { id: 901 }));
    expect(again.again(aGet(2, '/pets/7', 200, {}))).toMatchObject({ target: '/pets/901' });
    expect(again.again(aGet(3, '/pets/7abc', 200, {}))).toMatchObject({ target: '/pets/901abc' });
    expect(again.again(aGet(4, '/pets/77', 200, {}))).toMatchObject({ target: '/pets/77' });
    expect(again.again(aGet(5, '/pets?limit=7', 200, {}))).toMatchObject({ target: '/pets?limit=7' });
  });
});

describe('in a store of other pets', () => {
  const bella = { id: 40n, name: 'Bella', categoryId: 5n, status: 'sold' };
  const nala = { id: 30n, name: 'Nala', categoryId: 5n, status: 'pending' };
  const target = (path: string, today = [nala, bella]) => resender({}, today).again(aGet(2, path, 200, {}));

  it.each([
    ['a pet by one of its kind', '/pets/7', '/pets/40'],
    ['a pet with text after its id, too', '/pets/7abc', '/pets/40abc'],
    ['what a reader of 32 bits takes for a pet', `/pets/${2n ** 32n + 7n}`, `/pets/${2n ** 32n + 40n}`],
    ['what a reader without signs takes for a pet', '/pets/-7', '/pets/-40'],
  ])('%s', (_what, path, becomes) => {
    expect(target(path)).toMatchObject({ target: becomes });
  });

  it('a pet stays where it is there', () => {
    expect(target('/pets/7', [bella, { ...bella, id: 7n }])).toMatchObject({ target: '/pets/7' });
  });

  it('none stands in for a pet of another kind', () => {
    expect(resender({}, [nala]).petFor(7n)).toBeUndefined();
  });

  it('an id that nobody had is one that nobody has', () => {
    expect(target('/pets/40')).not.toMatchObject({ target: '/pets/40' });
  });

  it('a category is one that there is, and an id that was new is new again', () => {
    const again = resender({}, [bella]);
    expect(bodyOf(again.again(aPost(2, { categoryId: 3 }, 201, {})))).toBe('{"categoryId":5}');
    expect(bodyOf(again.again(aPost(2, { categoryId: '3' }, 201, {})))).toBe('{"categoryId":"3"}');
    expect(bodyOf(again.again(aPost(2, { id: 6_000 }, 201, {})))).not.toBe('{"id":6000}');
    expect(bodyOf(again.again(aPost(2, { id: 7 }, 201, {})))).toBe('{"id":40}');
  });
});

describe('a request is not sent again', () => {
  const get = aGet(1, '/pets', 200, []);
  it.each([
    ['a POST while writes are off', aPost(1, {}, 201, {}), { writes: false }, 'writes are off'],
    [
      'whose body is not known',
      { ...get, request: { ...get.request, body: { kind: 'not-recorded' } } },
      {},
      'recorded',
    ],
    [
      'that takes a key which is not there',
      { ...get, request: { ...get.request, headers: [['Authorization', 'Bearer {second}']] } },
      {},
      "second caller's key",
    ],
    [
      'with a key in its address, outside loopback',
      { ...get, request: { ...get.request, target: '/pets?key={primary}' } },
      {},
      'its address contains a key',
    ],
  ] as const)('%s', (_what, exchange, target, why) => {
    expect(resender(target).again(exchange)).toContain(why);
  });
});
