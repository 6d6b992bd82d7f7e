import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../ledger/ledger.ts';
import { RULE_IDS, rules, type RuleId } from '../rules/index.ts';
import { EVERYTHING } from '../gate/violations.ts';
import { annotationsOf } from './annotations.ts';
import { holdAgainst } from '../gate/baseline.ts';
import { decide } from '../gate/decision.ts';
import { fixFirst } from '../gate/fix-first.ts';
import { renderPage } from './html/render.ts';
import { aReport, anExchange, aViolation } from './report.fixture.ts';
import { withoutSpans } from './html/unbroken.fixture.ts';
import { renderSummary } from './summary.ts';
import { renderTerminal } from './terminal.ts';

type Row = Partial<LedgerRow> & Pick<LedgerRow, 'id'>;

const failed = (id: RuleId, parts: Partial<LedgerRow> = {}): Row => ({
  id,
  verdict: rules[id].level === 'must' ? 'fail' : 'warn',
  findings: [aViolation({ rule: id })],
  ...parts,
});

const dependent = (id: RuleId, see: RuleId): Row => ({
  id,
  verdict: 'inconclusive',
  findings: [aViolation({ rule: id, verdict: 'inconclusive', see })],
});

const orderOf = (...rows: Row[]) => fixFirst(aReport({ rows }).ledger.rows).map(({ id }) => id);

describe('what to fix first', () => {
  it('is a must before a should, however many exchanges show the should', () => {
    expect(orderOf(failed('AUTH-5', { evidenceCount: 90 }), failed('LIST-2'))).toEqual(['LIST-2', 'AUTH-5']);
  });

  it('is a fault of its own before what is reported under another rule', () => {
    const elsewhere = [aViolation({ rule: 'GET-1', see: 'LIST-6' })];
    expect(orderOf(failed('GET-1', { findings: elsewhere, evidenceCount: 9 }), failed('LIST-2'))).toEqual([
      'LIST-2',
      'GET-1',
    ]);
  });

  it('is what other rules depend on before authentication, and that before all else', () => {
    expect(
      orderOf(
        failed('LIST-2', { evidenceCount: 50 }),
        failed('AUTH-2'),
        failed('LIST-6'),
        dependent('LIST-9', 'LIST-6'),
      ),
    ).toEqual(['LIST-6', 'AUTH-2', 'LIST-2']);
  });

  it('is what more exchanges show, then what a smaller request shows, then the order of the catalogue', () => {
    const sized = (rule: RuleId, size: number) => failed(rule, { findings: [aViolation({ rule, size })] });
    expect(orderOf(sized('LIST-2', 90), sized('CREATE-6', 40), failed('GET-2', { evidenceCount: 7 }))).toEqual([
      'GET-2',
      'CREATE-6',
      'LIST-2',
    ]);
    expect(orderOf(failed('GET-2'), failed('LIST-2'))).toEqual(['LIST-2', 'GET-2']);
  });
});

it('has one order in the terminal, on the page, in the summary, in the annotations, and in the reason of an exit status', async () => {
  const some = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...RULE_IDS.filter((id) => rules[id].level !== 'observed')),
      count: fc.integer({ min: 1, max: 3 }),
      see: fc.option(fc.constantFrom<RuleId>('LIST-2', 'JSON-1', 'AUTH-2')),
      size: fc.integer({ min: 1, max: 3 }),
    }),
    { selector: ({ id }) => id, minLength: 2, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(some, async (broken) => {
      const rows = broken.map(({ id, count, see, size }) =>
        failed(id, {
          evidenceCount: count,
          findings: [aViolation({ rule: id, size, ...(see !== null && see !== id && { see }) })],
        }),
      );
      const report = aReport({ outcome: 'violating', rows });
      const order = fixFirst(report.ledger.rows).map(({ id }) => id);
      const isElsewhere = new Set<RuleId>(broken.flatMap(({ id, see }) => (see === null || see === id ? [] : [id])));
      const musts = order.filter((id) => rules[id].level === 'must');
      const shoulds = order.filter((id) => rules[id].level === 'should');

      const terminal = renderTerminal(report, { colour: false, width: 400 });
      expect(matches(terminal, /^✖ ([A-Z]+-\d+)/gm)).toEqual(musts);
      expect(unique(matches(terminal.split('Warnings\n')[1] ?? '', /^ {2}! ([A-Z]+-\d+)/gm))).toEqual(shoulds);

      const gated = { ledger: report.ledger, run: { interrupted: false } };
      const [reason = ''] = decide(gated, { strict: false, requireComplete: false }).because.split(/ and \d+ more /);
      expect(matches(reason, /([A-Z]+-\d+)/g)).toEqual(musts.slice(0, 3));
      const reach = { day: '2026-11-21', sentLike: () => true };
      const { fresh } = holdAgainst({ file: 'b.yaml', entries: [] }, report.ledger, EVERYTHING, reach);
      expect(fresh.map(({ rule }) => rule).filter((id) => !isElsewhere.has(id))).toEqual(
        order.filter((id) => !isElsewhere.has(id)),
      );

      expect(matches(annotationsOf(report).join('\n'), /title=([A-Z]+-\d+)/g)).toEqual(order);

      const summary = renderSummary(report);
      expect(matches(summary, /^\*\*([A-Z]+-\d+)\*\*/gm)).toEqual(musts.slice(0, 5));
      expect(matches(summary, /^\| ([A-Z]+-\d+) /gm)).toEqual(order);

      const page = withoutSpans(await renderPage(report, none()));
      const [, first = ''] = /<section id="first"([^]*?)<\/section>/.exec(page) ?? [];
      const links = matches(first.replace(/Depends on <a[^>]*>[^<]*<\/a>/g, ''), /<a href="#([A-Z]+-\d+)"/g);
      expect(links).toEqual(musts);
      const [head = ''] = page.split('</header>');
      expect(matches(head, /<a class="mono" href="#([A-Z]+-\d+)"/g)).toEqual(musts);
    }),
    { numRuns: 25 },
  );
});

// oxlint-disable-next-line typescript/require-await -- nothing, in the form of a stream
async function* none() {
  yield { exchange: anExchange() };
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, id = '']) => id);
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
