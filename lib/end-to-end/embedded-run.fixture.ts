import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { ReferenceOptions } from '../reference/options.ts';
import { check, EVIDENCE_FILE, type CheckPlan } from '../run/check.ts';
import { startEmbedded } from '../run/embedded.ts';
import { selectRules } from '../run/selection.ts';
import { SILENT } from '../run/silent-watcher.ts';
import type { Verdicts } from '../run/verdicts.ts';
import { service } from './loopback-service.ts';
import { folder } from './petvet-process.fixture.ts';

/** What differs from a run of every rule, with writes, that leaves the limit alone. */
interface RunParts extends Partial<Omit<CheckPlan, 'target' | 'directory'>> {
  readonly writes?: boolean;
  /** Given the port of the server; answers in its place. */
  readonly front?: (port: number) => RequestListener;
}

/** The verdicts of a run, and the file of its evidence, which goes away with the block that uses it. */
interface EmbeddedRun extends Verdicts, AsyncDisposable {
  readonly evidence: string;
}

/** A check of a reference server of its own, within this process. */
export async function embeddedRun(
  options: ReferenceOptions,
  { writes = true, front, ...parts }: RunParts = {},
): Promise<EmbeddedRun> {
  const place = await folder();
  const embedded = await startEmbedded(options);
  const gateway = front && (await service(front(Number(new URL(embedded.target.baseUrl).port))));
  const plan: CheckPlan = {
    target: { ...embedded.target, writes, ...(gateway && { baseUrl: gateway.baseUrl }) },
    asOf: '2026-11-21',
    selection: selectRules([], []),
    seed: 1,
    useUp: 'never',
    smoke: false,
    directory: place.path,
    ...parts,
  };
  try {
    const verdicts = await check(plan, SILENT, new AbortController().signal);
    const evidence = join(place.path, EVIDENCE_FILE);
    return { ...verdicts, evidence, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  } finally {
    await gateway?.[Symbol.asyncDispose]();
    await embedded.close();
  }
}
