import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service of any kind, on this machine, that goes away with the block that uses it. */
export async function service(answer: RequestListener): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const server = createServer(answer);
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const { port } = addressOf(server.address());
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: () =>
      new Promise((onClosed) => {
        server.close(() => onClosed());
        server.closeAllConnections();
      }),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return address;
}
