import { connect, createServer } from 'node:net';
import { median } from 'simple-statistics';

/*
 * The client of the benchmark of the proxy, and the plain proxy that it is compared with, each in a process of its own.
 *
 * node round-trips-process.ts proxy PORT     forwards to a port, prints its own port, and ends with its stdin
 * node round-trips-process.ts client PORTS…  prints the medians of the round trips by way of each port, in milliseconds
 */
const REQUEST = 'GET /v1/pets?limit=20 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer key-of-a-benchmark-5f0c\r\n\r\n';

/** Round trips by way of each port: in turn, so that what else the machine does meets all alike. The first ones warm up. */
const ROUNDS = 5_000;
const WARM_UP = 1_000;

const [, , role, ...ports] = process.argv;
if (role === 'proxy') forward(Number(ports[0]));
else process.stdout.write(JSON.stringify(await roundTrips(ports.map(Number))));

function forward(port: number): void {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const service = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    client.pipe(service).pipe(client);
    client.on('error', () => service.destroy());
    service.on('error', () => client.destroy());
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
  });
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume();
}

async function roundTrips(ways: readonly number[]): Promise<number[]> {
  const sockets = ways.map((port) => connect({ port, host: '127.0.0.1', noDelay: true }));
  const taken = ways.map((): number[] => []);
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    for (const [way, socket] of sockets.entries()) {
      const from = performance.now();
      await new Promise((resolve, reject) => {
        socket.once('data', resolve).once('close', reject).write(REQUEST);
      });
      socket.removeAllListeners('close');
      if (round >= WARM_UP) taken[way]?.push(performance.now() - from);
    }
  for (const socket of sockets) socket.destroy();
  return taken.map(median);
}
