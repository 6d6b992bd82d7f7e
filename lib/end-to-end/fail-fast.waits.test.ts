import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

const KEY = 'pet_5b0f6c1de2a94738c6d1e0f9a2b3c4d5';

/** A run that ends at the first violation, of a service with a defect or none, and its report. */
async function failFast(defect: string | undefined, ...more: readonly string[]) {
  await using place = await folder();
  const server = await startReferenceServer({ keys: [{ key: KEY }], ...(defect !== undefined && { defect }) });
  try {
    const ended = await petvetHere(
      ['check', '--fail-fast', '--no-burn', '--seed', '1', '--base-url', server.baseUrl, '--report', 'run', ...more],
      { cwd: place.path, env: { PETVET_API_KEY: KEY } },
    );
    const report = ConformanceReport.parse(
      JSON.parse(await readFile(join(place.path, 'run', 'conformance.json'), 'utf8')),
    );
    return { ...ended, report };
  } finally {
    await server.close();
  }
}

describe.concurrent('--fail-fast', () => {
  it.each([
    ['text-plain-list', 'JSON-1', 1],
    ['cut-off-404', 'JSON-1', 15],
    ['missing-stored', 'CREATE-8', 60],
  ])('ends at the first violation of a service with %s, and says so', async (defect, rule, most) => {
    const { status, out, report } = await failFast(defect);
    expect(status, out).toBe(1);
    expect(report.outcome).toBe('violating');
    expect(report.requests.sent).toBeLessThanOrEqual(most);
    expect(report.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toContain(rule);
    expect(out).toContain(`the run ended at the violation of ${rule} (--fail-fast)`);
  });

  it('changes nothing where no must rule is violated', async () => {
    const { status, report } = await failFast(undefined);
    expect([status, report.outcome]).toEqual([0, 'incomplete']);
    expect(report.requests.sent).toBeGreaterThan(90);
  });

  it('does not end at a rule that was not chosen', async () => {
    const { status, report } = await failFast('bare-list', '--rule', 'JSON');
    expect([status, report.rules.some(({ verdict }) => verdict === 'fail')]).toEqual([0, false]);
  });
});
