import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceOptions } from '../reference/options.ts';
import { startReferenceServer, type ReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet, type Ended, type Start } from './petvet-process.fixture.ts';
import { proxyTo, type Passed } from './proxy.fixture.ts';

/** Long enough for a busy machine to use the limit of the Free plan up within it, in seconds. */
const SHORT_MINUTE = 8;

export const API_KEY = 'vT8wK3nQ6zRb1XyMd5Ju';
export const SECOND_KEY = 'hG2sF9cPa7LoE4iVm0Bt';

/** Flags of a run that only uses the limit up, on an address that is not of this machine. */
export const TO_THE_LIMIT = ['--allow-plain-http', '--rule', 'LIST-12,RATE-5,RATE-7,RATE-8,RATE-9'];

/** A reference server of the Free plan with a short minute, and runs of petvet against it. */
export interface Vetted extends AsyncDisposable {
  readonly server: ReferenceServer;
  /** What came through the proxy, in the order of the answers. */
  readonly passed: readonly Passed[];
  /** Runs `petvet check` against the server by its own address, in a process of its own: it must not be late. */
  check(flags: readonly string[], when?: Start['when']): Promise<Ended>;
  /** Runs `petvet check --target NAME` against an address that is not of this machine, through the proxy; here, without `when`. */
  checkFar(name: string, flags: readonly string[], when?: Start['when']): Promise<Ended>;
  /** The report of the last run that ended. */
  report(): ConformanceReport;
}

/**
 * Starts the server and the proxy before it.
 *
 * @param onAnswered - told of each request that went through the proxy
 */
export async function vetted(
  options: ReferenceOptions = {},
  onAnswered: (passed: Passed) => void = () => {},
): Promise<Vetted> {
  const keys = [{ key: API_KEY }, { key: SECOND_KEY }];
  const windowSeconds = options.windowSeconds ?? SHORT_MINUTE;
  const server = await startReferenceServer({ plan: 'free', keys, ...options, windowSeconds });
  const passed: Passed[] = [];
  const proxy = await service(
    proxyTo(server.port, (request) => {
      passed.push(request);
      onAnswered(request);
    }),
  );
  const place = await folder();
  const settings = {
    API_KEY,
    SECOND_API_KEY: SECOND_KEY,
    PLAN: 'free',
    WINDOW_SECONDS: `${windowSeconds}`,
    PROXY: new URL(proxy.baseUrl).origin,
  };
  const run = (prefix: string, baseUrl: string, flags: readonly string[], when: Start['when'], isHere = false) => {
    const named = Object.entries({ ...settings, BASE_URL: baseUrl }).map(([name, value]) => [prefix + name, value]);
    const start = { cwd: place.path, env: Object.fromEntries(named), ...(when !== undefined && { when }) };
    const args = ['check', '--report', 'report', ...flags];
    return isHere ? petvetHere(args, start) : petvet(args, start);
  };
  return {
    server,
    passed,
    check: (flags, when) => run('PETVET_', server.baseUrl, flags, when),
    checkFar: (name, flags, when) =>
      run(
        `PETVET_${name.toUpperCase()}_`,
        'http://pets.example/v1',
        ['--target', name, ...flags],
        when,
        when === undefined,
      ),
    report: () =>
      ConformanceReport.parse(JSON.parse(readFileSync(join(place.path, 'report', 'conformance.json'), 'utf8'))),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await server.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
