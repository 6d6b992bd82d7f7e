import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { checkout } from './checkout.fixture.ts';
import { ELSEWHERE } from './commands-elsewhere.fixture.ts';
import { folder, ROOT, run } from './petvet-process.fixture.ts';

/** npm, a process of petvet and a whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

const API_KEY = 'your-key';

/** How many seconds a minute has here, so that its limit is soon used up. */
const SHORT_MINUTE = 10;

/** A page whose commands are of another place. */
const APART = ['docs/stacks.md'];

/** The README, and the pages that it leads to. */
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md') && !APART.includes(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** As long as the front door may be. */
const MOST_LINES = 150;

/** Every command in a block marked `sh`, without its comment, once. */
const COMMANDS = [...new Set(PAGES.flatMap(({ text }) => commandsOf(text)))];

function commandsOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
}

function pageOf(path: string): string {
  return PAGES.find((page) => page.path === path)?.text ?? '';
}

/** The files that a page points to, relative to the repository. */
function linksOf(path: string): string[] {
  return [...pageOf(path).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join(dirname(path), to));
}

/** The headings of a page, as links name them. */
function headingsOf(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );
}

/** Whether npx has found the program: that takes it a second of a core, so what it found is started directly from then on. */
let isFound = false;

function startedFrom(line: string): string {
  const typed = isFound ? line.replace(/^npx petvet\b/, `'${process.execPath}' lib/cli/petvet.cjs`) : line;
  isFound ||= line.startsWith('npx petvet');
  return typed;
}

/** Runs a line of the README in the repository as it was cloned, with the Node that comes with it, and no network but this machine's own. */
async function type(line: string, home: string, target: Readonly<Record<string, string>> = {}) {
  const env = { npm_config_offline: 'true', npm_config_cache: join(home, 'npm'), npm_config_update_notifier: 'false' };
  await using repository = await checkout();
  return await run('sh', ['-c', startedFrom(line)], { cwd: repository.path, env: { ...env, ...target, HOME: home } });
}

describe('the commands of the README', () => {
  it('are all run by a test, or excused', () => {
    expect(Object.keys(ELSEWHERE).filter((line) => !COMMANDS.includes(line))).toEqual([]);
    expect(COMMANDS.length).toBeGreaterThan(8);
  });

  it(
    'npm start vets the reference server, its report is judged again, and made in other formats',
    async () => {
      await using home = await folder();
      const report = join(home.path, 'report');
      const started = await type(`npm start -- --report ${report} --seed 1`, home.path);
      expect(started).toMatchObject({ status: 0, out: expect.stringContaining('Outcome') });
      expect(started.err).toContain("testing petvet's own reference server");
      const [judge = ''] = COMMANDS.filter((line) => line.includes('judge reports/DIR'));
      expect(await type(judge.replace('reports/DIR', report), home.path)).toMatchObject({ status: 0 });
      const formats = COMMANDS.filter((line) => line.includes('report reports/DIR'));
      expect(formats.length).toBeGreaterThan(2);
      for (const line of formats) {
        const elsewhere = line.replace('reports/DIR', report).replace('--out ', `--out ${home.path}/`);
        expect(await type(elsewhere, home.path)).toMatchObject({ status: 0, out: expect.stringMatching(/./) });
      }
    },
    PATIENCE,
  );

  it(
    'two variables are enough for a service of one’s own',
    async () => {
      await using home = await folder();
      const server = await startReferenceServer({ keys: [{ key: API_KEY }] });
      try {
        const [line = ''] = COMMANDS.filter((command) => command.startsWith('PETVET_BASE_URL='));
        const typed = line.replace('http://127.0.0.1:8080/v1', server.baseUrl);
        const ended = await type(`${typed} -- --smoke --report ${join(home.path, 'report')}`, home.path);
        expect(ended).toMatchObject({ status: 0, out: expect.stringContaining(server.baseUrl) });
      } finally {
        await server.close();
      }
    },
    PATIENCE,
  );

  it(
    'getting started leads from ten requests to a whole run against a service of one’s own',
    async () => {
      await using home = await folder();
      const server = await startReferenceServer({ plan: 'free', windowSeconds: SHORT_MINUTE });
      const env = {
        PETVET_STAGING_BASE_URL: server.baseUrl,
        PETVET_STAGING_API_KEY: server.keys.primary,
        PETVET_STAGING_SECOND_API_KEY: server.keys.second,
        PETVET_STAGING_WINDOW_SECONDS: `${SHORT_MINUTE}`,
      };
      try {
        const steps = commandsOf(pageOf('docs/getting-started.md')).filter((line) => line.includes('--target staging'));
        expect(steps).toHaveLength(5);
        for (const line of steps) {
          const elsewhere = line.replace('petvet check', `petvet check --report ${join(home.path, 'report')}`);
          expect(await type(elsewhere, home.path, env)).toMatchObject({ status: 0, out: expect.stringMatching(/\n/) });
        }
      } finally {
        await server.close();
      }
    },
    PATIENCE,
  );

  const asTheyStand = COMMANDS.filter(
    (line) => ELSEWHERE[line] === undefined && !line.includes('reports/DIR') && !line.startsWith('PETVET_'),
  );
  it.each(asTheyStand)(
    '%s',
    async (line) => {
      await using home = await folder();
      const { status, out, err } = await type(line, home.path);
      expect({ status, err: status === 0 ? '' : err }).toEqual({ status: 0, err: '' });
      expect(out).not.toBe('');
    },
    PATIENCE,
  );
});

it('the README is short, and every page can be reached from it', () => {
  expect(pageOf('README.md').split('\n').length - 1).toBeLessThanOrEqual(MOST_LINES);
  const reached = new Set(['README.md']);
  for (const path of reached) for (const to of linksOf(path)) if (/^docs\/[^/]*\.md$/.test(to)) reached.add(to);
  expect(PAGES.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

describe('what the README and its pages point to', () => {
  const links = PAGES.flatMap(({ path }) => linksOf(path));
  it.each([...new Set(links)])('%s is there', (path) => {
    expect(statSync(join(ROOT, path)).size).toBeGreaterThan(0);
  });

  it.each(
    [...pageOf('docs/architecture.md').matchAll(/^\| `((?:lib|suites)\b[^`]*)` \|/gm)].map(([, room = '']) => room),
  )('%s is a room', (room) => {
    expect(statSync(join(ROOT, room)).isDirectory()).toBe(true);
  });

  it('has each heading that a link names', () => {
    const named = PAGES.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)#:\s]*)#([^)]+)\)/g)].map(([, to = '', heading = '']) => ({
        page: to === '' ? path : join(dirname(path), to),
        heading,
      })),
    ).filter(({ page }) => page.endsWith('.md'));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ page, heading }) => !headingsOf(page).includes(heading))).toEqual([]);
  });

  it('tells what each room holds', () => {
    const rooms = readdirSync(join(ROOT, 'lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const page = pageOf('docs/architecture.md');
    expect(rooms.map(({ name }) => name).filter((name) => !page.includes(`| \`lib/${name}\` `))).toEqual([]);
  });

  it('is there for those who work on it, too, but for names in capitals', () => {
    const named = [
      ...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(
        /`((?:docs|golden|lab|lib|load|suites|tools)\/[a-z\d./-]+)`/g,
      ),
    ].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = PAGES.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:-]+)/g)]).map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
