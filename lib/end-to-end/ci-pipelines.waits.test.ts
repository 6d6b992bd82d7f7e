import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ciFiles } from '../cli/init/ci-files.ts';
import { inPath } from '../load/k6-program.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';

/** Go builds a tool, or a process starts, on a machine that may be busy. */
const PATIENCE = 300_000;

const WORKFLOWS = globSync(['docs/ci/github-*.yml', '.github/workflows/*.yml'], { cwd: ROOT });
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The action as the workflows of the documentation name it, which is read from this repository here. */
const PUBLISHED = /YOUR_ORGANISATION\/petvet@v\d+\.\d+\.\d+/g;

describe('by the schemas of GitHub', () => {
  it('the action is one', () => {
    expect(validateAction(textOf('action.yml')).errors).toEqual([]);
  });

  it.each(WORKFLOWS)('%s is a workflow', (file) => {
    expect(validateWorkflow(textOf(file)).errors).toEqual([]);
  });

  it('a mistyped key is found', () => {
    expect(validateAction(textOf('action.yml').replace('using:', 'usng:')).errors).not.toEqual([]);
    expect(validateWorkflow(textOf('docs/ci/github-npx.yml').replace('runs-on:', 'run-on:')).errors).not.toEqual([]);
  });
});

/** The linter of workflows, built once by the Go of this machine, if it has one. */
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const TOOLS = join(ROOT, 'node_modules', '.cache', 'petvet-tools');

/** Where this machine gets modules from, and whatever else Go is told here. */
function settingsOfGo(): Record<string, string> {
  const settings = /^(?:GO[A-Z0-9]*|https?_proxy|no_proxy|all_proxy)$/i;
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && settings.test(name) ? [[name, value] as const] : [],
    ),
  );
}

describe.each(inPath('go', process.env))('by actionlint, built by %s', (go) => {
  const linter = join(TOOLS, 'actionlint');
  let place: Awaited<ReturnType<typeof folder>>;

  beforeAll(async () => {
    place = await folder();
    const home = process.env['HOME'] ?? place.path;
    const env = { ...settingsOfGo(), HOME: home, GOBIN: TOOLS };
    const ended = existsSync(linter)
      ? { status: 0, err: '' }
      : await run(go, ['install', ACTIONLINT], { cwd: ROOT, env });
    if (ended.status !== 0) throw new Error(`actionlint cannot be built: ${ended.err}`);
    mkdirSync(join(place.path, '.github', 'workflows'), { recursive: true });
    cpSync(join(ROOT, 'action.yml'), join(place.path, 'action.yml'));
    await run('git', ['init', '--quiet'], { cwd: place.path });
  }, PATIENCE);

  afterAll(() => place[Symbol.asyncDispose]());

  const lint = async (text: string) => {
    const file = join(place.path, '.github', 'workflows', 'one.yml');
    writeFileSync(file, text.replaceAll(PUBLISHED, './'));
    const { status, out } = await run(linter, ['-no-color', file], { cwd: place.path });
    return { status, out };
  };

  it.each(WORKFLOWS)(
    '%s has no fault, nor has what it gives the action',
    async (file) => {
      expect(await lint(textOf(file))).toEqual({ status: 0, out: '' });
    },
    PATIENCE,
  );

  it(
    'an input that the action does not have is found',
    async () => {
      const { status, out } = await lint(textOf('docs/ci/github-release-gate.yml').replace('profile:', 'profil:'));
      expect({ status, out }).toEqual({
        status: 1,
        out: expect.stringContaining('input "profil" is not defined in action'),
      });
    },
    PATIENCE,
  );
});

const GITLAB_CI_LOCAL = join(ROOT, 'node_modules', '.bin', 'gitlab-ci-local');

