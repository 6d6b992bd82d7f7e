import { connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { listening } from '../wire/wire.fixture.ts';

/** What one side sends once it has got all that the other one sent before; in pieces. */
export interface Part {
  readonly from: 'client' | 'service';
  readonly pieces: readonly Uint8Array[];
}

/** How a conversation ends: who goes first, and how. */
export interface Ending {
  readonly by: 'client' | 'service';
  readonly how: 'end' | 'reset';
}

/** What each side got, and how it saw the end of the other: `end`, or the code of an error. */
interface Heard {
  readonly byClient: Buffer;
  readonly byService: Buffer;
  readonly endSeen: string;
}

/** A service that follows scripts: of each connection the one that was announced last. */
export interface ScriptedService {
  readonly port: number;
  /** Makes the conversation by way of a port: the service's own, or that of a proxy in front of it. */
  converse(port: number, parts: readonly Part[], ending: Ending): Promise<Heard>;
}

/** Both ends of raw conversations, on loopback until the test ends. */
export async function scriptedService(): Promise<ScriptedService> {
  let accept: ((socket: Socket) => void) | undefined;
  const port = await listening(createServer({ allowHalfOpen: true, noDelay: true }, (socket) => accept?.(socket)));
  return {
    port,
    async converse(at, parts, ending) {
      const accepted = new Promise<Socket>((resolve) => {
        accept = resolve;
      });
      const client = connect({ host: '127.0.0.1', port: at, allowHalfOpen: true, noDelay: true });
      client.on('error', () => {});
      const ofClient = new Line(client);
      const ofService = new Line(await accepted);
      let [fromClient, fromService] = [0, 0];
      for (const { from, pieces } of parts) {
        const sender = from === 'client' ? ofClient : ofService;
        await sender.got(from === 'client' ? fromService : fromClient);
        const length = await sender.send(pieces);
        if (from === 'client') fromClient += length;
        else fromService += length;
      }
      await Promise.all([ofClient.got(fromService), ofService.got(fromClient)]);
      const [first, second] = ending.by === 'client' ? [ofClient, ofService] : [ofService, ofClient];
      if (ending.how === 'reset') first.socket.resetAndDestroy();
      else first.socket.end();
      const endSeen = await second.ended;
      second.socket.end();
      if (ending.how === 'end') await first.ended;
      for (const { socket } of [first, second]) socket.destroy();
      return { byClient: ofClient.heard(), byService: ofService.heard(), endSeen };
    },
  };
}

/** One side of a connection: keeps what it gets. */
class Line {
  readonly socket: Socket;
  readonly ended: Promise<string>;
  readonly #pieces: Buffer[] = [];
  #length = 0;
  #onMore = () => {};

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.#pieces.push(piece);
      this.#length += piece.length;
      this.#onMore();
    });
    this.ended = new Promise((resolve) => {
      socket.on('end', () => resolve('end'));
      socket.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    });
  }

  heard(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  async got(length: number): Promise<void> {
    while (this.#length < length)
      await new Promise<void>((resolve) => {
        this.#onMore = resolve;
      });
  }

  async send(pieces: readonly Uint8Array[]): Promise<number> {
    let length = 0;
    for (const piece of pieces) {
      this.socket.write(piece);
      length += piece.length;
      await setImmediate();
    }
    return length;
  }
}
