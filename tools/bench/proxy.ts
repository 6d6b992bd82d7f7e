import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { startNullServer } from '../../lib/load/null-server.ts';
import { startTee } from '../../lib/watch/tee.ts';

const ROUND_TRIPS = join(import.meta.dirname, 'round-trips-process.ts');

/** The bytes of a response: those of a page of twenty pets. */
const RESPONSE_BYTES = 1_600;

/** What a round trip takes by way of the proxy that watches, and by way of one that only forwards: medians, in milliseconds. */
export interface ProxyLatency {
  readonly plain: number;
  readonly watching: number;
}

/** Measures both at once, one connection each, with the service, the plain proxy and the client in processes of their own. */
export async function proxyLatency(): Promise<ProxyLatency> {
  await using service = await startNullServer(1_000, RESPONSE_BYTES);
  const upstream = new URL(service.baseUrl);
  const plain = spawn(process.execPath, [ROUND_TRIPS, 'proxy', upstream.port], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [plainPort] = await once(plain.stdout, 'data');
  let observed = 0;
  const tee = await startTee({ listen: { port: 0 }, upstream, onExchange: () => observed++ });
  try {
    const client = [ROUND_TRIPS, 'client', String(plainPort).trim(), `${tee.port}`];
    const { stdout } = await promisify(execFile)(process.execPath, client);
    const [ofPlain, ofTee] = z.tuple([z.number(), z.number()]).parse(JSON.parse(stdout));
    if (observed === 0) throw new Error('nothing was watched');
    return { plain: ofPlain, watching: ofTee };
  } finally {
    await tee.close();
    plain.stdin.end();
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await proxyLatency())}\n`);
