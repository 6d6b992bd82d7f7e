import { BroadcastChannel } from 'node:worker_threads';
import { z } from 'zod';

/** What the suites tell the run while they work, over a channel between their worker and the run's own thread. */
const SignalShape = z.discriminatedUnion('kind', [
  /** `day`: what counts against the key's day. */
  z.object({
    kind: z.literal('sent'),
    count: z.number(),
    waitedSeconds: z.number(),
    day: z.object({ sent: z.number(), planned: z.number(), perDay: z.number().optional() }),
  }),
  /** `until` in milliseconds since 1970. */
  z.object({ kind: z.literal('waiting'), until: z.number(), why: z.string() }),
  z.object({ kind: z.literal('note'), says: z.string() }),
  z.object({ kind: z.literal('ended-early'), why: z.string(), aborted: z.boolean() }),
  z.object({ kind: z.literal('fatal'), message: z.string(), hint: z.string() }),
]);

/** One message of the suites. */
export type Signal = z.output<typeof SignalShape>;

/**
 * Reads a message of the suites.
 *
 * @throws {z.ZodError} on anything else: nobody but the suites speaks on their channel
 */
export function readSignal(data: unknown): Signal {
  return SignalShape.parse(data);
}

/** Opens the suites' end of the channel, which keeps no process alive. */
export function openChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name);
  unref(channel);
  return channel;
}

/** Node's channel can be told not to keep the process alive; the type of the web's channel does not say so. */
function unref(channel: object): void {
  if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
}
