import type { Socket } from 'node:net';

/** An interim response that is complete. Not 101, which changes what the connection speaks. */
const COMPLETE = /^HTTP\/1\.[01] 1(?!01)\d\d[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;

/** How one begins. */
const BEGINNINGS = ['HTTP/1.1 1', 'HTTP/1.0 1'];

/** As many in a row are passed over; who sends more is left to the library, which gives up. */
const MOST_IN_A_ROW = 20;

/** Longer than any that is passed over. In bytes. */
const LONGEST = 4_096;

/**
 * Passes over the interim responses before a response. The library ends a connection on which `100 Continue` comes that it did not ask for,
 * though a client must be able to read it (RFC 9110, section 15.2). One request at a time is on a connection, so that what comes first after
 * something was written begins a response.
 */
export function passOverContinue(socket: Pick<Socket, 'read' | 'write'>): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isAtStart = true;
  let passed = 0;
  let held: Uint8Array = new Uint8Array();

  /** What of the bytes the library is to see; undefined while only more bytes can tell. */
  const shownOf = (bytes: Buffer): Buffer | undefined => {
    let rest = bytes;
    while (passed < MOST_IN_A_ROW) {
      const text = rest.toString('latin1', 0, LONGEST);
      const interim = COMPLETE.exec(text)?.[0];
      if (interim === undefined) return mayBecomeOne(text) ? undefined : rest;
      rest = rest.subarray(interim.length);
      held = rest;
      passed += 1;
    }
    return rest;
  };

  socket.write = (...sent: unknown[]) => {
    isAtStart = true;
    passed = 0;
    return Reflect.apply(write, socket, sent) === true;
  };
  socket.read = (size?: number): unknown => {
    for (;;) {
      const chunk: unknown = read(size);
      if (!isAtStart || !Buffer.isBuffer(chunk)) return chunk;
      const bytes = Buffer.concat([held, chunk]);
      held = bytes;
      const shown = shownOf(bytes);
      if (shown === undefined) continue;
      held = new Uint8Array();
      isAtStart = false;
      return shown;
    }
  };
}

function mayBecomeOne(text: string): boolean {
  if (text.length >= LONGEST || /^HTTP\/1\.[01] 101|\n\r?\n/.test(text)) return false;
  return BEGINNINGS.some((beginning) => beginning.startsWith(text.slice(0, beginning.length)));
}
