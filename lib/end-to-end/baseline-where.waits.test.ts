import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBaseline } from '../gate/baseline-file.ts';
import { startReferenceServer } from '../reference/server.ts';
import { ConformanceReport } from '../shapes/report.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';

const KEY = 'pet_5b0f6c1de2a94738c6d1e0f9a2b3c4d5';

/** Releases of one service, a baseline of the first, and what runs against them leave in a folder. */
async function releases() {
  const place = await folder();
  const at = (name: string) => join(place.path, name);
  const file = at('baseline.yaml');
  const petvet = (...args: readonly string[]) => petvetHere(args, { cwd: place.path, env: { PETVET_API_KEY: KEY } });
  return {
    at,
    file,
    petvet,
    /** Checks a release with these faults. */
    check: async (report: string, seed: number, faults: readonly string[], ...flags: readonly string[]) => {
      const server = await startReferenceServer({ keys: [{ key: KEY }], defects: faults });
      try {
        const where = ['--base-url', server.baseUrl, '--report', at(report), '--seed', `${seed}`];
        return await petvet('check', ...where, '--rule', 'LIST-2', ...flags);
      } finally {
        await server.close();
      }
    },
    write: (report: string, ...flags: readonly string[]) =>
      petvet(
        'baseline',
        'write',
        at(report),
        '--file',
        file,
        '--reason',
        'fixed in 2.1',
        '--owner',
        'team-adoption',
        ...flags,
      ),
    entries: () => readBaseline(readFileSync(file, 'utf8'), file).entries,
    gateOf: (report: string) =>
      ConformanceReport.parse(JSON.parse(readFileSync(join(at(report), 'conformance.json'), 'utf8'))).gate,
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

const KNOWN = 'limit-1-gives-2';
const OTHER = 'one-more-above-50';

describe.concurrent('a baseline of a fault at the smallest limit', () => {
  it('lets the next release pass, and none that breaks larger limits', async () => {
    await using service = await releases();
    const first = await service.check('a', 1, [KNOWN]);
    expect(first.status, first.err).toBe(1);
    const written = await service.write('a');
    expect(written.status, written.err).toBe(0);
    expect(service.entries()).toMatchObject([{ rule: 'LIST-2', where: [{ seen: ['1, the smallest'] }] }]);

    const same = await service.check('b', 2, [KNOWN], '--baseline', service.file);
    expect(same.status, same.out).toBe(0);
    expect(service.gateOf('b')?.baseline).toMatchObject({ new: [], known: [{ rule: 'LIST-2' }] });

    for (const [report, faults] of [
      ['instead', [OTHER]],
      ['too', [KNOWN, OTHER]],
    ] as const) {
      const changed = await service.check(report, 3, faults, '--baseline', service.file);
      expect(changed.status, changed.out).toBe(1);
      expect(service.gateOf(report)?.baseline).toMatchObject({ new: [{ rule: 'LIST-2' }] });
    }
  });

  it('takes in where the fault has spread to when its rule is named, and says what that is', async () => {
    await using service = await releases();
    await service.check('a', 1, [KNOWN]);
    await service.write('a');
    const text = readFileSync(service.file, 'utf8');
    expect((await service.check('b', 2, [KNOWN, OTHER], '--baseline', service.file)).status).toBe(1);
    const told = await service.write('b');
    expect(told.out).toContain('add --rule LIST-2');
    expect(told.out).toContain('is unchanged: its other violations are in it');
    expect(readFileSync(service.file, 'utf8')).toBe(text);
    const widened = await service.write('b', '--rule', 'LIST-2');
    expect(widened.out).toMatch(/now covers listPets limit: .*100, the largest.*, where it had passed/);
    expect(service.entries()).toHaveLength(1);
    const same = await service.check('c', 2, [KNOWN, OTHER], '--baseline', service.file);
    expect(same.status, same.out).toBe(0);
  });

  it('learns from the next run where an older entry was seen, and keeps what people wrote', async () => {
    await using service = await releases();
    await service.check('a', 1, [KNOWN]);
    const older = `schema: petvet/baseline/1
findings:
  # Agreed on in May.
  - rule: LIST-2
    operation: listPets
    fault: too many items
    reason: since 1.0
    owner: somebody
    expires: 2999-01-31
`;
    writeFileSync(service.file, older);
    const written = await service.write('a');
    expect(written.status, written.err).toBe(0);
    const text = readFileSync(service.file, 'utf8');
    expect(text.startsWith(older)).toBe(true);
    expect(service.entries()).toMatchObject([
      { reason: 'since 1.0', owner: 'somebody', expires: '2999-01-31', where: [{ seen: ['1, the smallest'] }] },
    ]);
    const again = await service.write('a');
    expect(again.out).toContain('is unchanged');
    expect(readFileSync(service.file, 'utf8')).toBe(text);
    const explained = await service.petvet('baseline', 'explain', '--file', service.file);
    expect(explained.out).toMatch(
      / {2}seen {9}listPets limit: 1, the smallest\n {2}passed {7}listPets limit: .*100, the largest/,
    );
    await service.petvet('baseline', 'prune', service.at('a'), '--file', service.file);
    expect(readFileSync(service.file, 'utf8')).toBe(text);
  });
});
