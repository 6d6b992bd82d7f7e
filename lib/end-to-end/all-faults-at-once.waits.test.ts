import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLANS } from '../contract/plans.ts';
import { startReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { FATAL, TAKEN, withManyFaults } from './many-faults.fixture.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

/** The requests of a run; where they take longer than a window, as many more as a window has use the limit up. */
const USUAL = 120;

/** Whole runs on a machine that may be busy. */
const PATIENCE = 240_000;

/** Runs of petvet against a service on the Free plan that has many faults. */
async function careless() {
  const server = await startReferenceServer({ plan: 'free', windowSeconds: 8 });
  const layer = await service(withManyFaults(server.port));
  const place = await folder();
  const env = {
    PETVET_BASE_URL: layer.baseUrl,
    PETVET_API_KEY: server.keys.primary,
    PETVET_PLAN: 'free',
    PETVET_WINDOW_SECONDS: '8',
  };
  return {
    check: (...flags: string[]) => petvetHere(['check', '--report', 'report', ...flags], { cwd: place.path, env }),
    report: () =>
      ConformanceReport.parse(JSON.parse(readFileSync(join(place.path, 'report', 'conformance.json'), 'utf8'))),
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]();
      await layer[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

describe('one run on the Free plan', () => {
  it(
    'shows every distinct fault of a rule, each by its input, and each can be sent again as the report says',
    async () => {
      await using there = await careless();
      const { status, out } = await there.check('--verbose', '--seed', '7');
      expect(status, out).toBe(1);
      expect(there.report().requests.sent).toBeLessThanOrEqual(USUAL + PLANS.free.perMinute);
      const inputsOf = (id: string) =>
        there
          .report()
          .rules.find((rule) => rule.id === id)
          ?.findings.filter(({ verdict }) => verdict === 'fail')
          .map(({ input }) => input);
      expect(inputsOf('CREATE-6')?.toSorted()).toEqual(TAKEN.toSorted());
      expect(inputsOf('ERR-7')).toEqual(expect.arrayContaining(FATAL.map((input) => expect.stringContaining(input))));
      const flowing = out.replaceAll(/\s+/g, ' ');
      for (const input of [...TAKEN, ...FATAL]) expect(flowing).toContain(input);

      const again = await there.check('--rule', 'CREATE-6', '--seed', '7', '--no-burn');
      expect(again.status, again.out).toBe(1);
      expect(inputsOf('CREATE-6')).toContain('name is a number');
      expect(again.out).not.toContain('LIST-2');
    },
    PATIENCE,
  );
});
