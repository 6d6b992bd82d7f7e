import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { checkout } from './checkout.fixture.ts';
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

/** What a test cannot run as it stands, and what is shown of it instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the set-up is there; npm start is run below, with a report of its own',
  'npm ci && npm test': 'this is one of these tests',
  'npx petvet serve': 'it runs until it is interrupted',
  'npx petvet selftest': 'it takes minutes; lib/cli/selftest/selftest.waits.test.ts runs a part of it',
  'npx petvet selftest --again': 'it takes minutes, too; lib/cli/selftest/again.waits.test.ts runs a part of it',
  'npx petvet load --install-k6': 'the tests of load have it done before they begin',
  'npx petvet load ceiling --target reference --plan free':
    'it takes minutes; lib/end-to-end/load.waits.test.ts runs it with short windows',
  'npx petvet judge traffic.har --base-url https://pets.example/v1': 'there is no such file',
  'npx petvet diff reports/before reports/after --max-regression p95=20%':
    'there are no such runs; lib/cli/diff/diff.test.ts compares some',
  'npx petvet diff --history reports/staging --scenario ceiling --last 10':
    'there are no such runs, either; lib/cli/diff/history.busy.test.ts makes some',
  'npx petvet diff reports/production/latest reports/staging/latest':
    'there are no such runs; lib/cli/diff/checks.test.ts compares some',
  'npx petvet diff reports/production/latest reports/staging/latest --format markdown --out diff.md':
    'there are no such runs; lib/cli/diff/checks.test.ts compares some',
  'npx petvet diff production staging':
    'there are no such targets; lib/end-to-end/diff-targets.waits.test.ts compares some of its own',
  'npx petvet diff production staging --profile read-only --max-regression median=50%':
    'there are no such targets, either; lib/end-to-end/diff-targets.waits.test.ts compares some of its own',
  'npx petvet diff production staging --format markdown --out diff.md':
    'there are no such targets, either; lib/end-to-end/diff-targets.waits.test.ts compares some of its own',
  'npx petvet load daily --target staging --yes --report reports/daily':
    'there is no such target; lib/end-to-end/certify-load.waits.test.ts certifies a load of its own',
  'npx petvet certify --from reports/daily --key petvet-signing.pem':
    'there is no such run; lib/end-to-end/certify-load.waits.test.ts certifies one',
  'npx petvet pair reports/adopt reports/staging/2026-11-21T13-00-00':
    'there are no such runs; lib/end-to-end/pair.waits.test.ts makes some',
  'npx petvet replay reports/DIR LIST-2': 'its report violates nothing',
  'npm run attack': 'it takes minutes; lib/attack/attack.waits.test.ts runs a sample',
  'npm run attack -- 20000 7': 'it takes an hour; lib/attack/attack.waits.test.ts runs a sample',
  'npm run attack -- "check + a key of 30,000 characters + SIGTERM"':
    'it installs k6 first; lib/attack/attack.waits.test.ts runs a sample',
  'npx petvet dispute reports/DIR LIST-2 --out LIST-2.md':
    'its report violates nothing; lib/cli/dispute/dispute.test.ts disputes a finding',
  'npx petvet check --target production --profile read-only --require-complete':
    'there is no such target, either; lib/end-to-end/profiles.waits.test.ts runs it on one of its own',
  'npx petvet check --target staging --require-complete --seed 1':
    'there is no such target; getting started, below, runs it on one of its own',
  'npx petvet check --target staging --require-complete':
    'there is no such target; getting started, below, runs it on one of its own',
  'npx petvet check --target staging --smoke': 'getting started, below, runs it on a target of its own',
  'npx petvet check --target staging': 'getting started, below, runs it on a target of its own',
  'npx petvet doctor --target staging': 'getting started, below, runs it on a target of its own',
  'npx petvet plan --target staging': 'getting started, below, runs it on a target of its own',
  'npx petvet check --target staging --baseline petvet-baseline.yaml':
    'there is no such target, either; lib/end-to-end/baseline.waits.test.ts runs it on one of its own',
  "npx petvet check --target staging --format json | jq -r '.new[]?'":
    'there is no such target, either; lib/end-to-end/baseline.waits.test.ts runs it on one of its own',
  'npx petvet watch --log /var/log/nginx/pets.log --base-url https://pets.example/v1':
    'there is no such log; lib/end-to-end/watch-documented.waits.test.ts reads one of its own',
  'npx petvet watch --listen 127.0.0.1:8080 --upstream http://127.0.0.1:3000/v1':
    'it runs until it is interrupted, too',
  'envoy -c envoy.yaml --file-flush-interval-msec 1000 | npx petvet watch --log - --base-url https://pets.example/v1':
    'Envoy is not installed here; lib/end-to-end/watch-documented.waits.test.ts pipes a log',
  'npx petvet watch --upstream http://127.0.0.1:3000/v1 -- npm test':
    'there is no such service; lib/end-to-end/watch.waits.test.ts runs a test suite',
  'npx petvet watch --upstream http://127.0.0.1:3000/v1 --base-url-variable BASE_URL --complete -- npm test':
    'there is no such service; lib/end-to-end/watch.waits.test.ts runs a test suite',
  'npx petvet watch --log pets.log --mapping mapping.json --once':
    'there is no such log, either; lib/end-to-end/watch-documented.waits.test.ts makes one',
  'npx petvet serve --sessions':
    'it runs until it is interrupted; lib/end-to-end/session-examples.waits.test.ts makes sessions',
  'npx petvet client --grease 7 --report reports/adopt -- node adopt.mjs':
    'there is no such client; lib/end-to-end/certify-client.test.ts certifies one',
  'npx petvet certify --from reports/adopt --key petvet-signing.pem':
    'there is no such run; lib/end-to-end/certify-client.test.ts certifies one',
  'npx petvet verify reports/adopt/certificate.intoto.jsonl --public-key petvet-signing.pem.pub':
    'there is no such certificate; lib/end-to-end/certify-client.test.ts verifies one',
  'npx petvet submit certificate.intoto.jsonl --register register --name pets-go --release 1.4.0 --vendor "Example Ltd" --contact pets@example.org --repository https://git.example/pets --reproduce "npm start" --public-key petvet-signing.pem.pub':
    'there is no register; lib/end-to-end/programme.waits.test.ts submits to one',
  'npx petvet dispute register/pets-go/1.4.0/certificate.intoto.jsonl reports/staging/2026-11-21T13-00-00':
    'there is no register, either; lib/end-to-end/programme.waits.test.ts opens a dispute',
  'npx petvet judge --client traffic.har --base-url https://pets.example/v1':
    'there is no such file; lib/end-to-end/recorded-client.waits.test.ts judges one',
  'npx petvet client -- node adopt.mjs': 'there is no such client; lib/end-to-end/client.waits.test.ts runs some',
  'npx petvet client --base-url-variable PETS_URL --api-key-variable PETS_KEY -- python3 adopt.py':
    'there is no such client, either; lib/end-to-end/client.waits.test.ts runs some',
  'npx petvet report reports/client/latest --format allure --out allure-results':
    'there is no such run; lib/cli/report/report-client.test.ts makes one of its own',
  'npx petvet report reports/client/latest --format har --out client.har':
    'there is no such run, either; lib/cli/report/report-client.test.ts makes one of its own',
  "npx petvet baseline write reports/client/latest --reason 'fixed in 2.1' --owner team-adoption":
    'there is no such run, either; lib/cli/baseline/baseline-client.test.ts makes one of its own',
  'npx petvet client --baseline petvet-baseline.yaml -- node adopt.mjs':
    'there is no such client, either; lib/end-to-end/client-outputs.waits.test.ts runs some',
  'npx petvet certify --target reference --new-key petvet-signing.pem':
    'it leaves a key behind; lib/end-to-end/certify-documented.waits.test.ts runs it elsewhere',
  'npx petvet certify --register register --new-key petvet-owner.pem':
    'there is no register; lib/end-to-end/trusting.waits.test.ts signs one',
  'npx petvet verify --all register --owner-key petvet-owner.pem.pub':
    'there is no register, either; lib/end-to-end/trusting.waits.test.ts signs one',
  'npx petvet verify --all register': 'there is no register; lib/end-to-end/register.waits.test.ts makes some',
  'npx petvet verify --all register --out register.html --out README.md':
    'there is no register, either; lib/end-to-end/register.waits.test.ts makes some',
  'npx petvet verify certificate.intoto.jsonl --public-key petvet-signing.pem.pub':
    'there is no such file; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
  'npx petvet verify certificate.intoto.jsonl --trusted-root trusted_root.json --certificate-identity https://github.com/example/pets/.github/workflows/certify.yml@refs/heads/main --certificate-issuer https://token.actions.githubusercontent.com':
    'there is no such file; lib/end-to-end/certify-keyless.waits.test.ts runs it on one of its own',
  'npx petvet certify --target staging --key petvet-signing.pem':
    'there is no such target; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
  'npx petvet certify --target staging --key petvet-signing.pem --nonce 5f0c9b1e7a2d4c68':
    'there is no such target; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
  'npx petvet verify certificate.intoto.jsonl --public-key petvet-signing.pem.pub --nonce 5f0c9b1e7a2d4c68 --live https://pets.example/v1':
    'there is no such file; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
};

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
