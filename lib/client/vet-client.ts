import { InterruptedError, UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import type { ChildEnd } from '../load/child-run.ts';
import { withoutDoubt } from './refused-rows.ts';
import type { ClientFinding } from './finding.ts';
import type { Freedom } from './freedoms.ts';
import { grease, hasBroken, requestsOfRun, type Grease } from './grease.ts';
import { judgeClient } from './judge-client.ts';
import type { ClientRequest } from './request-log.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';
import type { SituationName } from './situations.ts';

/** In what a client is put, and how it is judged. */
export interface ClientPlan {
  /** The day at which the service lives, YYYY-MM-DD. */
  readonly asOf: string;
  /** Of the scripted server; 0 takes a free one. */
  readonly port: number;
  readonly interrupt: AbortSignal;
  readonly situations: readonly SituationName[];
  /** The seed of a mixture of what the specification leaves open. */
  readonly grease?: number | undefined;
  /** Told where the server listens, before the client is started. */
  readonly onStart: (baseUrl: string) => void;
  /** Told what comes next. */
  readonly onSituation: (name: SituationName) => void;
}

/** Where a client finds the service, and its key. */
export type ClientAccess = Pick<ScriptedServer, 'baseUrl' | 'key'>;

/** A client, of whatever kind. */
export interface RunnableClient {
  /** Runs it once. */
  readonly run: (access: ClientAccess) => Promise<ClientRun>;
  /** Why it cannot be judged that this run sent nothing. */
  readonly silent: (run: ClientRun) => UsageError;
}

/** One run of a client. */
export type ClientRun = Pick<ChildEnd, 'status' | 'tookTooLong' | 'seconds'>;

/** What a client did in one situation. */
interface MetSituation {
  readonly name: SituationName;
  /** Whether everything befell the client that the situation holds. */
  readonly isMet: boolean;
  readonly runs: readonly ClientRun[];
}

/** What a client did, and what that says of it. */
export interface VettedClient {
  readonly baseUrl: string;
  /** The key that it was given; no file may hold it. */
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly log: readonly ClientRequest[];
  readonly situations: readonly MetSituation[];
  /** Where a seed was given. */
  readonly grease?: Grease;
  readonly findings: readonly ClientFinding[];
  readonly wasInterrupted: boolean;
}

/** How often the client is started in one situation at most: one that sends a single request shows little each time. */
const MOST_RUNS = 8;

/**
 * Starts a client against the scripted server, once and more for each situation, and judges what it sent.
 *
 * @throws {UsageError} when it cannot be started, or sent nothing: silence must not look like success
 */
export async function vetClient(call: ClientPlan, client: RunnableClient): Promise<VettedClient> {
  const server = await startScriptedServer(call.asOf, call.port).catch((error: unknown) => {
    throw new UsageError(
      `port ${call.port} cannot be used: ${systemWords(error)}`,
      'choose another one with --port, or leave it out for a free one',
    );
  });
  try {
    call.onStart(server.baseUrl);
    const startedAt = Date.now();
    const situations: MetSituation[] = [];
    let greased: Grease | undefined;
    for (const name of call.situations) {
      if (call.interrupt.aborted && server.log.length > 0) break;
      call.onSituation(name);
      if (name === 'greased') {
        const runs: ClientRun[] = [];
        greased = await stand(call, server, client, runs);
        situations.push({ name, isMet: greased !== undefined && greased.verdict !== 'unknown', runs });
      } else situations.push(await meet({ name, freedoms: freedomsOf(call, greased) }, call, server, client));
      const ran = situations[0]?.runs[0];
      if (server.log.length === 0 && call.interrupt.aborted)
        throw new InterruptedError('interrupted before the client had sent a request', 'start it again');
      if (server.log.length === 0 && ran !== undefined) throw client.silent(ran);
    }
    const log = withoutDoubt(server.log);
    const findings = judgeClient(log, call.asOf);
    const { baseUrl, key } = server;
    return {
      baseUrl,
      key,
      startedAt,
      log,
      situations,
      ...(greased && { grease: greased }),
      findings,
      wasInterrupted: call.interrupt.aborted,
    };
  } finally {
    await server.close();
  }
}

/** With a seed, those that the client was shown to stand, and none before. */
function freedomsOf(call: ClientPlan, greased: Grease | undefined): readonly Freedom[] | undefined {
  if (call.grease === undefined) return undefined;
  return greased?.verdict === 'stands' ? greased.freedoms : [];
}

/** Runs the client in a situation, and again as long as that shows more. */
async function meet(
  { name, freedoms }: { readonly name: SituationName; readonly freedoms: readonly Freedom[] | undefined },
  call: ClientPlan,
  server: ScriptedServer,
  { run: runClient }: RunnableClient,
): Promise<MetSituation> {
  const service = await server.enter(name, freedoms);
  const { script } = service;
  const runs: ClientRun[] = [];
  for (let isMoreToSee = true; isMoreToSee && runs.length < MOST_RUNS;) {
    const before = script.befell;
    const run = await runClient(server);
    runs.push(run);
    service.runEnded();
    const hasShown = script.befell > before || runs.length === 1;
    isMoreToSee = !script.isOver && hasShown && !run.tookTooLong && !call.interrupt.aborted;
  }
  return { name, isMet: script.isMet && server.log.some(({ situation }) => situation === name), runs };
}

/**
 * Runs the client where the service uses what is left open to it; where it breaks, until it is known on what.
 *
 * @param runs - takes the runs
 * @returns undefined where that was interrupted
 */
async function stand(
  call: ClientPlan,
  server: ScriptedServer,
  client: RunnableClient,
  runs: ClientRun[],
): Promise<Grease | undefined> {
  try {
    return await grease(call.grease ?? 1, async (some, isRefused) => {
      await server.enter('greased', some, !isRefused);
      const run = await client.run(server);
      if (call.interrupt.aborted) throw new InterruptedError();
      runs.push(run);
      return hasBroken(run, requestsOfRun(server.log, runs.length));
    });
  } catch (error) {
    if (error instanceof InterruptedError && server.log.length > 0) return undefined;
    throw error;
  }
}
