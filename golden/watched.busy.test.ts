import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../lib/evidence/exchange.ts';
import { readHead, readLine } from '../lib/evidence/lines.ts';
import { logLineOf } from '../lib/watch/traffic.fixture.ts';
import { lineReader } from '../lib/watch/read-line.ts';
import { Watch } from '../lib/watch/watch.ts';
import { readArchive, type Recording } from './archive.ts';
import { readGolden } from './golden-file.ts';
import { SMALL } from './places.ts';
import { isOfLab } from './small-corpus.ts';

/** As many of the runs that violate no rule of the limiter are tried: each third. */
const EACH = 3;

/** Rules of the limiter, which the log of a gateway shows as well as a check does. */
const OF_THE_LIMITER = /^RATE-(?:4|5|6|8|13)$/;

/** The rules that a run violates. */
function violatedOf(lines: readonly string[] = []): string[] {
  return lines.flatMap((line) => /^([A-Z]+-\d+) fail\b/.exec(line)?.[1] ?? []);
}

/** What a gateway in front of the service would have logged of a run. */
function logOf({ lines }: Recording): string[] {
  const exchanges = lines.slice(1).flatMap((line, index) => {
    const item = readLine(line, index + 2);
    return item !== undefined && 'exchange' in item ? [item.exchange] : [];
  });
  return exchanges.toSorted((a, b) => a.times.endedAt - b.times.endedAt).map(lineOf);
}

const KEYS: Readonly<Record<string, string>> = { primary: 'one', second: 'two', none: '' };

function lineOf(exchange: Exchange): string {
  return JSON.stringify(logLineOf(exchange, KEYS[exchange.request.credential] ?? 'another'));
}

async function watchedViolations(recording: Recording, isComplete: boolean): Promise<string[]> {
  const head = readHead(recording.lines[0] ?? '');
  if (head === undefined || !('knowledge' in head)) throw new Error(`${recording.name} is no evidence`);
  const knowledge = { ...head.knowledge, secondKey: false };
  const watch = new Watch({ knowledge, isComplete, keep: () => Promise.resolve(''), onViolation: () => {} });
  const reader = lineReader({ basePath: '/v1' });
  for (const line of logOf(recording)) for (const observed of reader.read(line).observed) await watch.take(observed);
  await watch.end();
  const { rules } = watch.report({ source: recording.name, skipped: {} });
  return rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
}

describe('the recorded runs, seen in the log of a gateway', { timeout: 600_000 }, () => {
  const golden = readGolden(readFileSync(SMALL.golden, 'utf8'));

  it('violate nothing where the check of the service found nothing, and the same of the limiter where it did', async () => {
    const wronged: string[] = [];
    const [found, missed]: [string[], string[]] = [[], []];
    let index = 0;
    for await (const recording of readArchive(SMALL.archive)) {
      const checked = violatedOf(golden.get(recording.name));
      const isOfLimiter = checked.some((rule) => OF_THE_LIMITER.test(rule));
      if (index++ % EACH !== 0 && !isOfLimiter) continue;
      const watched = await watchedViolations(recording, isOfLimiter || index % 2 === 0);
      if (checked.length === 0 && watched.length > 0) wronged.push(`${recording.name}: ${watched.join(', ')}`);
      // Of stacks in the lab most faults of the limiter are about how a key is spelled, which no log holds.
      if (!isOfLimiter || isOfLab(recording.name)) continue;
      (watched.some((rule) => OF_THE_LIMITER.test(rule)) ? found : missed).push(recording.name);
    }
    expect(wronged).toEqual([]);
    expect(found.length).toBeGreaterThan(20);
    expect(missed.length, `missed: ${missed.join(', ')}`).toBeLessThan(found.length / 2);
  });
});
