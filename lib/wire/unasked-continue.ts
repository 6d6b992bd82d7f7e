import type { Socket } from 'node:net';

/** An interim response that is complete. Not 101, which changes what the connection speaks. */
const COMPLETE = /^HTTP\/1\.[01] 1(?!01)\d\d[^\r\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;

/** How such a response begins. */
const BEGINNINGS = ['HTTP/1.1 1', 'HTTP/1.0 1'];

/** At most this many in a row are skipped; if there are more the library deals with them, and gives up. */
const MOST_IN_A_ROW = 20;

/** Longer than any that is skipped. In bytes. */
const LONGEST = 4_096;

/**
 * Skips the interim responses before a response. The library closes a connection on an unsolicited `100 Continue`,
 * though a client must be able to read it (RFC 9110, section 15.2). There is one request at a time on a connection, so that what comes first after
 * something was written begins a response.
 */
export function passOverContinue(socket: Pick<Socket, 'read' | 'write'>): void {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isAtStart = true;
  let passed = 0;
  let held: Uint8Array = new Uint8Array();

  /** The part of the bytes that the library gets; undefined while more bytes are needed. */
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
