import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openBaseline } from '../../gate/baseline-on-disk.ts';
import { answering, BASE_URL, inFolders, KEY } from './init.fixture.ts';
import type { InitFlags } from './init.ts';

const { at, file, written, init } = inFolders();

describe('init --ci', () => {
  it('writes a workflow of GitHub, and replaces it only when it is told to', async () => {
    const { out } = await init({ baseUrl: BASE_URL, target: 'staging', ci: 'github' }, answering([], ''));
    expect(out).toContain('Wrote .github/workflows/petvet.yml.');
    expect(file('.github/workflows/petvet.yml')).toMatch(
      /npx --yes --package "\$\{PETVET_PACKAGE:\?is not set, see the top of this file\}" -- petvet check \\\s+--target "\$TARGET"/,
    );
    writeFileSync(at('.github/workflows/petvet.yml'), 'mine');
    const again: InitFlags = { baseUrl: BASE_URL, target: 'b', ci: 'github' };
    await expect(init(again, answering([], ''))).rejects.toThrow('.github/workflows/petvet.yml already exists');
    expect([file('.github/workflows/petvet.yml'), Object.keys(written())]).toEqual([
      'mine',
      ['PETVET_STAGING_BASE_URL'],
    ]);
    await init({ ...again, force: true }, answering([], ''));
    expect(file('.github/workflows/petvet.yml')).not.toBe('mine');
  });

  it('writes jobs of GitLab, and leaves a pipeline that is there as it is', async () => {
    await init({ baseUrl: BASE_URL, target: 'staging', ci: 'gitlab' }, answering([], ''));
    expect(file('.gitlab-ci.yml')).toContain('local: .gitlab/petvet.yml');
    writeFileSync(at('.gitlab-ci.yml'), 'mine');
    const { out } = await init({ baseUrl: BASE_URL, target: 'staging', ci: 'gitlab', force: true }, answering([], ''));
    expect(file('.gitlab-ci.yml')).toBe('mine');
    expect(out).toContain('.gitlab-ci.yml stays as it is: include .gitlab/petvet.yml in it, and');
  });

  it.each<[InitFlags['ci'], string]>([
    ['github', '.github/workflows/petvet.yml'],
    ['gitlab', '.gitlab-ci.yml'],
  ])('writes a pipeline of %s that names the target, and sends no POST to it', async (ci, path) => {
    const { out } = await init({ baseUrl: BASE_URL, target: 'QA-eu', ...(ci && { ci }) }, answering([], ''));
    const pipeline = file(path);
    expect(Object.keys(written())).toEqual(['PETVET_QA_EU_BASE_URL']);
    expect(pipeline).toContain('qa-eu');
    expect(pipeline).toContain('PROFILE: read-only');
    expect(pipeline).not.toMatch(/staging|'complete'|: complete|completely/i);
    expect(out).toContain('the pipeline sends no POST to qa-eu: where a run may create pets,');
    expect(out).toMatch(/petvet(?:\.cjs)? doctor --target qa-eu/);
    expect(out).toMatch(/publish petvet in your own registry or scope, or as a tarball, and set PETVET_PACKAGE to it/);
  });

  it.each(['github', 'gitlab'] as const)(
    'adds a pipeline of %s to a configured target, and asks nothing',
    async (ci) => {
      await init({ baseUrl: BASE_URL, target: 'staging', keyStdin: true }, answering([], KEY));
      const before = file('.env');
      const prompts = answering([]);
      const { out } = await init({ ci }, prompts);
      expect(prompts.asked).toEqual([]);
      expect(file('.env')).toBe(before);
      const path = ci === 'github' ? '.github/workflows/petvet.yml' : '.gitlab-ci.yml';
      expect(file(path)).toMatch(/staging[^]*--seed 1 --baseline petvet-baseline\.yaml/);
      expect(file(path)).toContain('petvet.sarif');
      expect(out).toContain(`Wrote ${path}.`);
      expect(openBaseline(at('petvet-baseline.yaml')).entries).toEqual([]);
    },
  );

  it('leaves a baseline that is there, whoever forces the rest', async () => {
    writeFileSync(at('petvet-baseline.yaml'), 'mine');
    const { out } = await init({ baseUrl: BASE_URL, target: 'staging', ci: 'github', force: true }, answering([], ''));
    expect(file('petvet-baseline.yaml')).toBe('mine');
    expect(out).toContain('petvet-baseline.yaml stays as it is');
  });

  it('wants to know which of several configured targets a pipeline is for', async () => {
    for (const target of ['staging', 'production']) await init({ baseUrl: BASE_URL, target }, answering([], ''));
    await expect(init({ ci: 'gitlab' }, answering([]))).rejects.toThrow(
      '--ci needs --target: staging, production are configured',
    );
    await init({ ci: 'gitlab', target: 'production' }, answering([]));
    expect(file('.gitlab-ci.yml')).toContain('TARGET: production');
  });

  it('asks for a name where the pipeline needs one', async () => {
    const late = answering([BASE_URL, '', '', '', 'github', '', 'staging']);
    const { err } = await init({}, late);
    expect(err).toContain('it must be a name: the pipeline tests a named target');
    expect(Object.keys(written())).toEqual(['PETVET_STAGING_BASE_URL']);
    rmSync(at('.env'));
    const early = answering([BASE_URL, '', 'production', '', '']);
    await init({ ci: 'gitlab' }, early);
    expect(early.asked[1]).toBe('Name, such as staging or production: ');
    expect(file('.gitlab-ci.yml')).toContain('TARGET: production');
  });
});