/** What the jobs of a pipeline are, in a repository that has the template where `petvet init` puts it. */
const jobsOf = async (pipeline: string, template = textOf('docs/ci/gitlab-template.yml')) => {
  await using place = await folder();
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=petvet', '-c', 'user.email=petvet@example', ...args], { cwd: place.path });
  mkdirSync(join(place.path, '.gitlab'));
  writeFileSync(join(place.path, '.gitlab', 'petvet.yml'), template);
  writeFileSync(join(place.path, '.gitlab-ci.yml'), pipeline);
  await git('init', '--quiet');
  await git('remote', 'add', 'origin', 'git@gitlab.example:pets/service.git');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'pipeline');
  return await run(process.execPath, [GITLAB_CI_LOCAL, '--list-csv-all'], { cwd: place.path });
};

describe('by the schema of GitLab, which gitlab-ci-local brings along', () => {
  it.each([
    ['docs/ci/gitlab-release-gate.yml', ['petvet-staging', 'petvet-production']],
    ['docs/ci/gitlab-weekly-load.yml', ['petvet-load']],
    ['docs/ci/gitlab-nightly-certificate.yml', ['petvet-certificate']],
  ])(
    '%s is a pipeline with its jobs',
    async (file, jobs) => {
      const { status, out, err } = await jobsOf(textOf(file));
      expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
      for (const job of jobs) expect(out).toMatch(new RegExp(`^${job}`, 'm'));
    },
    PATIENCE,
  );

  it(
    'a mistyped key is found',
    async () => {
      const template = textOf('docs/ci/gitlab-template.yml').replace('resource_group:', 'resource_grup:');
      const { status, out, err } = await jobsOf(textOf('docs/ci/gitlab-release-gate.yml'), template);
      expect(status).not.toBe(0);
      expect(out + err).toContain('resource_grup');
    },
    PATIENCE,
  );
});

describe('what petvet init writes for a target of another name', () => {
  it('is a workflow of GitHub', () => {
    for (const { text } of ciFiles('github', 'qa-eu')) expect(validateWorkflow(text).errors).toEqual([]);
  });

  it(
    'is a pipeline of GitLab',
    async () => {
      const [template, pipeline] = ciFiles('gitlab', 'qa-eu');
      const { status, out, err } = await jobsOf(pipeline?.text ?? '', template?.text);
      expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
      expect(out).toMatch(/^petvet-qa-eu/m);
    },
    PATIENCE,
  );
});

