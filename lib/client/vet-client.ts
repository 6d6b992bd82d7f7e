import { InterruptedError, UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import { runChild, type ChildEnd } from '../load/child-run.ts';
import { withoutOwnSettings } from '../load/own-settings.ts';
import type { Environment } from '../targets/environment.ts';
import { withoutDoubt } from './refused-rows.ts';
import type { ClientFinding } from './finding.ts';
import type { Freedom } from './freedoms.ts';
import { grease, type Grease } from './grease.ts';
import { judgeClient } from './judge-client.ts';
import { OutputMask } from './output-mask.ts';
import type { ClientRequest } from './request-log.ts';
import { startScriptedServer, type ScriptedServer } from './scripted-server.ts';
import type { SituationName } from './situations.ts';

/** How a client is started and judged. */
export interface ClientCall {
  readonly file: string;
  /** `{baseUrl}` stands for the base address of the scripted server. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Of this process: all but petvet's own settings goes along. */
  readonly environment: Environment;
  /** The variables from which the client reads the base address and the key. */
  readonly baseUrlVariable: string;
  readonly apiKeyVariable: string;
  readonly timeoutSeconds: number;
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
  /** Takes what the client prints. */
  readonly onOutput: (text: string) => void;
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

/** How long a client may go on after an interruption, in seconds. */
const GRACE_SECONDS = 5;

/** How often the client is started in one situation at most: one that sends a single request shows little each time. */
const MOST_RUNS = 8;

/**
 * Runs a client against the scripted server, once and more for each situation, and judges what it sent.
 *
 * @throws {UsageError} when it cannot be started, or sent nothing: silence must not look like success
 */
export async function vetClient(call: ClientCall): Promise<VettedClient> {
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
        greased = await stand(call, server, runs);
        situations.push({ name, isMet: greased !== undefined && greased.verdict !== 'unknown', runs });
      } else situations.push(await meet(name, call, server, freedomsOf(call, greased)));
      const ran = situations[0]?.runs[0];
      if (server.log.length === 0 && call.interrupt.aborted)
        throw new InterruptedError('interrupted before the client had sent a request', 'start it again');
      if (server.log.length === 0 && ran !== undefined) throw silent(call, ran);
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
function freedomsOf(call: ClientCall, greased: Grease | undefined): readonly Freedom[] | undefined {
  if (call.grease === undefined) return undefined;
  return greased?.verdict === 'stands' ? greased.freedoms : [];
}

/** Runs the client in a situation, and again as long as that shows more. */
async function meet(
  name: SituationName,
  call: ClientCall,
  server: ScriptedServer,
  freedoms: readonly Freedom[] | undefined,
): Promise<MetSituation> {
  const service = await server.enter(name, freedoms);
  const { script } = service;
  const runs: ClientRun[] = [];
  for (let isMoreToSee = true; isMoreToSee && runs.length < MOST_RUNS;) {
    const before = script.befell;
    const run = await runOnce(call, server);
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
async function stand(call: ClientCall, server: ScriptedServer, runs: ClientRun[]): Promise<Grease | undefined> {
  try {
    return await grease(call.grease ?? 1, async (some) => {
      await server.enter('greased', some);
      const run = await runOnce(call, server);
      if (call.interrupt.aborted) throw new InterruptedError();
      runs.push(run);
      return run.status !== 0;
    });
  } catch (error) {
    if (error instanceof InterruptedError && server.log.length > 0) return undefined;
    throw error;
  }
}

async function runOnce(call: ClientCall, { baseUrl, key }: ScriptedServer): Promise<ClientRun> {
  const mask = new OutputMask(key);
  const { status, tookTooLong, seconds } = await runChild({
    file: call.file,
    args: call.args.map((arg) => arg.replaceAll('{baseUrl}', baseUrl)),
    cwd: call.cwd,
    environment: {
      ...withoutOwnSettings(call.environment),
      [call.baseUrlVariable]: baseUrl,
      [call.apiKeyVariable]: key,
    },
    timeoutSeconds: call.timeoutSeconds,
    interrupt: call.interrupt,
    graceSeconds: GRACE_SECONDS,
    onOutput: (text) => call.onOutput(mask.next(text)),
  });
  call.onOutput(mask.rest());
  return { status, tookTooLong, seconds };
}

function silent(call: ClientCall, { status, tookTooLong }: ClientRun): UsageError {
  const ended = tookTooLong
    ? `within ${call.timeoutSeconds} s`
    : `and ended with ${status === null ? 'a signal' : `exit status ${status}`}`;
  return new UsageError(
    `${call.file} sent no request to the scripted server ${ended}`,
    `does it read its base address from ${call.baseUrlVariable} and its key from ${call.apiKeyVariable}? See --base-url-variable and --api-key-variable; {baseUrl} in its arguments stands for the address`,
  );
}
