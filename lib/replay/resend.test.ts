import { describe, expect, it } from 'vitest';
import type { Target } from '../targets/target.ts';
import type { OutgoingRequest } from '../wire/outgoing.ts';
import { aGet, aPost } from './recorded-run.fixture.ts';
import { createResender } from './resend.ts';

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

function resender(target: Partial<Target> = {}) {
  let made = 0;
  return createResender('r1', { ...TARGET, ...target }, () => `petvetnew00${++made}`);
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
