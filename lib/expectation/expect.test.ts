import { describe, expect, it } from 'vitest';
import type { CredentialRole, SentRequest } from '../evidence/exchange.ts';
import type { RuleId } from '../rules/index.ts';
import { expect as specified } from './expect.ts';
import { allowedBody, type Expectation } from './expectation.ts';
import { aCreation, aGet, aList, aRequest, knowing, type RequestParts } from './request.fixture.ts';
import { violatedRules } from './rule-expectation.ts';
import { STATUSES, type Row } from './row.fixture.ts';
import { ROWS } from './rows.fixture.ts';

describe.each(Object.entries(ROWS))('%s', (_what, row) => {
  const expected = (parts: RequestParts = {}) => specified(row.request(parts), knowing(row.knowledge));

  it.each<CredentialRole>(['primary', 'second'])('with the %s key', (credential) => {
    const expectation = expected({ credential });
    expect(expectation).toMatchObject({ caller: 'valid', regularity: row.regularity });
    expect(allowedOf(expectation)).toEqual(STATUSES.filter((status) => isAllowed(row, status)));
    expect(doubtfulOf(expectation)).toEqual(row.doubtful ?? []);
    const forbidden = STATUSES.filter((status) => !isAllowed(row, status));
    expect(forbidden.map((status) => [status, violatedRules(expectation.rules, status)])).toEqual(
      forbidden.map((status) => [status, [blameOf(row, status)]]),
    );
    const shapes = Object.keys(row.shapes ?? {}).map((status) => [status, allowedBody(expectation, Number(status))]);
    expect(Object.fromEntries(shapes)).toEqual(row.shapes ?? {});
  });

  it.each([
    ['unknown', 'unknown', null],
    ['lenient', 'primary', 'bearer {primary}'],
  ] as const)('with a key that is %s, a 401 is right as well', (caller, credential, authorization) => {
    const expectation = expected({ credential, authorization });
    expect(expectation.caller).toBe(caller);
    expect(allowedOf(expectation)).toEqual(STATUSES.filter((status) => isAllowed(row, status) || status === 401));
    expect(allowedBody(expectation, 401)).toBe('Error');
  });

  it.each<[Expectation['caller'], CredentialRole, RuleId]>([
    ['missing', 'none', 'AUTH-1'],
    ['invalid', 'wrong', 'AUTH-2'],
  ])('with a key that is %s, it is refused', (caller, credential, rule) => {
    const expectation = expected({ credential });
    const serverError = row.regularity === 'hostile' ? 'ERR-7' : 'ERR-3';
    const strict = row.besides401 !== undefined;
    expect(expectation.caller).toBe(caller);
    expect(allowedBody(expectation, 401)).toBe('Error');
    expect(allowedOf(expectation)).toEqual(
      STATUSES.filter((status) =>
        row.besides401 === undefined
          ? isRefusal(status) || (status >= 300 && isAllowed(row, status))
          : [401, 429, ...row.besides401].includes(status),
      ),
    );
    expect([200, 204, 500].map((status) => violatedRules(expectation.rules, status)[0])).toEqual(
      strict ? [rule, rule, rule] : [...(row.isBeside ? [rule, rule] : ['AUTH-7', 'AUTH-7']), serverError],
    );
    expect(doubtfulOf(expectation)).toEqual([
      ...(row.doubtful ?? []).filter((status) => status !== 403 && allowedBody(expectation, status) === undefined),
      ...(row.doubtfulBesides401 ?? []),
    ]);
  });
});

describe('what is not a documented operation', () => {
  it.each([
    ['DELETE', '/pets/1'],
    ['GET', '/store/orders'],
    ['HEAD', '/pets'],
    ['GET', '/pets/1/'],
  ])('%s %s: anything but a server error', (method, target) => {
    for (const credential of ['primary', 'none', 'wrong'] as const) {
      const expectation = specified(aRequest({ method, target, credential }), knowing());
      expect(allowedOf(expectation)).toEqual(STATUSES.filter((status) => status < 500 || status === 501));
      expect(expectation.regularity).toBe('open');
      expect(doubtfulOf(expectation)).toEqual([500]);
    }
  });

  it('a server error is a fault where the request is hostile', () => {
    const expectation = specified(aRequest({ target: '/%00' }), knowing());
    expect(expectation).toMatchObject({ regularity: 'hostile', doubtful: [] });
    expect(violatedRules(expectation.rules, 500)).toEqual(['ERR-7']);
  });
});

describe('what an expectation says of its request', () => {
  it('the page, the petId and the body', () => {
    expect(specified(aList('limit=5&status=sold', { headers: [['Accept', 'text/html']] }), knowing())).toMatchObject({
      operation: 'listPets',
      page: { limit: 5, status: 'sold' },
      oddities: [{ what: 'Accept is "text/html"' }],
    });
    expect(specified(aGet('7'), knowing())).toMatchObject({
      operation: 'getPet',
      petId: { kind: 'int64', id: 7n },
      oddities: [],
    });
    expect(specified(aCreation(), knowing())).toMatchObject({
      operation: 'createPet',
      newPet: { kind: 'valid', name: 'Rex' },
      oddities: [],
    });
  });

  it('the observed rule, where there is one', () => {
    expect(observedBy(aList('limit=0&status=x'))).toEqual(['LIST-5', 'LIST-8']);
    expect(observedBy(aCreation('{"name":"","categoryId":7}'))).toEqual(['CREATE-11']);
    expect(observedBy(aCreation('{"name":"Rex","categoryId":7,}'))).toEqual([undefined]);
  });
});

function observedBy(request: SentRequest): unknown[] {
  return specified(request, knowing()).oddities.map((oddity) => oddity.observedBy);
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

function isAllowed({ allows }: Row, status: number): boolean {
  if (allows.includes(status)) return true;
  return (
    (status >= 300 && status < 400 && allows.includes('elsewhere')) || (isRefusal(status) && allows.includes('refusal'))
  );
}

function blameOf({ blames }: Row, status: number): RuleId {
  if (status === 401) return 'AUTH-3';
  if (status < 300) return blames.success;
  return isRefusal(status) ? blames.refusal : blames.other;
}

function allowedOf(expectation: Expectation): number[] {
  return STATUSES.filter((status) => allowedBody(expectation, status) !== undefined);
}

function doubtfulOf({ doubtful }: Expectation): number[] {
  return doubtful.map(({ status }) => status).toSorted((a, b) => a - b);
}
