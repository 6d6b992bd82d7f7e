import { describe, expect, it } from 'vitest';
import { createdJudge } from './created.ts';
import { aKnowledge, aReading, type ExchangeParts } from './judges.fixture.ts';

const KNOWN = new Map([[7n, { id: 7n, status: undefined, seenIn: 1 }]]);
const SENT = { name: 'Rex', categoryId: 3n };

function judge(sends: Readonly<Record<string, unknown>>, json: unknown, parts: ExchangeParts = {}) {
  const knowledge = { pets: KNOWN };
  const reading = aReading({ method: 'POST', sends, status: 201, json, knowledge, ...parts });
  return createdJudge.judge(reading, aKnowledge(knowledge));
}
const created = (sent: Readonly<Record<string, unknown>>, shown: Readonly<Record<string, unknown>> = {}) =>
  judge({ ...SENT, ...sent }, { id: 99n, ...SENT, ...sent, ...shown });
const verdicts = (findings: ReturnType<typeof judge>) => findings.map(({ rule, verdict }) => `${rule} ${verdict}`);

describe('CREATE-1', () => {
  it.each([{}, { status: 'pending' }, { status: 'available', tags: ['a'] }])('holds for a Pet, case %#', (more) => {
    expect(verdicts(created({}, more))).toEqual(['CREATE-1 pass', 'CREATE-2 pass']);
  });

  it.each([
    ['', 'no body'],
    ['[]', 'it is an array, not an object'],
    ['{"name":"Rex","categoryId":3}', 'id is missing'],
    ['{"id":99}', 'name is missing'],
    [
      '{"id":99,"name":"Rex","categoryId":3,"status":"new"}',
      'status is the string "new", not available, pending or sold',
    ],
  ])('is violated by %s', (text, actual) => {
    expect(judge(SENT, undefined, { text })).toMatchObject([
      {
        rule: 'CREATE-1',
        verdict: 'fail',
        operation: 'createPet',
        says: `POST /pets returned 201, but not with a Pet: ${actual}`,
        expected: 'a Pet',
        actual,
      },
    ]);
  });

  it('leaves the rest to JSON-1 and JSON-2, and a null status open', () => {
    expect(judge(SENT, undefined, { text: 'created' })).toMatchObject([{ rule: 'CREATE-1', see: 'JSON-1' }]);
    expect(created({}, { id: '99' })).toMatchObject([
      { rule: 'CREATE-1', see: 'JSON-2' },
      { rule: 'CREATE-2', verdict: 'pass' },
    ]);
    expect(verdicts(created({}, { categoryId: '3' }))).toEqual(['CREATE-1 inconclusive']);
    expect(verdicts(created({}, { status: null }))).toEqual(['CREATE-1 inconclusive', 'CREATE-2 pass']);
  });

  it('does not hide, by an id that is a string, what became of the other members', () => {
    expect(verdicts(created({}, { id: '99', name: 'Tom' }))).toContain('CREATE-2 fail');
    const large = 9_007_199_254_740_993n;
    expect(verdicts(created({ categoryId: large }, { id: '99', categoryId: large - 1n }))).toContain('JSON-3 fail');
    expect(verdicts(created({ categoryId: large }, { id: '99', categoryId: large }))).toContain('JSON-3 pass');
  });
});

