import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a request.
 *
 * @param most - its bytes at most
 * @returns undefined where it is longer
 */
export async function readBody(incoming: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > most) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
