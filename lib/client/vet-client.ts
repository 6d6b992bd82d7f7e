import { InterruptedError, UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import { runChild, type ChildEnd } from '../load/child-run.ts';
import { withoutOwnSettings } from '../load/own-settings.ts';
import type { Environment } from '../targets/environment.ts';
import { withoutDoubt } from './backoff.ts';
import type { ClientFinding } from './finding.ts';
import { judgeClient } from './judge-client.ts';
import { OutputMask } from './output-mask.ts';
import type { ClientRequest } from './request-log.ts';
import { startScriptedServer } from './scripted-server.ts';

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
  /** Told where the server listens, before the client is started. */
  readonly onStart: (baseUrl: string) => void;
  /** Takes what the client prints. */
  readonly onOutput: (text: string) => void;
}

/** What a client did, and what that says of it. */
export interface VettedClient {
  readonly baseUrl: string;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly log: readonly ClientRequest[];
  readonly findings: readonly ClientFinding[];
  readonly end: Pick<ChildEnd, 'status' | 'tookTooLong' | 'seconds'>;
  readonly wasInterrupted: boolean;
}

/** How long a client may go on after an interruption, in seconds. */
const GRACE_SECONDS = 5;

/**
 * Runs a client against the scripted server, and judges what it sent.
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
    const mask = new OutputMask(server.key);
    const { status, tookTooLong, seconds } = await runChild({
      file: call.file,
      args: call.args.map((arg) => arg.replaceAll('{baseUrl}', server.baseUrl)),
      cwd: call.cwd,
      environment: {
        ...withoutOwnSettings(call.environment),
        [call.baseUrlVariable]: server.baseUrl,
        [call.apiKeyVariable]: server.key,
      },
      timeoutSeconds: call.timeoutSeconds,
      interrupt: call.interrupt,
      graceSeconds: GRACE_SECONDS,
      onOutput: (text) => call.onOutput(mask.next(text)),
    });
    call.onOutput(mask.rest());
    const log = withoutDoubt(server.log);
    if (log.length === 0 && call.interrupt.aborted)
      throw new InterruptedError('interrupted before the client had sent a request', 'start it again');
    if (log.length === 0) throw silent(call, { status, tookTooLong, seconds });
    const findings = judgeClient(log, call.asOf);
    const end = { status, tookTooLong, seconds };
    return { baseUrl: server.baseUrl, startedAt, log, findings, end, wasInterrupted: call.interrupt.aborted };
  } finally {
    await server.close();
  }
}

function silent(call: ClientCall, { status, tookTooLong }: VettedClient['end']): UsageError {
  const ended = tookTooLong
    ? `within ${call.timeoutSeconds} s`
    : `and ended with ${status === null ? 'a signal' : `exit status ${status}`}`;
  return new UsageError(
    `${call.file} sent no request to the scripted server ${ended}`,
    `does it read its base address from ${call.baseUrlVariable} and its key from ${call.apiKeyVariable}? See --base-url-variable and --api-key-variable; {baseUrl} in its arguments stands for the address`,
  );
}
