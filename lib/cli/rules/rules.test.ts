import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RULE_IDS, rules } from '../../rules/index.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';

const Printed = z.array(
  z.object({ id: z.string(), level: z.string(), requires: z.string(), toFix: z.string().optional() }),
);

const printed = async (...args: readonly string[]) =>
  Printed.parse(JSON.parse((await typed(['rules', '--format', 'json', ...args], '/')).out));

describe('petvet rules', () => {
  it('prints every rule for programs, those of a level, or one', async () => {
    expect((await printed()).map(({ id }) => id)).toEqual(RULE_IDS);
    const musts = await printed('--level', 'must');
    expect(musts.map(({ id }) => id)).toEqual(RULE_IDS.filter((id) => rules[id].level === 'must'));
    expect(await printed('list-2')).toEqual([
      { id: 'LIST-2', level: 'must', requires: rules['LIST-2'].says, toFix: expect.stringContaining('limit') },
    ]);
  });

  it('prints one rule for people', async () => {
    const { out } = await typed(['rules', 'LIST-2'], '/');
    expect(out).toMatch(/^LIST-2 {2}\(must, judged by petvet check\)\n {2}requires {3}.*\n {2}source {5}section 4\.1/);
    expect(out).toMatch(/\n {2}to fix {5}Accept each `limit`/);
  });

  it('prints the rules of an area, and those of a level in it', async () => {
    const area = RULE_IDS.filter((id) => id.startsWith('LIST-'));
    expect((await printed('list')).map(({ id }) => id)).toEqual(area);
    const shoulds = await printed('LIST', '--level', 'should');
    expect(shoulds.map(({ id }) => id)).toEqual(area.filter((id) => rules[id].level === 'should'));
    expect((await typed(['rules', 'LIST'], '/')).out).toContain('LIST-13');
    expect((await typed(['rules', 'VER', '--level', 'should'], '/')).out).toBe(
      'No rule of VER has the level should.\n',
    );
  });

  it.each([
    [['LIST-2', '--format', 'openapi'], 'LIST-2 and --format openapi cannot both be given'],
    [['--level', 'must', '--format', 'openapi'], '--level and --format openapi cannot both be given'],
    [['LIST-2', '--level', 'must'], 'LIST-2 and --level cannot both be given'],
    [['LIST-22'], 'did you mean LIST-2'],
    [['--level', 'mist'], 'use must, should or observed'],
  ])('says what is wrong with %j', async (args, says) => {
    const { status, err } = await typed(['rules', ...args], '/');
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(says) });
  });
});
