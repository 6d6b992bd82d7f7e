import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { VERSION_SEGMENT } from '../contract/operations.ts';

import type { Freedom } from './freedoms.ts';
import type { ClientRequest } from './request-log.ts';
import { ScriptedService } from './scripted-service.ts';
import type { SituationName } from './situations.ts';

/** The service that a client is tested with, in one situation after the other. */
export interface ScriptedServer {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  /** The one key that is accepted; made for this server. */
  readonly key: string;
  /** Every request, in the order of arrival; it grows as long as the server runs. */
  readonly log: readonly ClientRequest[];
  /** Puts the client into a situation: with a service that knows nothing of the one before. */
  enter(situation: SituationName, freedoms?: readonly Freedom[], isUndisturbed?: boolean): Promise<ScriptedService>;
  close(): Promise<void>;
}

/**
 * @param asOf - the day at which the service lives (YYYY-MM-DD)
 * @param work - what is over before a response is sent
 */
export async function startScriptedServer(
  asOf: string,
  port = 0,
  work?: () => Promise<unknown>,
): Promise<ScriptedServer> {
  const log: ClientRequest[] = [];
  const key = `pet_${randomBytes(12).toString('hex')}`;
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  let service: ScriptedService | undefined;
  const entered = new Map<SituationName, number>();
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE }, (incoming, outgoing) => {
    const path = (incoming.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
    if (service === undefined) outgoing.destroy();
    else service.handle(incoming, outgoing, path);
  });
  const baseUrl = `${await listen(server, port)}${VERSION_SEGMENT}`;
  return {
    baseUrl,
    key,
    log,
    async enter(situation, freedoms, isUndisturbed = false) {
      await service?.close();
      const run = (entered.get(situation) ?? 0) + 1;
      entered.set(situation, run);
      service = await ScriptedService.start({ situation, asOf, key, freedoms, isUndisturbed, log, now, run, work });
      return service;
    },
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await service?.close();
    },
  };
}

/** Clients keep idle connections for less than this, so that none of them sends into a closing one. In milliseconds. */
export const KEEP_ALIVE = 75_000;

/** @returns `http://127.0.0.1:PORT` */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string')
        return reject(new TypeError('the server listens on no port'));
      resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
