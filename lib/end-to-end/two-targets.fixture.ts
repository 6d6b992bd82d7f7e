import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { readEvidence } from '../evidence/log.ts';
import { startReferenceServer } from '../reference/server.ts';
import type { ReferenceOptions } from '../reference/options.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, type Ended } from './petvet-process.fixture.ts';

/** The keys of the two services, which must be found nowhere. */
export const KEYS = { production: 'Tw0Aq8Zr4TnW1bXc6Lp', staging: 'Tw0Bd2Kp0Lv7YhM3sQe' } as const;

/** A service of a comparison: a reference server, and what is in front of it. */
export interface Service extends ReferenceOptions {
  /** The length of its minute, in seconds. */
  readonly windowSeconds?: number;
  /** Given its port; answers in its place. */
  readonly front?: (port: number) => RequestListener;
  /** What another client sends with its key beforehand. */
  readonly usedBefore?: number;
}

/** How a comparison of two targets ended, and what it left. */
export interface Compared extends Ended {
  /** `diff.json`. */
  readonly diff: unknown;
  /** The report of a run; undefined where there is none. */
  readonly reports: Readonly<Record<'before' | 'after' | 'again' | 'afterAgain', ConformanceReport | undefined>>;
  /** The methods of all requests of a run. */
  methods(run: 'before' | 'after' | 'again'): Promise<string[]>;
}

/** Starts a service, which goes away with the block that uses it. */
async function start({ front, usedBefore = 0, ...options }: Service, key: string) {
  const server = await startReferenceServer({ keys: [{ key }], ...options });
  for (let sent = 0; sent < usedBefore; sent++)
    await (await fetch(`${server.baseUrl}/pets`, { headers: { authorization: `Bearer ${key}` } })).text();
  const gateway = front && (await service(front(Number(new URL(server.baseUrl).port))));
  return {
    baseUrl: (gateway ?? server).baseUrl,
    async [Symbol.asyncDispose]() {
      await gateway?.[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

/** Runs `petvet diff production staging` on two services of its own, and hands over what it left. */
export async function compareTargets<T>(
  before: Service,
  after: Service,
  flags: readonly string[],
  look: (compared: Compared) => T | Promise<T>,
  more: Readonly<Record<string, string>> = {},
): Promise<T> {
  await using place = await folder();
  await using production = await start(before, KEYS.production);
  await using staging = await start(after, KEYS.staging);
  const env = {
    ...settings('PRODUCTION', production.baseUrl, KEYS.production, before.windowSeconds),
    ...settings('STAGING', staging.baseUrl, KEYS.staging, after.windowSeconds),
    ...more,
  };
  const directory = join(place.path, 'r');
  const args = ['diff', 'production', 'staging', '--report', directory, ...flags];
  const ended = await petvetHere(args, { cwd: place.path, env });
  const report = (run: string) => {
    const file = join(directory, run, 'conformance.json');
    return existsSync(file) ? ConformanceReport.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  };
  const diff = join(directory, 'diff.json');
  return await look({
    ...ended,
    diff: existsSync(diff) ? JSON.parse(readFileSync(diff, 'utf8')) : undefined,
    reports: {
      before: report('before'),
      after: report('after'),
      again: report('again'),
      afterAgain: report('after-again'),
    },
    async methods(run) {
      const found: string[] = [];
      for await (const item of readEvidence(join(directory, run, 'evidence.jsonl')))
        if ('exchange' in item) found.push(item.exchange.request.method);
      return found;
    },
  });
}

function settings(name: string, baseUrl: string, key: string, windowSeconds: number | undefined) {
  return {
    [`PETVET_${name}_BASE_URL`]: baseUrl,
    [`PETVET_${name}_API_KEY`]: key,
    ...(windowSeconds !== undefined && { [`PETVET_${name}_WINDOW_SECONDS`]: `${windowSeconds}` }),
  };
}
