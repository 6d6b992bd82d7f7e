import { gzipSync } from 'node:zlib';
import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from './page.ts';
import { aReport, aViolation, anExchange, bytes, type ReportParts } from './report.fixture.ts';
import { renderTerminal } from './terminal.ts';

function plain(parts: ReportParts = {}, width = 100): string {
  return renderTerminal(aReport(parts), { colour: false, width });
}

/** The report with its line breaks and runs of blanks as single blanks, for sentences that may be wrapped. */
function flowing(parts: ReportParts = {}): string {
  return plain(parts).replaceAll(/\s+/g, ' ');
}

const VIOLATING: ReportParts = {
  outcome: 'violating',
  rows: [
    {
      id: 'LIST-2',
      verdict: 'fail',
      says: 'six came for five',
      findings: [aViolation({ rule: 'LIST-2', shownBy: [1, 3, 4, 5, 6, 7, 8], times: 2 })],
      evidence: [1],
    },
  ],
};

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
    expect(text).toContain('test installation with a minute of 2 s and a day of 60 s as of');
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
    expect(lines).toContain('GET /pets (sections 4.1, 8)  1 fail, 12 pass');
    expect(lines).toContain('  ✔ LIST-1     pass            kept');
    expect(lines).toContain('  ✖ LIST-2     fail            six came for five');
  });

  it('leave out a section of which nothing applies', () => {
    const rows = (['CLIENT-1', 'CLIENT-2', 'CLIENT-3', 'CLIENT-4', 'CLIENT-5', 'CLIENT-6'] as const).map((id) => ({
      id,
      verdict: 'not-applicable' as const,
      says: 'judged on clients',
    }));
    const text = plain({ rows });
    expect(text).not.toContain('What integrations owe');
    expect(text).toMatch(/Not judged\n {2}not-applicable {2}judged on clients\n {18}CLIENT-1, .*CLIENT-6\n/);
  });
});

describe('a violation', () => {
  it('shows the rule and its source, what was expected and what came, and how to see it again', () => {
    const text = flowing(VIOLATING);
    expect(text).toContain('Violations (1) ✖ LIST-2 fail: a limit from 1 to 100 returns 200');
    expect(text).toContain('source section 4.1; section 8, "Page size"');
    expect(text).toContain('expected at most 5 animals actual 6 animals');
    expect(text).toContain(`#1 curl -sS -i -X GET -H 'Authorization: Bearer '"$PETVET_API_KEY"`);
    expect(text).toContain(
      'response 200 Content-Type: application/json X-RateLimit-Remaining: 12 | [{"id":9007199254740993}]',
    );
    expect(text).toContain('shown by #1, #3, #4, #5, #6 and 2 more');
    expect(text).toContain('reproduce npx petvet check --rule LIST-2 --seed 42');
    expect(flowing({ ...VIOLATING, knowledge: { leftOutInputs: ['range', 'chunked'] } })).toContain(
      'reproduce npx petvet check --rule LIST-2 --seed 42 --skip-input range,chunked',
    );
    expect(text).not.toContain('X-Powered-By');
  });

  it('shows each input with the flags that send it again', () => {
    const counterexamples = [{ probe: 'pages', rules: ['LIST-2'], seed: 7, path: '3:1', smallest: '{"limit":5}' }];
    expect(flowing({ ...VIOLATING, run: { counterexamples } })).toContain(
      'input {"limit":5}: --rule LIST-2 --seed 7 --replay pages@3:1',
    );
  });

  it('of foreign traffic has nothing to send again', () => {
    const { probe: _, ...foreign } = anExchange();
    expect(plain({ ...VIOLATING, exchanges: [foreign] })).not.toContain('--seed');
  });

  it('whose fault is told elsewhere points there', () => {
    const findings = [aViolation({ rule: 'LIST-1', see: 'JSON-2' })];
    expect(flowing({ rows: [{ id: 'LIST-1', verdict: 'fail', findings }] })).toContain(
      'the same fault is reported under JSON-2',
    );
  });

  it('that no exchange shows is told in its own sentence', () => {
    const text = flowing({
      rows: [{ id: 'VER-1', verdict: 'fail', says: 'the base address does not end with /v1', evidence: [] }],
    });
    expect(text).toContain('actual the base address does not end with /v1');
  });

  it('of many kinds shows the first ones in full, and the others in a line each', () => {
    const findings = Array.from({ length: 9 }, (_, index) => aViolation({ rule: 'LIST-2', says: `kind ${index}` }));
    const text = plain({ rows: [{ id: 'LIST-2', verdict: 'fail', findings }] });
    expect(text.match(/^ {2}\d+ of 9 {6}kind \d/gm)).toHaveLength(9);
    expect(text.match(/ curl /g)).toHaveLength(2);
    expect(text).toContain('3 of 9      kind 2 (expected at most 5 animals; actual 6 animals; #1)');
  });

  it.each([
    [{ body: { kind: 'none' } as const }, '(no body)'],
    [{ body: { kind: 'not-recorded' } as const }, '(the body was not recorded)'],
    [{ body: { kind: 'truncated', bytes: new Uint8Array(), why: 'too long' } as const }, '(an empty body)'],
    [
      { body: bytes(gzipSync('{"zipped":true}')), headers: [['Content-Encoding', 'gzip'] as const] },
      '| {"zipped":true}',
    ],
    [{ body: bytes('plain'), headers: [['Content-Encoding', 'gzip'] as const] }, '| plain'],
    [{ body: bytes(Uint8Array.of(0xff)) }, '| \ufffd'],
    [{ body: bytes('x'.repeat(9_000_000)) }, '… (9000000 bytes)'],
    [{ body: bytes('\n'.repeat(9_000_000)) }, '| …'],
  ])('shows the beginning of any body (%#)', (answer, shown) => {
    const text = plain({ ...VIOLATING, exchanges: [anExchange({ answer })] });
    expect(text).toContain(shown);
    expect(text.split('\n').length).toBeLessThan(200);
  });

  it('tells why there was no answer', () => {
    const { answer: _, ...exchange } = anExchange({ failure: { kind: 'timeout', says: 'no answer within 10 s' } });
    expect(flowing({ ...VIOLATING, exchanges: [exchange] })).toContain('response none: no answer within 10 s');
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

  it('group what was not judged by its reason', () => {
    const unexercised = { verdict: 'not-exercised', says: 'writes are off' } as const;
    const text = flowing({
      rows: [
        { id: 'CREATE-1', ...unexercised },
        { id: 'CREATE-2', ...unexercised },
      ],
    });
    expect(text).toContain('Not judged not-exercised writes are off CREATE-1, CREATE-2');
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

  it('counts requests and created pets', () => {
    const text = plain({ run: { created: ['9007199254740993', '7'] } });
    expect(text).toContain('Requests   118 requests sent, 1 refused with 429, waited 61 s of 63 s\n');
    expect(text).toMatch(/Test data {2}2 pets created: ids 9007199254740993, 7\n$/);
  });
});

describe('any look', () => {
  it('with colours says the same as without', () => {
    const coloured = renderTerminal(aReport(VIOLATING), { colour: true, width: 100 });
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
      const shown = renderTerminal(report, { colour: true, width: 80 }).replaceAll(ours, '');
      return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(shown.replaceAll('\n', ''));
    });
    expect(fc.check(hostile, { numRuns: 60 })).toMatchObject({ failed: false });
  });
});
