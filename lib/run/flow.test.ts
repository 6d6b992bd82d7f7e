import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEvidence } from '../evidence/log.ts';
import { check, EVIDENCE_FILE } from './check.ts';
import { startEmbedded } from './embedded.ts';
import { fitStep, loadProbes, rulesOf, stepsOf, type Step } from './flow.ts';
import type { RuleId } from '../rules/index.ts';
import { selectRules } from './selection.ts';
import { SILENT } from './silent-watcher.ts';

const SUITES = join(import.meta.dirname, '..', '..', 'suites');
const place = mkdtempSync(join(tmpdir(), 'petvet-flow-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** A folder with the suites that there are, and one file more or another one. */
function suitesAnd(other: string, text: string): string {
  const folder = mkdtempSync(join(place, 'suites-'));
  const texts = suiteFiles().map((file) => [file, readFileSync(join(SUITES, file), 'utf8')] as const);
  for (const [file, source] of [...texts, [other, text] as const])
    writeFileSync(join(folder, file), source.replaceAll('../lib/', `${join(SUITES, '..', 'lib')}/`));
  return folder;
}

function suiteFiles(): string[] {
  return readdirSync(SUITES).filter((file) => file.endsWith('.suite.ts'));
}

describe('the order of the probes', () => {
  it('holds every file of suites', async () => {
    const titles = new Set((await loadProbes()).map(({ suite }) => suite.title));
    expect(titles.size).toBe(suiteFiles().length);
  });

  it('has a probe without a place before what may spoil every list, and leaves the others where they are', async () => {
    const stray = suitesAnd('stray.suite.ts', "export default { title: 'Stray', probes: [{ id: 'stray/probe' }] };");
    const [before, after] = await Promise.all([loadProbes(), loadProbes(stray)]);
    const ids = after.map(({ probe }) => probe.id);
    expect(ids.filter((id) => id !== 'stray/probe')).toEqual(before.map(({ probe }) => probe.id));
    expect(ids.slice(-3)).toEqual(['stray/probe', 'hostile/bodies', 'limits/used-up']);
    expect(
      stepsOf(after)
        .map(({ probe, part }) => [probe.id, part])
        .toSpliced(-3, 1),
    ).toEqual(stepsOf(before).map(({ probe, part }) => [probe.id, part]));
  });

  it('names a place without a probe', async () => {
    await expect(loadProbes(mkdtempSync(join(place, 'empty-')))).rejects.toThrow(
      'there is no probe populate/more-than-a-page',
    );
  });

  it('names an id that two probes have', async () => {
    const list = readFileSync(join(SUITES, 'list.suite.ts'), 'utf8');
    const doubled = suitesAnd('twice.suite.ts', list);
    await expect(loadProbes(doubled)).rejects.toThrow('two probes have the id list/largest-page');
  });
});

describe('the probes', () => {
  it('have an id for flags, and a clause of the specification', async () => {
    for (const { probe } of await loadProbes()) {
      expect(probe.id).toMatch(/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/);
      expect(probe.clause, probe.id).toMatch(/^(?:Section \d|No clause of its own: )/);
    }
  });

  it('cost what they say, and little more', async () => {
    const directory = mkdtempSync(join(place, 'costs-'));
    const embedded = await startEmbedded();
    const plan = { asOf: '2026-11-21', selection: selectRules([], []), seed: 1, useUp: 'never', smoke: false } as const;
    await check({ ...plan, target: embedded.target, directory }, SILENT, new AbortController().signal);
    await embedded.close();
    const sent = new Map<string, number>();
    for await (const item of readEvidence(join(directory, EVIDENCE_FILE)))
      if ('exchange' in item) sent.set(item.exchange.probe ?? '', (sent.get(item.exchange.probe ?? '') ?? 0) + 1);
    const probes = (await loadProbes()).map(({ probe }) => probe);
    const off = probes
      .filter(({ needs = [] }) => !needs.includes('burst') && !needs.includes('populate'))
      .map(({ id, costs }) => ({ id, costs, sent: sent.get(id) ?? 0 }))
      // One draw more at the default depth.
      .filter((one) => one.sent < one.costs || one.sent > one.costs + 1);
    expect(off).toEqual([]);
  });
});

describe('the steps of a run', () => {
  it('hold every probe, and every value of each once', async () => {
    const probes = await loadProbes();
    const steps = stepsOf(probes);
    for (const { probe } of probes) {
      const parts = steps.filter((step) => step.probe.id === probe.id).map(({ part = { from: 0 } }) => part);
      // One goes on where the one before it ended, and the last one to the end.
      expect([probe.id, parts.map(({ from }) => from)]).toEqual([
        probe.id,
        [0, ...parts.slice(0, -1).map(({ to }) => to)],
      ]);
      expect([probe.id, parts.at(-1)?.to]).toEqual([probe.id, undefined]);
    }
  });
});

/** Sends as much as there is room for. */
async function sentWith(room: number, writes = true) {
  const meant = stepsOf(await loadProbes()).filter(({ probe: { needs = [] } }) =>
    needs.every((need) => need === 'writes' && writes),
  );
  const [shown, sent, missed] = [new Set<RuleId>(), [] as Step[], [] as string[]];
  let rest = room;
  for (const [at, step] of meant.entries()) {
    const fitted = fitStep(step, { later: meant.slice(at + 1), shown, room: rest });
    if ('isMissed' in fitted) {
      if (fitted.isMissed) missed.push(step.probe.id);
      continue;
    }
    const { part, probe } = fitted.step;
    rest -= Math.max(0, Math.min(part?.to ?? probe.costs, probe.costs) - (part?.from ?? 0));
    for (const rule of rulesOf(step)) shown.add(rule);
    sent.push(fitted.step);
  }
  return { sent: sent.map(({ probe, part }) => [probe.id, part] as const), missed, rest, meant };
}

describe('the steps that a quick run has room for', () => {
  it('are all of them, in full, where nothing bounds it', async () => {
    const { sent, missed, meant } = await sentWith(Infinity);
    expect(sent).toEqual(meant.map(({ probe, part }) => [probe.id, part]));
    expect(missed).toEqual([]);
  });

  it.each([true, false])(
    'of the Free plan are those that show each must rule (writes: %s), and no more',
    async (writes) => {
      const { sent, missed, rest } = await sentWith(45, writes);
      const ids = sent.map(([id]) => id);
      expect(missed).toEqual([]);
      expect(rest).toBeGreaterThanOrEqual(0);
      expect(ids).toEqual(
        expect.arrayContaining(['list/default-page', 'list/limit-and-status', 'read-back/lists', 'read-back/again']),
      );
      expect(ids.includes('auth/invalid-key-create')).toBe(writes);
    },
  );

  it('leave out what shows a rule only where there is no room even for that, and say so', async () => {
    const { sent, missed } = await sentWith(10);
    expect(sent.map(([id]) => id)).toContain('list/largest-page');
    expect(missed).not.toEqual([]);
  });
});
