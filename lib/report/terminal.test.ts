import { stripVTControlCharacters } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../text/columns.ts';
import { aReport, aViolation, anExchange, bytes } from './report.fixture.ts';
import { plain, VIOLATING } from './terminal.fixture.ts';
import { renderTerminal } from './terminal.ts';

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
