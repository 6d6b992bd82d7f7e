import { describe, expect, it } from 'vitest';
import { defects } from '../reference/defects/index.ts';
import { variants } from '../reference/variants/index.ts';
import { typed } from '../end-to-end/typed.fixture.ts';

const KEY = 'a-key-of-somebody-77e0d25b4f9a';

const help = async (...args: readonly string[]) => (await typed([...args, '--help'], '/')).out;

describe('help', () => {
  it('has the commands in groups, each command in one, and examples', async () => {
    const out = await help();
    const groups = [...out.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, group]) => group);
    expect(groups).toEqual([
      'Options',
      'First steps',
      'Test a service',
      'Test a client',
      'After a run',
      'Certificates',
      'About petvet',
      'Examples',
    ]);
    expect(out.match(/^ {2}check /gm)).toHaveLength(1);
  });

  it('has no line of more than 80 columns, but for commands to copy', async () => {
    const names = [...(await help()).matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(12);
    for (const args of [[], ...names.map((name) => [name]), ['load', 'tiers'], ['baseline', 'write']]) {
      const lines = (await help(...args)).split('\n').filter((line) => line.length > 80);
      expect(
        lines.filter((line) => !/^ {2}(?:petvet|pass) \S+(?: \S+)*$/.test(line)),
        args.join(' '),
      ).toEqual([]);
    }
  });

  it('has JSON under one flag, and the folder before the finding, in every command', async () => {
    const names = [...(await help()).matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    const texts = await Promise.all(names.map(async (name) => help(name)));
    expect(texts.filter((text) => /^ {2}--(json|print|openapi|markdown)/m.test(text))).toEqual([]);
    expect(texts.filter((text) => /^Usage: .*[<[]finding[\]>] .*dir/m.test(text))).toEqual([]);
    expect(texts.filter((text) => /^ {2}--format <format>/m.test(text)).length).toBeGreaterThanOrEqual(7);
  });

  it('names the words to type without quotes, and of a group only the commands that it has', async () => {
    expect(await help('check')).toContain('(one of outcome, json)');
    expect(await help('doctor')).toContain('(json)');
    expect((await help('load')).replaceAll(/\s+/g, ' ')).toContain('e.g. 90m or 4h (default: 1h)');
    const group = await help('baseline');
    expect([...group.matchAll(/^ {2}([a-z]+) .*/gm)].map(([, name]) => name).slice(0, 3)).toEqual([
      'write',
      'prune',
      'explain',
    ]);
    expect(group).not.toContain('help [command]');
  });

  it('of every command that starts something has an example', async () => {
    for (const command of ['check', 'plan', 'load', 'baseline', 'serve', 'init', 'doctor'])
      expect(await help(command), command).toMatch(/\nExamples:\n {2}petvet /);
  });

  it.each<[string, readonly string[], RegExp]>([
    [
      'a command',
      ['chek'],
      /^petvet: unknown command 'chek'\n {2}did you mean check\?\n {2}`petvet --help` lists the commands\n$/,
    ],
    ['a command of help', ['help', 'docter'], /^petvet: unknown command 'docter'\n {2}did you mean doctor\?\n/],
    ['a command of a command', ['baseline', 'wirte'], / {2}did you mean write\?\n {2}see `petvet baseline --help`\n$/],
    [
      'a missing option of a command of a command',
      ['baseline', 'write'],
      /^petvet: required option '--reason <text>' not specified\n {2}see `petvet baseline write --help`\n$/,
    ],
    ['an option', ['check', '--smok'], / {2}did you mean --smoke\?\n {2}see `petvet check --help`\n$/],
    [
      'a scenario',
      ['load', 'celing'],
      /there is no scenario "celing"\n {2}did you mean ceiling\? the scenarios are ceiling, /,
    ],
    [
      'a flag for a key',
      ['check', '--key', 'S3cretKey'],
      /^petvet: unknown option '--key'\n {2}no flag takes a key: set PETVET_API_KEY, in the environment or in \.env\n {2}see/,
    ],
    [
      'a flag with a key',
      ['check', '--api-key=S3cretKey'],
      /^petvet: unknown option '--api-key'\n {2}no flag takes a key/,
    ],
    ...['--auth-token', '--api-token', '--access-token', '--x-api-key', '--bearer-token', '--token-staging'].map(
      (flag): [string, string[], RegExp] => [
        `a flag with a key: ${flag}`,
        ['check', `${flag}=S3cretKey`],
        new RegExp(`^petvet: unknown option '${flag}'\n {2}no flag takes a key`),
      ],
    ),
    ['an unknown flag with a value', ['check', '--credential=S3cretKey'], /^petvet: unknown option '--credential'\n/],
    ['a flag with a key, short', ['load', 'burst', '--token=S3cretKey'], /no flag takes a key|is not a k6 option/],
    [
      'a flag for headers',
      ['plan', '-H', 'Authorization: Bearer S3cretKey'],
      /^petvet: unknown option '-H'\n {2}no flag takes a header: set PETVET_API_KEY for the key, and PETVET_HEADERS for/,
    ],
    [
      'a flag with a header',
      ['check', '-HAuthorization: S3cretKey'],
      /^petvet: unknown option '-H'\n {2}no flag takes a/,
    ],
    ['a flag that begins like one', ['check', '--keyp', '3'], /did you mean --keep\?/],
    [
      'two flags that contradict one another',
      ['check', '--no-writes', '--rule', 'LIST', '--writes'],
      /^petvet: --writes and --no-writes cannot both be given\n/,
    ],
    [
      'two flags of which one excludes the other',
      ['check', '--verbose', '-q'],
      /^petvet: --quiet and --verbose cannot both be given\n {2}see `petvet check --help`\n$/,
    ],
    ['a profile', ['check', '--profile', 'no-such'], /there are complete, no-burst, read-only, smoke, strict\n/],
    ['a former command', ['challenge', 'LIST-2', 'a'], /^petvet: challenge is now dispute DIR FINDING\n/],
    ['a former flag', ['check', '--print=json'], /^petvet: --print is now --format\n {2}see `petvet check --help`\n$/],
    ['a former flag of verify', ['verify', 'a', '--json'], /^petvet: --json is now --format json\n/],
    ['a former flag of serve', ['serve', '--animals', '3'], /^petvet: --animals is now --pets\n/],
    ['a former flag of rules', ['rules', '--openapi'], /^petvet: --openapi is now --format openapi\n/],
    ['a former flag of selftest', ['selftest', '--json', 'a'], /^petvet: --json is now --out FILE\.json\n/],
    ['a flag that this command never had', ['plan', '--json'], /^petvet: unknown option '--json'\n {2}see/],
    ['nothing that is near', ['bogus'], /^petvet: unknown command 'bogus'\n {2}`petvet --help` lists the commands\n$/],
    [
      'a defect',
      ['serve', '--defect', 'limit-1-give-2'],
      /there is no defect "limit-1-give-2"; did you mean limit-1-gives-2/,
    ],
    ['a target', ['check', 'staging'], /\n {2}did you mean --target staging\?\n {2}see `petvet check --help`\n$/],
    [
      'a target of a load',
      ['load', 'ceiling', 'staging'],
      /^petvet: "staging" is not a k6 option\n {2}did you mean --target staging\?/,
    ],
    [
      'an option of a client',
      ['client', 'python', 'x.py', '--limit', '5'],
      /\n {2}is it an option of the command .* put -- before/,
    ],
    ['an address', ['plan', 'http://127.0.0.1/v1'], /\n {2}did you mean --base-url http:\/\/127\.0\.0\.1\/v1\?\n/],
    ['a rule', ['check', 'LIST-2'], /\n {2}did you mean --rule LIST-2\?\n/],
    ['a rule too many', ['replay', 'a', 'LIST-2', 'LIST-3'], /got 3: a, LIST-2, LIST-3\.\n {2}see/],
    ['a word of a command without targets', ['serve', 'staging'], /got 1: staging\.\n {2}see `petvet serve --help`\n$/],
    [
      'a second variant',
      ['serve', '--variant', 'token-bucket', '--variant', 'token-bukket'],
      /there is no variant "token-bukket"; did you mean token-bucket.*\n {2}`petvet serve --list` names them all\n$/,
    ],
  ])('of a mistyped word says what was meant: %s', async (_, args, says) => {
    const { status, out, err } = await typed(args, '/');
    expect({ status, out, err }).toEqual({ status: 2, out: '', err: expect.stringMatching(says) });
    expect(err).not.toContain('S3cret');
  });

  it.each([
    ['in place of a command', [KEY]],
    ['as an argument', ['check', KEY]],
    ['as a target', ['check', '--target', KEY]],
    ['as rules', ['check', '--rule', KEY]],
    ['as a number', ['check', '--seed', KEY]],
    ['as a folder', ['replay', KEY, 'LIST-2']],
  ])('does not repeat a key that is typed %s', async (_, args) => {
    const { status, out, err } = await typed(args, '/', { PETVET_API_KEY: KEY });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err.toLowerCase().replaceAll('_', '-')).not.toContain(KEY);
  });

  it.each([
    ['nonsense', '--help'],
    ['--help', 'nonsense'],
    ['nonsense', '-h'],
    ['help', 'nonsense'],
    ['nonsense', '--version'],
    ['--nonsense', 'check', '--help'],
    ['baseline', 'nonsense', '--help'],
    ['baseline', 'help', 'nonsense'],
    ['help', 'baseline', 'nonsense'],
    ['baseline', 'write', '--help', '--nonsense'],
  ])('does not cover up words that petvet does not know: %s %s %s', async (...args) => {
    const { status, out, err } = await typed(args, '/');
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^petvet: unknown (command|option) '(--)?nonsense'\n {2}(see )?`petvet /);
  });

  it('of a mistyped command says what was meant', async () => {
    expect((await typed(['chek', '--help'], '/')).err).toContain('did you mean check?');
    expect((await typed(['help', 'check', 'staging'], '/')).err).toContain('did you mean --target staging?');
  });

  const withoutOperands = ['init', 'doctor', 'serve', 'check', 'plan', 'certify', 'selftest'];
  const excessive = [
    ...withoutOperands.map((command) => [command]),
    ['completion', 'bash'],
    ['replay', 'a', 'LIST-2'],
    ['report', 'a'],
    ['diff', 'a', 'b'],
    ['dispute', 'a', 'LIST-2'],
    ['submit', 'a'],
    ['verify', 'a'],
    ['rules', 'LIST-2'],
    ['load', 'tiers'],
    ...['write', 'prune', 'explain'].map((command) => ['baseline', command, 'a']),
  ];

  it('has all commands here that take a fixed number of words', async () => {
    const names = [...(await help()).matchAll(/^ {2}([a-z]+) /gm)].flatMap(([, name = '']) => name);
    expect(
      new Set([...excessive.flatMap(([name = '']) => name), 'client', 'judge', 'pair', 'watch', 'help', 'petvet']),
    ).toEqual(new Set(names));
  });

  it.each(excessive.map((args) => [args.join(' '), args] as const))(
    'of %s with a word too many is an error, as the command itself is',
    async (_, args) => {
      for (const asked of [[], ['--help']]) {
        const { status, out, err } = await typed([...args, 'toomuch', ...asked], '/');
        expect({ status, out }).toEqual({ status: 2, out: '' });
        expect(err).toMatch(/^petvet: (too many arguments for|required option)/);
      }
    },
  );

  it('needs nothing of what its command needs', async () => {
    for (const args of [['replay'], ['baseline', 'write'], ['load', 'tiers'], ['load', 'merge'], ['completion']])
      expect(await help(...args), args.join(' ')).toMatch(/^Usage: petvet /);
    expect(await help('replay')).toContain('replay [options] <dir> [finding]');
  });

  it('of help itself is that of all', async () => {
    expect((await typed(['help', 'help'], '/')).out).toBe(await help());
    expect((await typed(['help', 'doctor'], '/')).out).toBe(await help('doctor'));
  });
});

describe('serve --list', () => {
  it('names every defect with its rules, and every variant, and starts nothing', async () => {
    const { status, out } = await typed(['serve', '--list', '--port', '1'], '/');
    const names = [...out.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);
    expect({ status, names }).toEqual({ status: 0, names: [...Object.keys(defects), ...Object.keys(variants)] });
    expect(out).toMatch(/^ {2}limit-1-gives-2 +LIST-2/m);
  });
});

it('an address in the place of a command is told how to test what is there, and is not repeated', async () => {
  const { status, err } = await typed(['http://me:word@127.0.0.1/v1'], '/');
  expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('`petvet check --base-url ADDRESS`') });
  expect(err).not.toContain('word');
});
