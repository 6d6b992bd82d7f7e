import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../text/columns.ts';
import { aReport, aViolation, anExchange, bytes } from './report.fixture.ts';
import { flowing, plain, VIOLATING } from './terminal.fixture.ts';
import { renderTerminal } from './terminal.ts';

describe('the header', () => {
  it('says who was judged, as what, at which date, and with which seed', () => {
    expect(plain().split('\n').slice(0, 5)).toEqual([
      'petvet 0.1.0',
      '  target  staging, http://127.0.0.1:8080/v1',
      '  plan    free, 60 per minute, 1000 per day',
      '  as of   2026-11-21, 1475 days before getPet is removed',
      '  seed    42',
    ]);
  });

  it.each([
    ['2030-12-05', 'the day on which getPet is removed'],
    ['2030-12-04', '1 day before getPet is removed'],
    ['2030-12-07', '2 days after getPet was removed'],
  ])('places %s with respect to the removal', (asOf, words) => {
    expect(plain({ knowledge: { asOf } })).toContain(`${asOf}, ${words}`);
  });

  it('tells of writes that are off and of windows that are not real ones', () => {
    const windows = { minute: 2, day: 60, testInstallation: true };
    const text = flowing({ knowledge: { writes: false, windows } });
    expect(text).toContain('test installation with a rate limit window of 2 s and a daily window of 60 s as of');
    expect(text).toContain('seed 42 writes off: no POST was sent');
  });

  it('tells of hostile inputs that were left out', () => {
    expect(flowing({ knowledge: { leftOutInputs: ['range', 'chunked'] } })).toContain(
      'inputs excluded: range, chunked',
    );
    expect(flowing({})).not.toContain('without these hostile ones');
  });
});