describe('CREATE-2', () => {
  it.each(['Ünï ζ 猫 🐈', "O'Neil", '<b>&amp;</b>', '', 'x'.repeat(10_000), '\u202eRex'])(
    'holds for the name %j',
    (name) => {
      expect(created({ name })).toContainEqual(expect.objectContaining({ rule: 'CREATE-2', verdict: 'pass' }));
    },
  );

  it.each([
    ['trimmed', ' Rex  ', 'Rex'],
    ['trimmed on the right', ' Rex  ', ' Rex'],
    ['composed', 'Re\u0301x', 'R\u00e9x'],
    ['decomposed', 'R\u00e9x', 'Re\u0301x'],
    ['in a compatible form', '\uff32ex', 'Rex'],
    ['without control characters', 'R\u0000ex\u0007', 'Rex'],
    ['with blanks for them', 'Rex\tII', 'Rex II'],
    ['on one line', 'Rex\tthe\nSecond', 'Rex the Second'],
    ['with its tab as blanks', 'Rex\tthe\nSecond', 'Rex    the\nSecond'],
    ['with other line breaks', 'Rex\tthe\nSecond', 'Rex\tthe\r\nSecond'],
    ['with one blank for two', 'Rex  the  Second', 'Rex the Second'],
    ['with one blank for two, and trimmed', ' Rex  II ', 'Rex II'],
  ])('warns of a name that is returned %s', (_how, name, back) => {
    expect(created({ name }, { name: back })[1]).toMatchObject({ rule: 'CREATE-2', verdict: 'warn' });
  });

  it.each([
    ['escaped', '<Rex>', '&lt;Rex&gt;'],
    ['in question marks', '猫', '?'],
    ['misread', 'é', 'Ã©'],
    ['without its emoji', 'Rex 🐈', 'Rex '],
    ['in capitals', 'rex', 'REX'],
    ['padded', 'Rex', 'Rex     '],
    ['emptied', 'Rex', ''],
    ['with its tab as an escape', 'Rex\tthe\nSecond', 'Rex\\tthe\nSecond'],
    ['with its line break as an escape', 'Rex\tthe\nSecond', 'Rex\tthe\\nSecond'],
    ['without its second line', 'Rex\tthe\nSecond', 'Rex'],
  ])('is violated by a name that is returned %s', (_how, name, back) => {
    const findings = created({ name }, { name: back });
    expect(verdicts(findings)).toEqual(['CREATE-1 pass', 'CREATE-2 fail']);
    expect(findings[1]?.says).toMatch(/^createPet returned the name ".*" instead of ".*"$/);
    expect(findings[1]?.says.length).toBeLessThan(200);
  });

  it('is violated by a name that is cut off, and says both lengths', () => {
    expect(created({ name: 'x🐈'.repeat(150) }, { name: 'x🐈'.repeat(100) })[1]).toMatchObject({
      rule: 'CREATE-2',
      verdict: 'fail',
      says: 'createPet truncated the name: 300 characters were sent, 200 returned',
      expected: '300 characters',
      actual: '200 characters',
      fault: 'another value',
      place: 'name',
    });
  });

  it('a difference far back in a name is shown', () => {
    const name = 'long '.repeat(30);
    expect(created({ name }, { name: name.trim() })[1]).toMatchObject({
      expected: '"… long long long long "',
      actual: '"… long long long long"',
    });
  });

  it('is violated by another status, none, and another category', () => {
    expect(created({ status: 'sold' }, { status: 'available' })[1]).toMatchObject({
      verdict: 'fail',
      says: 'createPet returned status "available" instead of "sold"',
      expected: 'status "sold"',
      actual: 'status "available"',
    });
    expect(created({ status: 'sold' }, { status: undefined })[1]).toMatchObject({
      verdict: 'fail',
      actual: 'no status',
    });
    expect(created({}, { categoryId: 4n })[1]).toMatchObject({
      rule: 'CREATE-2',
      verdict: 'fail',
      says: 'createPet returned categoryId 4 instead of 3',
    });
  });

  it('asks for no status where none was sent', () => {
    expect(created({}, { status: 'sold' })).toContainEqual(
      expect.objectContaining({ rule: 'CREATE-2', verdict: 'pass' }),
    );
  });
});

