import { z } from 'zod';

/** Who sends on a connection: the client, or the service behind the proxy. */
export const Side = z.enum(['client', 'service']);
export type Side = z.infer<typeof Side>;

/** Why a connection broke off; the kinds of {@link Failure}. */
const Breakage = z.object({
  kind: z.enum(['dns', 'refused', 'tls', 'timeout', 'reset', 'protocol', 'interrupted', 'other']),
  says: z.string(),
});
export type Breakage = z.infer<typeof Breakage>;

/** What the thread that forwards is started with. */
export const ForwardingSetup = z.object({
  host: z.string(),
  port: z.number(),
  upstream: z.string(),
  ca: z.string().optional(),
  /** How many bytes are told of and not yet done with. */
  held: z.instanceof(SharedArrayBuffer),
  mostHeld: z.number(),
});
export type ForwardingSetup = z.infer<typeof ForwardingSetup>;

/** What the thread that forwards tells of, in the order in which it passed. Times are in milliseconds since 1970. */
export const Passing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('not listening'), code: z.string() }),
  z.object({ kind: z.literal('opened'), connection: z.number() }),
  z.object({
    kind: z.literal('bytes'),
    connection: z.number(),
    from: Side,
    at: z.number(),
    bytes: z.instanceof(Uint8Array),
  }),
  /** One side sends no more; with `broken` it did not end as TCP ends. */
  z.object({
    kind: z.literal('ended'),
    connection: z.number(),
    by: Side,
    at: z.number(),
    broken: Breakage.optional(),
  }),
  /** Nothing more is told of this connection, which goes on. */
  z.object({ kind: z.literal('untold'), connection: z.number(), reason: z.enum(['memory', 'fault']) }),
  /** Both sides are closed. */
  z.object({ kind: z.literal('closed'), connection: z.number(), at: z.number() }),
]);
export type Passing = z.infer<typeof Passing>;

/** What the thread that forwards is told: to end, or that nothing more needs to be told of a connection. */
export const Instruction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('close') }),
  z.object({ kind: z.literal('leave'), connection: z.number() }),
]);
export type Instruction = z.infer<typeof Instruction>;