describe('the tables', () => {
  it('have one per section, with aligned columns', () => {
    const lines = plain(VIOLATING).split('\n');
    expect(lines).toContain('GET /pets (sections 4.1, 8)  1 fail, 13 pass');
    expect(lines).toContain('  ✔ LIST-1     pass            kept');
    expect(lines).toContain('  ✖ LIST-2     fail            six came for five');
  });

  it('say of a must rule that passes what it was warned of, and that it was observed', () => {
    const finding = { rule: 'CREATE-2', shownBy: [1], times: 1 } as const;
    const text = plain({
      rows: [
        {
          id: 'CREATE-2',
          findings: [
            { ...finding, verdict: 'warn', says: 'createPet returned the name "a b" instead of "a  b"' },
            { ...finding, verdict: 'observed', says: 'names: up to 300', topic: 'names', actual: 'up to 300' },
          ],
        },
      ],
    });
    const lines = text.split('\n');
    expect(lines).toContain('  ✔ CREATE-2   pass            kept (1 observation; see below)');
    expect(text).toMatch(
      /\nWarnings\n {2}! CREATE-2 {2}createPet returned the name "a b" instead of "a {2}b" \(#1\)\n/,
    );
    expect(text).toMatch(/\nObserved where the specification is silent\n {2}· CREATE-2 {2}names: up to 300 \(#1\)\n/);
  });

  it('leave out a section of which nothing applies', () => {
    const rows = (['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6'] as const).map((id) => ({
      id,
      verdict: 'not-applicable' as const,
      says: 'judged on clients',
    }));
    const text = plain({ rows });
    expect(text).not.toContain('What integrations owe');
    expect(text).toMatch(/Not judged\n {2}not-applicable {2}judged on clients: CLIENT-1, .*CLIENT-6\n/);
  });
});

describe('the notes', () => {
  const note = { shownBy: [4], times: 1 };

  it('tell what is inconclusive, warned of and observed, each once', () => {
    const text = flowing({
      rows: [
        {
          id: 'LIST-7',
          verdict: 'inconclusive',
          says: 'x',
          findings: [{ ...note, rule: 'LIST-7', verdict: 'inconclusive', says: 'others write' }],
        },
        {
          id: 'AUTH-5',
          verdict: 'warn',
          findings: [{ ...note, rule: 'AUTH-5', verdict: 'fail', says: 'no WWW-Authenticate' }],
        },
        { id: 'JSON-1', findings: [{ ...note, rule: 'JSON-1', verdict: 'warn', says: 'text/json' }] },
        {
          id: 'LIST-5',
          verdict: 'observed',
          findings: [{ ...note, rule: 'LIST-5', verdict: 'fail', says: 'limit=0 gets 400', times: 3 }],
        },
      ],
    });
    expect(text).toContain('Inconclusive ? LIST-7 others write (#4)');
    expect(text).toContain('Warnings ! AUTH-5 no WWW-Authenticate (#4) ! JSON-1 text/json (#4)');
    expect(text).toContain('Observed where the specification is silent · LIST-5 limit=0 gets 400 (#4; 3 times)');
    expect(text).not.toContain('Violations');
  });

  it('name the input of what is inconclusive, and with all there is show its first request', () => {
    const input = 'limit as text';
    const findings = [aViolation({ rule: 'LIST-7', verdict: 'inconclusive', says: 'others write', input })];
    const rows = [{ id: 'LIST-7', verdict: 'inconclusive', says: 'x', findings }] as const;
    const printed = renderTerminal(aReport({ rows }), { colour: false, width: 100 });
    expect(printed).toContain('? LIST-7    others write; input: limit as text (#1)\n');
    expect(printed).not.toContain('curl');
    expect(plain({ rows })).toMatch(/LIST-7 +others write; input: .*\n {2}#1 +curl -sS .*\n {2}response +200\n/);
  });

  it('tell what one other rule blocks in one line, whatever input met it', () => {
    const blamed = { rule: 'LIST-9', verdict: 'inconclusive', says: 'see LIST-2', see: 'LIST-2', times: 2 } as const;
    const findings = [
      { ...blamed, shownBy: [4], alsoShownBy: [7], input: 'limit as text' },
      { ...blamed, shownBy: [7], times: 1 },
    ];
    const rows = [{ id: 'LIST-9', verdict: 'inconclusive', says: 'see LIST-2', findings }] as const;
    expect(flowing({ rows })).toContain('Inconclusive ? LIST-9 depends on LIST-2, which is not decided (#4, #7)');
  });

  it('group what was not judged by its reason', () => {
    const unexercised = { verdict: 'not-exercised', says: 'writes are off' } as const;
    const text = flowing({
      rows: [
        { id: 'CREATE-1', ...unexercised },
        { id: 'CREATE-2', ...unexercised },
      ],
    });
    expect(text).toContain('Not judged not-exercised writes are off: CREATE-1, CREATE-2');
  });

  it('are left out where there are none', () => {
    expect(plain()).not.toMatch(/Inconclusive|Warnings|Observed|Not judged|Violations/);
  });
});

describe('the end', () => {
  it.each(['conforming', 'incomplete', 'violating', 'aborted'] as const)('names the outcome %s', (outcome) => {
    expect(plain({ outcome })).toMatch(new RegExp(`\nOutcome {4}${outcome}\n`));
  });

  it('names the rules that are violated and why the run ended early', () => {
    const text = flowing({ ...VIOLATING, run: { aborted: 'the run was interrupted' } });
    expect(text).toContain('1 must rule is violated; fix first: LIST-2');
    expect(text).toContain('Ended early: the run was interrupted');
  });

  it('says that the service was away, and that another build answered', () => {
    const says = '4 requests met 502 in a period of 3.0 s, and the service responded again afterwards';
    const finding = { rule: 'ERR-3', verdict: 'observed', says, shownBy: [12, 13], times: 1 } as const;
    const away = { ...finding, topic: 'interruptions', actual: '502' };
    const deployed = { ...finding, topic: 'deployments', says: 'another build responds from #14 on', shownBy: [14] };
    const text = flowing({ rows: [{ id: 'ERR-3', findings: [away, deployed] }] });
    expect(text).toContain(`Service ${says} (#12) another build responds from #14 on (#14) Requests`);
  });

  it('counts requests and created pets', () => {
    const text = plain({ run: { created: ['9007199254740993', '7'] } });
    expect(text).toContain('Requests   118 requests sent, 1 refused with 429, 63 s, of which 61 s waiting\n');
    expect(text).toMatch(/Test data {2}2 pets created: ids 9007199254740993, 7\n$/);
    expect(plain({ run: { created: ['7'] } })).toMatch(/Test data {2}1 pet created: id 7\n$/);
  });

  it('does not say that none was created where creations succeeded whose responses have no integer id', () => {
    expect(plain({ run: { created: [], createdWithoutId: 12 } })).toMatch(
      /Test data {2}12 creations succeeded with no known id\n$/,
    );
    expect(plain({ run: { created: ['7'], createdWithoutId: 1 } })).toContain(
      '1 pet created: id 7; 1 creation succeeded with no known id',
    );
  });
});

describe('any look', () => {
  it('with colours says the same as without', () => {
    const coloured = renderTerminal(aReport(VIOLATING), { colour: true, width: 100, verbose: true });
    expect(coloured).toContain('\u001b[31m');
    expect(stripVTControlCharacters(coloured)).toBe(plain(VIOLATING));
  });

  it.each([60, 80, 132])('keeps within %i columns but for the curl lines', (width) => {
    const long = 'many words that go on and on '.repeat(9);
    const text = plain(
      {
        ...VIOLATING,
        rows: [
          {
            id: 'LIST-2',
            verdict: 'fail',
            says: long,
            findings: [aViolation({ rule: 'LIST-2', says: long, actual: 'x'.repeat(500) })],
          },
        ],
      },
      width,
    );
    const tooLong = text.split('\n').filter((line) => columnsOf(line) > width && !line.includes(' curl '));
    expect(tooLong).toEqual([]);
  });

  it('lets no control character of the service through, wherever it stands', () => {
    const ours = new RegExp(`\u001b\\[(${[31, 32, 33, 35, 2, 1, 39, 22].join('|')})m`, 'g');
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\u001b[31m', '\u001b]8;;http://x\u0007', '\u009b2J', '\r\n', '\u202e', '\ud800', '\u2028', '\0'),
    );
    const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const hostile = fc.property(fc.infiniteStream(text), fc.uint8Array(), (texts, body) => {
      const next = () => texts.next().value ?? '';
      const finding = () => aViolation({ rule: 'LIST-2', says: next(), expected: next(), actual: next() });
      const report = aReport({
        rows: [
          { id: 'LIST-1', says: next(), verdict: 'fail', findings: [finding(), { ...finding(), shownBy: [2, 3] }] },
          {
            id: 'LIST-2',
            says: next(),
            verdict: 'inconclusive',
            findings: [{ ...finding(), verdict: 'inconclusive' }],
          },
          { id: 'LIST-5', says: next(), level: 'observed', verdict: 'observed', findings: [finding()] },
          { id: 'LIST-11', says: next(), level: 'should', verdict: 'warn', findings: [finding()] },
          { id: 'RATE-1', says: next(), verdict: 'not-exercised' },
        ],
        exchanges: [
          anExchange({
            request: {
              method: next(),
              target: next(),
              headers: [
                [next(), next()],
                ['X', next()],
              ],
              body: bytes(next()),
            },
            answer: {
              headers: [
                ['Link', next()],
                [`X-RateLimit-${next()}`, next()],
              ],
              body: bytes(body),
            },
          }),
          anExchange({ id: 2, request: { body: bytes(body) }, answer: { body: bytes(next()) } }),
          anExchange({ id: 3, answer: { body: { kind: 'truncated', bytes: body, why: next() } } }),
        ],
        run: {
          aborted: next(),
          created: [next()],
          counterexamples: [{ probe: next(), rules: ['LIST-1'], seed: 1, path: next(), smallest: next() }],
        },
        knowledge: { target: next(), baseUrl: next(), asOf: next() },
      });
      const shown = renderTerminal(report, { colour: true, width: 80, verbose: true }).replaceAll(ours, '');
      return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(shown.replaceAll('\n', ''));
    });
    expect(fc.check(hostile, { numRuns: 60 })).toMatchObject({ failed: false });
  });
});
