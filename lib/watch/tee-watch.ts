import { belowBase } from '../evidence/below-base.ts';
import type { Exchange } from '../evidence/exchange.ts';
import { createCredentialMasks, type MaskedExchange } from './tee-masking.ts';
import type { Instruction, Passing } from './tee-messages.ts';
import { Pairing, type RawExchange } from './tee-pairing.ts';
import { NotWatchedError, type Skipped, type SkipReason } from './tee-skipped.ts';

/** An exchange that passed. */
export interface TeeExchange {
  /** Without any credential. Its number is its place in the order of sending, in which those have one, too, that are not judged. */
  readonly exchange: Exchange;
  /** The value of Authorization as it was sent, to be hashed and never stored; undefined where there was none. */
  readonly caller: string | undefined;
  /** The number of the client's connection, from 1. */
  readonly connection: number;
}

/** What passed since the start. */
export interface TeeCounts {
  readonly connections: number;
  /** Those that were told of. */
  readonly exchanges: number;
  /** How often something was not judged, by the reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** What a watch needs. */
export interface TeeWatchSetup {
  readonly upstream: URL;
  readonly maxBody: number;
  readonly maxHeld: number;
  /** How many bytes are told of and not yet done with: what is done with is subtracted here. */
  readonly held: Int32Array;
  readonly onExchange: (observed: TeeExchange) => void;
  readonly onSkipped: (skipped: Skipped) => void;
  readonly instruct: (instruction: Instruction) => void;
}

/** Reads what the forwarding thread tells of. */
export interface TeeWatch {
  readonly counts: TeeCounts;
  see(passing: Passing): void;
  /** Nothing more will be told. */
  close(at: number): void;
}

interface Watched {
  readonly pairing: Pairing;
  /** How many bytes of it are held. */
  held: number;
}

/** The share of what may be held that one connection may take, so that it does not cost all others their place. */
const SHARE_OF_CONNECTION = 0.25;

/** @returns what makes exchanges of bytes; never throws, whatever the bytes are and whatever it calls throws */
export function createTeeWatch(setup: TeeWatchSetup): TeeWatch {
  const { upstream, maxBody, maxHeld, held, onExchange, onSkipped, instruct } = setup;
  const base = upstream.pathname.replace(/\/+$/, '');
  const masksOf = createCredentialMasks();
  const watched = new Map<number, Watched>();
  const skipped: Partial<Record<SkipReason, number>> = {};
  const counts = { connections: 0, exchanges: 0, skipped };
  let requests = 0;

  const skip = (one: Skipped) => {
    skipped[one.reason] = (skipped[one.reason] ?? 0) + 1;
    try {
      onSkipped(one);
    } catch {
      // It is counted, and there is nobody else to tell.
    }
  };
  const tell = (connection: number, raw: RawExchange, mask: (raw: RawExchange) => MaskedExchange) => {
    const target = belowBase(base, raw.request.target);
    if (target === undefined)
      return skip({ what: 'exchange', reason: 'outside', says: 'the request is outside the base address' });
    const { exchange, caller } = mask({ ...raw, request: { ...raw.request, target } });
    counts.exchanges += 1;
    onExchange({ exchange, caller, connection });
  };
  const open = (connection: number) => {
    counts.connections += 1;
    const mask = masksOf();
    const pairing = new Pairing({
      mostOfBody: maxBody,
      nextId: () => ++requests,
      onExchange: (raw) => tell(connection, raw, mask),
    });
    watched.set(connection, { pairing, held: 0 });
  };
  const leave = (connection: number, reason: SkipReason, says: string) => {
    watched.delete(connection);
    instruct({ kind: 'leave', connection });
    skip({ what: 'connection', reason, says });
  };
  /** Does something about a connection that is still watched; a fault in it ends the watching. @param bytes - how many it is about */
  const attend = (connection: number, bytes: number, act: (pairing: Pairing) => void) => {
    const one = watched.get(connection);
    const before = one?.held ?? 0;
    if (one !== undefined)
      try {
        act(one.pairing);
        one.held = one.pairing.held;
        if (one.held > SHARE_OF_CONNECTION * maxHeld)
          throw new NotWatchedError('memory', 'too much of this connection would have to be held');
      } catch (error) {
        if (error instanceof NotWatchedError) leave(connection, error.reason, error.message);
        else leave(connection, 'fault', 'petvet had a fault of its own');
      }
    const after = watched.get(connection)?.held ?? 0;
    Atomics.sub(held, 0, bytes + before - after);
  };
  const forget = (connection: number, at: number, says: string) => {
    attend(connection, 0, (pairing) => pairing.end('client', at, { kind: 'interrupted', says }));
    watched.delete(connection);
  };

  return {
    counts,
    see(passing) {
      switch (passing.kind) {
        case 'opened':
          return open(passing.connection);
        case 'bytes': {
          const { connection, from, bytes, at } = passing;
          return attend(connection, bytes.length, (pairing) => pairing.read(from, bytes, at));
        }
        case 'ended':
          return attend(passing.connection, 0, (pairing) => pairing.end(passing.by, passing.at, passing.broken));
        case 'closed':
          return forget(passing.connection, passing.at, 'the connection was closed');
        case 'untold': {
          const { connection, reason } = passing;
          const says = reason === 'memory' ? 'more passed than could be read in time' : 'petvet had a fault of its own';
          return attend(connection, 0, () => {
            throw new NotWatchedError(reason, says);
          });
        }
        default:
      }
    },
    close(at) {
      for (const connection of watched.keys()) forget(connection, at, 'the watch ended');
    },
  };
}