describe('the actions of others', () => {
  const files = [
    ...globSync(['docs/**/*.md', 'docs/ci/*.yml', '.github/**/*.yml', 'README.md', 'action.yml'], { cwd: ROOT }),
  ];
  const used = files.flatMap((file) =>
    Array.from(textOf(file).matchAll(/^[ -]*uses: (.+)$/gm), ([, what]) => ({ file, what: what ?? '' })),
  );

  it('are named by the digest of a commit, with its version beside it', () => {
    expect(used.length).toBeGreaterThan(15);
    // The user's own copy of petvet, of which nobody else knows a commit.
    const others = used.filter(({ what }) => !what.startsWith('YOUR_ORGANISATION/petvet@'));
    expect(others.filter(({ what }) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([]);
  });

  it('are the same commit wherever they are the same version', () => {
    const commits = Map.groupBy(used, ({ what }) => what.replace(/@[0-9a-f]{40}/, ''));
    for (const [action, uses] of commits) expect(new Set(uses.map(({ what }) => what)), action).toHaveLength(1);
  });
});

/** Every command that a pipeline has a shell run. */
function commandsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(commandsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'run' || key === 'script' ? [value].flat().map(String) : commandsIn(value),
  );
}

describe('the pipelines', () => {
  const all = globSync('docs/ci/*.yml', { cwd: ROOT });

  it('use this version of petvet', () => {
    const versions = all.flatMap((file) =>
      Array.from(textOf(file).matchAll(/petvet@v?(\d+\.\d+\.\d+)/g), ([, version]) => version),
    );
    expect(versions.length).toBeGreaterThan(4);
    expect(versions.filter((version) => version !== PETVET_VERSION)).toEqual([]);
  });

  it('get petvet from nowhere but where PETVET_PACKAGE says, and without it fail before anything is fetched', async () => {
    await using place = await folder();
    for (const name of ['npm', 'npx']) {
      const program = join(place.path, name);
      writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@"\n`);
      chmodSync(program, 0o755);
    }
    const fetching = all.flatMap((file) =>
      commandsIn(parse(textOf(file)))
        .filter((command) => /\bnp[mx] /.test(command) && !command.startsWith('npx petvet'))
        .map((command) => ({ file, command })),
    );
    expect(fetching.length).toBeGreaterThan(6);
    for (const { file, command } of fetching) {
      const inShell = (settings: Record<string, string>) =>
        spawnSync('/bin/sh', ['-c', command], { env: { PATH: place.path, ...settings }, encoding: 'utf8' });
      for (const settings of [{}, { PETVET_PACKAGE: '' }] as const) {
        const { status, stdout, stderr } = inShell(settings);
        expect({ file, stdout, failed: status !== 0 }).toEqual({ file, stdout: '', failed: true });
        expect(stderr, file).toMatch(/PETVET_PACKAGE: is not set, see the top of this file/);
      }
      const { stdout } = inShell({ PETVET_PACKAGE: '@example/petvet@0.1.0' });
      expect(stdout.split('\n'), file).toContain('@example/petvet@0.1.0');
      expect(textOf(file), file).toMatch(/^# The (?:CI\/CD )?variable PETVET_PACKAGE says where npm gets petvet from/m);
    }
  });

  it('of GitHub without the action do without a second key whose secret is missing, whatever the target is called', async () => {
    await using place = await folder();
    const program = join(place.path, 'npx');
    writeFileSync(program, '#!/bin/sh\n/usr/bin/env\n');
    chmodSync(program, 0o755);
    for (const name of ['STAGING', 'QA_EU']) {
      const [workflow] = ciFiles('github', name.toLowerCase().replace('_', '-'));
      const [command = ''] = commandsIn(parse(workflow?.text ?? '')).filter((one) => one.includes('npx '));
      const given = (secret: string) =>
        spawnSync('/bin/bash', ['-e', '-c', command], {
          env: { PATH: place.path, PETVET_PACKAGE: 'p', [`PETVET_${name}_SECOND_API_KEY`]: secret },
          encoding: 'utf8',
        }).stdout;
      expect(given('')).not.toContain('SECOND_API_KEY');
      expect(given('another')).toContain(`PETVET_${name}_SECOND_API_KEY=another`);
    }
  });

  it('take nothing from a cache', () => {
    const caching = all.filter((file) =>
      /^ *cache:(?! \[\]$)|restore-keys:|actions\/cache|--cache|CACHE_HOME/m.test(textOf(file)),
    );
    expect(caching).toEqual([]);
  });

  it('name an organisation that nobody can have, where the action stands', () => {
    const users = all.flatMap((file) => Array.from(textOf(file).matchAll(/uses: (\S+)\/petvet@/g), ([, name]) => name));
    expect(users.length).toBeGreaterThan(2);
    // Letters, digits and hyphens make a name there.
    expect(users.filter((name) => /^[a-z\d-]+$/i.test(name ?? ''))).toEqual([]);
  });

  it('are told of in docs/ci.md, each', () => {
    const page = textOf('docs/ci.md');
    expect(all.filter((file) => !page.includes(`(ci/${basename(file)})`))).toEqual([]);
  });

  it('hold the runs of a key apart, and give a secret to nothing but env', () => {
    const withKey = all.filter((name) => name.includes('github') && textOf(name).includes('API_KEY'));
    expect(withKey.length).toBeGreaterThan(2);
    for (const file of withKey) {
      expect(textOf(file), file).toMatch(/^ *concurrency: petvet-.*-key$/m);
      const secrets = textOf(file)
        .split('\n')
        .filter((line) => line.includes('secrets.'));
      expect(secrets.filter((line) => !/^ +(?:PETVET_)?(\w+_KEY): \$\{\{ secrets\.PETVET_\1 \}\}$/.test(line))).toEqual(
        [],
      );
    }
  });
});
