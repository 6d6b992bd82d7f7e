import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../evidence/exchange.ts';
import { readEvidence } from '../evidence/log.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { check, EVIDENCE_FILE } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';
import { aTee, eventually } from '../watch/tee.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** What a check of a reference server of its own says, and what it recorded; with or without the proxy that watches between them. */
async function checked(options: ReferenceOptions, isWatched: boolean) {
  await using place = await folder();
  const embedded = await startEmbedded(options);
  const tee = isWatched ? await aTee(Number(new URL(embedded.target.baseUrl).port)) : undefined;
  const baseUrl = tee === undefined ? embedded.target.baseUrl : `http://127.0.0.1:${tee.port}/v1`;
  try {
    const { ledger } = await check(
      {
        target: { ...embedded.target, baseUrl, writes: true },
        asOf: '2026-11-21',
        selection: selectRules([], []),
        seed: 1,
        useUp: 'never',
        smoke: false,
        maxRequests: 150,
        directory: place.path,
      },
      SILENT,
      new AbortController().signal,
    );
    const recorded: Exchange[] = [];
    for await (const item of readEvidence(join(place.path, EVIDENCE_FILE)))
      if ('exchange' in item) recorded.push(item.exchange);
    await eventually(() => {
      if (tee !== undefined && tee.observed.length < recorded.length) throw new Error('the proxy is still reading');
    });
    return {
      verdicts: ledger.rows.map(({ id, verdict }) => ({ id, verdict })),
      recorded: recorded.map(answerLine).toSorted(),
      observed: tee?.observed.map(({ exchange }) => answerLine(exchange)).toSorted(),
      skipped: tee?.counts.skipped,
    };
  } finally {
    await embedded.close();
  }
}

/** A request and its response as one line: the same for what the check recorded and what the proxy observed. */
function answerLine({ request, answer, failure }: Exchange): string {
  const body = answer !== undefined && 'bytes' in answer.body ? Buffer.from(answer.body.bytes).toString('latin1') : '';
  return JSON.stringify([request.method, answer?.status, answer?.headers, answer?.body.kind, body, failure?.kind]);
}

describe('a check through the proxy that watches', { timeout: 300_000 }, () => {
  it.each<ReferenceOptions>([{}, { defect: 'limit-1-gives-2' }, { variant: 'limit-zero-empty' }])(
    'says what it says without it, and the proxy reads what the check recorded (%j)',
    async (options) => {
      const [plain, watched] = [await checked(options, false), await checked(options, true)];
      expect(watched.verdicts).toEqual(plain.verdicts);
      expect(watched.recorded.length).toBeGreaterThan(50);
      expect(watched.observed).toEqual(watched.recorded);
      expect(watched.skipped).toEqual({});
    },
  );
});
