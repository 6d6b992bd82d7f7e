import { UsageError } from '../errors.ts';
import { runChild } from '../load/child-run.ts';
import { withoutOwnSettings } from '../load/own-settings.ts';
import type { Environment } from '../targets/environment.ts';
import { OutputMask } from './output-mask.ts';
import type { ClientAccess, ClientRun, RunnableClient } from './vet-client.ts';

/** How a client that is a program is started. */
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
  readonly interrupt: AbortSignal;
  /** Takes what the client prints. */
  readonly onOutput: (text: string) => void;
}

/** How long a client may go on after an interruption, in seconds. */
const GRACE_SECONDS = 5;

/** A client that is a program: each run is a process. */
export function clientProgram(call: ClientCall): RunnableClient {
  return { run: (access) => runOnce(call, access), silent: (run) => silent(call, run) };
}

async function runOnce(call: ClientCall, { baseUrl, key }: ClientAccess): Promise<ClientRun> {
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