describe('JSON-3', () => {
  const sent = 9223372036854775801n;

  it('holds for what a double would have lost', () => {
    expect(verdicts(created({ categoryId: sent }))).toEqual(['CREATE-1 pass', 'CREATE-2 pass', 'JSON-3 pass']);
  });

  it('is not shown by what a double holds', () => {
    expect(verdicts(created({ categoryId: 2n ** 60n }))).toEqual(['CREATE-1 pass', 'CREATE-2 pass']);
  });

  it.each([
    ['a double', 9223372036854774784n],
    ['a number of seven digits', 9223372000000000000n],
    ['the largest exact double', 2n ** 53n - 1n],
    ['the lower 32 bits', BigInt.asIntN(32, sent)],
    ['the end of int32', 2n ** 31n - 1n],
  ])('is violated by %s', (_how, categoryId) => {
    const findings = created({ categoryId: sent }, { categoryId });
    expect(verdicts(findings)).toEqual(['CREATE-1 pass', 'JSON-3 fail']);
    expect(findings[1]).toMatchObject({ expected: `categoryId ${sent}`, actual: `categoryId ${categoryId}` });
  });

  it('is not blamed for a category that is another one altogether', () => {
    expect(verdicts(created({ categoryId: sent }, { categoryId: 12n }))).toEqual(['CREATE-1 pass', 'CREATE-2 fail']);
  });
});

const own = (findings: ReturnType<typeof judge>) => findings.filter(({ rule }) => rule === 'CREATE-3');

describe('CREATE-3', () => {
  it('holds where the service gave another id, or refused', () => {
    expect(own(created({ id: 7n }, { id: 8n }))).toMatchObject([{ verdict: 'pass' }]);
    expect(own(judge({ ...SENT, id: 7n }, {}, { status: 409 }))).toMatchObject([{ verdict: 'pass' }]);
  });

  it('is violated by an id that nobody counts up to', () => {
    expect(own(created({ id: 123456n }, { id: 123456n }))).toMatchObject([
      {
        verdict: 'fail',
        says: 'the service used the id 123456 of the request',
        expected: 'an id that the service assigns',
        actual: 'id 123456',
      },
    ]);
  });

  it('is left to who knows the whole run where a pet has the id: it may have been deleted', () => {
    expect(own(created({ id: 7n }, { id: 7n }))).toEqual([]);
  });

  it('is open where the service may have counted up to it', () => {
    expect(own(created({ id: 8n }, { id: 8n }))).toMatchObject([{ verdict: 'inconclusive' }]);
  });

  it.each([
    ['a refused key', { status: 401 }],
    ['a key without the scope', { status: 403 }],
    ['a spent limit', { status: 429 }],
    ['an id of another type', { sends: { ...SENT, id: 'x' } }],
    ['no id', { sends: SENT }],
  ] satisfies [string, ExchangeParts][])('says nothing of %s', (_what, parts) => {
    expect(own(judge({ ...SENT, id: 7n }, { id: 7n, ...SENT }, parts))).toEqual([]);
  });
});

it('what should be refused and was accepted is a warning', () => {
  expect(created({ status: null }, { status: undefined })).toMatchObject([
    { rule: 'CREATE-6', verdict: 'warn', says: 'a creation with status is null was accepted', expected: '400' },
  ]);
  expect(judge({}, { id: 9n, ...SENT }, { sendsText: '{"name":"Rex","categoryId":3,}' })).toMatchObject([
    { rule: 'CREATE-7', verdict: 'warn', says: 'a creation with a lenient dialect of JSON was accepted' },
  ]);
});

it.each([
  ['other statuses', { status: 200 }],
  ['a caller without a key', { credential: 'none' }],
  ['a body that was not read', { body: { kind: 'not-recorded' } }],
  ['what breaks CREATE-5', { sends: { name: 'Rex' } }],
  ['what is left open', { sendsText: '{"name":"Rex","categoryId":3.0}' }],
  ['a list', { method: 'GET', status: 200 }],
] satisfies [string, ExchangeParts][])('nothing is said of %s', (_what, parts) => {
  expect(judge(SENT, { id: 9n, ...SENT, name: 'Max' }, parts)).toEqual([]);
});
