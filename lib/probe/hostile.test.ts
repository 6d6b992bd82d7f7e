import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expect as expectation } from '../expectation/expect.ts';
import { violatedRules } from '../expectation/rule-expectation.ts';
import { aRequest, knowing, utf8 } from '../expectation/request.fixture.ts';
import type { Draw } from './draws.ts';
import { HOSTILE_INPUTS } from './hostile-inputs.ts';
import { hostileBodies, hostileReads, type HostileRequest } from './hostile.ts';

let names = 0;
const bodies = (leftOut: readonly string[] = [], isExpendable = false) =>
  hostileBodies(
    { name: () => `petvettest${++names}`, categoryId: 7n, otherCategoryId: 7n, status: 'sold' },
    leftOut,
    isExpendable,
  );

function drawn({ any }: Draw<HostileRequest>): readonly HostileRequest[] {
  const all = fc.sample(any, { numRuns: 400, seed: 1 });
  return [...new Map(all.map((one) => [one.inputs.join(), one])).values()];
}

function allOf(draw: Draw<HostileRequest>): readonly HostileRequest[] {
  return [...draw.always, ...drawn(draw)];
}

function expected({ request: { method, target, headers, body, chunked } }: HostileRequest) {
  const bytes = typeof body === 'string' ? utf8(body) : body;
  return expectation(
    aRequest({
      method,
      target,
      headers: [...headers, ...(chunked === true ? [['transfer-encoding', 'chunked'] as const] : [])],
      ...(bytes !== undefined && { bytes }),
    }),
    knowing(),
  );
}

const inputsOf = (requests: readonly HostileRequest[]) => new Set(requests.flatMap(({ inputs }) => inputs));

describe('hostile requests', () => {
  it('show every input that has a name, and no other', () => {
    expect([...inputsOf([...allOf(hostileReads()), ...allOf(bodies([], true))])].toSorted()).toEqual(
      Object.keys(HOSTILE_INPUTS).toSorted(),
    );
  });

  it('ask for no page that must be given, and what is always tried is hostile in the eyes of the judges', () => {
    const lists = allOf(hostileReads()).filter((one) => expected(one).operation === 'listPets');
    for (const one of lists) expect(expected(one).regularity, one.what).not.toBe('documented');
    for (const one of [...hostileReads().always, ...bodies().always, ...bodies([], true).always])
      expect(expected(one).regularity, one.what).toBe('hostile');
  });

  it('have a digit that readers of numbers do not take, which is a text that can be decoded', () => {
    const [one] = hostileReads().always.filter(({ inputs }) => inputs.includes('limit-digit'));
    const [, limit = ''] = /limit=([^&]*)/.exec(one?.request.target ?? '') ?? [];
    expect(decodeURIComponent(limit)).toMatch(/^\p{N}$/u);
    expect(Number(decodeURIComponent(limit))).toBeNaN();
  });

  it('leave one pet at most, with a short name, because what is created stays', () => {
    const accepted = allOf(bodies()).filter((one) => expected(one).newPet?.kind === 'valid');
    expect(accepted.map(({ inputs }) => inputs)).toEqual([['name-nul']]);
    expect(accepted.every(({ request: { body = '' } }) => body.length < 200)).toBe(true);
  });

  it('have text after the NUL of a name, which who ends it there loses', () => {
    const [one] = bodies().always.filter(({ inputs }) => inputs.includes('name-nul'));
    expect(JSON.parse(String(one?.request.body))).toMatchObject({ name: expect.stringMatching(/^petvet\w*\0 \w/) });
  });

  it('spoil or fill nothing where what is stored lasts, and go further where it does not', () => {
    const lasting = allOf(bodies());
    expect(Math.max(...lasting.map(({ request: { body = '' } }) => body.length))).toBeLessThan(110_000);
    const more = allOf(bodies([], true)).filter((one) => expected(one).newPet?.kind === 'valid');
    expect(more.map(({ inputs }) => inputs)).toEqual([['name-nul'], ['name-surrogate']]);
    const huge = bodies([], true).always.filter(({ request: { body = '' } }) => body.length > 2_000_000);
    expect(huge.map((one) => expected(one).newPet?.kind)).toEqual(['missing']);
  });

  it('in chunks may be refused in any way, and are no reason for a server error', () => {
    const chunked = allOf(bodies()).filter(({ inputs }) => inputs.includes('chunked'));
    expect(chunked.length).toBeGreaterThan(1);
    for (const one of chunked) {
      expect(expected(one).regularity).toBe('hostile');
      expect(violatedRules(expected(one).rules, 500)).toEqual(['ERR-7']);
      expect(expected(one).answers).toContainEqual({ status: '4xx', body: 'any' });
    }
  });
});

describe('an input that is left out', () => {
  it.each(Object.keys(HOSTILE_INPUTS))('%s is in no request, and the others still are', (name) => {
    const left = [...allOf(hostileReads([name])), ...allOf(bodies([name], true))];
    expect([...inputsOf(left)].toSorted()).toEqual(
      Object.keys(HOSTILE_INPUTS)
        .filter((other) => other !== name)
        .toSorted(),
    );
  });

  it('leaves what it went together with to a request of its own', () => {
    const always = bodies(['chunked']).always;
    expect(always.map(({ inputs }) => inputs)).toContainEqual(['number-long']);
    expect(always.some(({ request }) => request.chunked)).toBe(false);
    expect(always).toHaveLength(bodies().always.length);
  });

  it('may be all that is always tried: then what would be drawn is', () => {
    const { always } = hostileReads([...inputsOf(hostileReads().always)]);
    expect(inputsOf(always)).toContain('head');
  });

  it('may be all there is: then nothing is sent', () => {
    expect(hostileReads(Object.keys(HOSTILE_INPUTS)).always).toEqual([]);
    expect(bodies(Object.keys(HOSTILE_INPUTS), true).always).toEqual([]);
  });
});
