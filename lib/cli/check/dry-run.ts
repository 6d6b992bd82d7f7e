import { join } from 'node:path';
import { createdId } from '../../evidence/creation.ts';
import type { Exchange } from '../../evidence/exchange.ts';
import { readEvidence } from '../../evidence/log.ts';
import { EVIDENCE_FILE } from '../../run/check.ts';
import type { Target } from '../../targets/target.ts';

/**
 * What a run would send, write and wait, counted on a rehearsal against the reference server.
 *
 * @param directory - where the rehearsal left its evidence
 * @param target - the target that the run is meant for; the reference server when undefined
 * @param rehearsed - the limit per minute that the rehearsal had, and whether it wrote; what a run sends at most, in a sentence
 */
export async function describeDryRun(
  directory: string,
  target: Target | undefined,
  { perMinute, writes, most }: { readonly perMinute: number; readonly writes: boolean; readonly most: string },
): Promise<string> {
  const exchanges: Exchange[] = [];
  for await (const item of readEvidence(join(directory, EVIDENCE_FILE))) {
    if ('exchange' in item) exchanges.push(item.exchange);
  }
  const perProbe = Map.groupBy(exchanges, ({ probe }) => probe ?? 'other');
  const perMethod = Map.groupBy(exchanges, ({ request }) => request.method);
  const created = exchanges.filter((exchange) => createdId(exchange) !== undefined).length;
  const methods = [...perMethod].map(([method, sent]) => `${sent.length} ${method}`);
  const ofKey = exchanges.filter(({ request }) => request.credential === 'primary').length;
  const ofSecond = exchanges.filter(({ request }) => request.credential === 'second').length;
  const details = [...methods, ...(ofSecond > 0 ? [`${ofSecond} with the second key`] : [])].join(', ');
  const refused = exchanges.some(({ answer }) => answer?.status === 429);
  const windows = Math.max(Math.floor(Math.max(0, ofKey - 1) / perMinute), refused ? 1 : 0);
  const isAssumed = target !== undefined && target.plan.perMinute === undefined;
  const length = target === undefined ? '' : ` of ${target.windows.minute} s`;
  const limit = `${isAssumed ? 'Assuming the Free plan: with' : 'With'} ${perMinute} requests a minute`;
  return [
    `Dry run: nothing was sent to ${target?.baseUrl ?? 'any target'}. Requests by probe, counted on the reference server:`,
    ...[...perProbe].map(([probe, sent]) => `${String(sent.length).padStart(5)}  ${probe}`),
    `${String(exchanges.length).padStart(5)}  requests in all${details === '' ? '' : ` (${details})`}`,
    most,
    !writes ? 'Writes are off: no POST at all.' : `Pets that would stay: about ${created}.`,
    windows === 0
      ? `${limit} it would not wait.`
      : `${limit} it would wait for about ${windows} window${windows === 1 ? '' : 's'}${length}.`,
  ].join('\n');
}
