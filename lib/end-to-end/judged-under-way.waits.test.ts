import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { printExchange } from '../evidence/lines.ts';
import { readEvidence, type EvidenceItem } from '../evidence/log.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { judgeEvidence, type Verdicts } from '../run/verdicts.ts';
import { embeddedRun } from './embedded-run.fixture.ts';

/** Services with faults of single exchanges, of several together, and of the limiter, and two without any. */
const SERVICES: readonly (readonly [string, ReferenceOptions, { readonly useUp?: 'documented' }])[] = [
  ['a conforming service', { plan: 'business' }, {}],
  ['a filter that looks at one page only', { plan: 'business', defect: 'filter-after-paging' }, {}],
  ['a pet that getPet does not find', { plan: 'business', defect: 'get-newest-404' }, {}],
  [
    'a limiter that admits too many',
    { plan: 'free', windowSeconds: 15, defect: 'one-too-many' },
    { useUp: 'documented' },
  ],
  ['a conforming limiter', { plan: 'free', windowSeconds: 15, limiter: 'sliding-log' }, { useUp: 'documented' }],
];

/** What verdicts say, with the bytes of exchanges as the evidence has them. */
function told({ ledger, run, xrays, coverage, medianMilliseconds, brokenOff, exchanges }: Verdicts) {
  const shown = [...exchanges.values()].map(printExchange);
  return { ledger, run, xrays, coverage, medianMilliseconds, brokenOff, shown };
}

/** The items of evidence, as its file has them. */
async function itemsOf(source: AsyncIterable<EvidenceItem>): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  for await (const item of source) items.push('exchange' in item ? printExchange(item.exchange) : item);
  return items;
}

describe('verdicts on a run as it was judged under way', () => {
  it.each(SERVICES)('are those on its evidence: %s', async (_what, options, parts) => {
    await using made = await embeddedRun(options, parts);
    const source = (numbers?: ReadonlySet<number>) => readEvidence(made.evidence, numbers);
    const again = await judgeEvidence(source, { ownTraffic: true, isPlanned: true });
    expect(again.run.sent).toBeGreaterThan(20);
    const [live, fromFile] = [told(made), told(again)];
    // A matcher would print a megabyte.
    const different = Object.keys(live).filter(
      (key) => !isDeepStrictEqual(Reflect.get(live, key), Reflect.get(fromFile, key)),
    );
    expect(different).toEqual([]);
    const kept = made.source && (await itemsOf(made.source()));
    expect(kept?.length).toBeGreaterThan(20);
    expect(isDeepStrictEqual(kept, await itemsOf(source()))).toBe(true);
  });
});
