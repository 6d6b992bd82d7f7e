import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConformanceReport } from '../shapes/report.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, type Ended } from './petvet-process.fixture.ts';
import { typed } from './typed.fixture.ts';

/** The longest of these waits ten seconds for an answer that never comes; the machine may be busy. */
const PATIENCE = 150_000;

const API_KEY = 'bad-input-4f9a1c77e0d25b';

/** Nobody listens there: the port was free a moment ago. */
async function deadAddress(): Promise<string> {
  const gone = await service(() => {});
  await gone[Symbol.asyncDispose]();
  return gone.baseUrl;
}

/** How a process ends that says one thing, and shows nothing of its inner parts. */
function oneSentence(says: RegExp): Ended {
  const err = new RegExp(String.raw`^(?![^]*(?:\n\s+at |petvet itself failed))[^]*?(?:${says.source})`, says.flags);
  return { status: 2, out: '', err: expect.stringMatching(err) };
}

describe('a command line or a setting that is wrong ends in a sentence and exit 2', () => {
  const HERE = { PETVET_BASE_URL: 'http://127.0.0.1:9/v1', PETVET_API_KEY: API_KEY };

  it.each<[string, readonly string[], Record<string, string>, RegExp]>([
    ['a base address without /v1', [], { ...HERE, PETVET_BASE_URL: 'https://pets.example' }, /PETVET_BASE_URL .*\/v1/],
    ['http to another host', [], { ...HERE, PETVET_BASE_URL: 'http://pets.example/v1' }, /PETVET_BASE_URL .*http/],
    ['no key', ['--base-url', HERE.PETVET_BASE_URL], {}, /PETVET_API_KEY is missing/],
    ['a target that is not configured', ['--target', 'nowhere'], HERE, /nowhere/i],
    ['an unknown rule', ['--rule', 'LIST-77'], HERE, /"LIST-77" is not a rule[^]*did you mean LIST-7/],
    [
      'an unknown input',
      ['--skip-input', 'name-null'],
      HERE,
      /"name-null" is not a hostile input[^]*did you mean name-nul/,
    ],
    ['a question for the inputs', ['--skip-input', 'help'], HERE, /--skip-input takes any of query-nul, /],
    ['inputs beside a report', ['--failed-from', '.', '--skip-input', 'range'], HERE, /--skip-input cannot both/],
    ['--fail-fast with --fail-on', ['--fail-fast', '--fail-on', 'AUTH'], HERE, /--fail-fast and --fail-on cannot both/],
    ['a rule to fail on that is none', ['--fail-on', 'AUHT-1'], HERE, /--fail-on "AUHT-1" is not a rule/],
    ['a baseline that is not there', ['--baseline', 'none.yaml'], HERE, /the baseline none\.yaml does not exist/],
    ['a time that is none', ['--wait-until-up', 'soon'], HERE, /It must be a time such as 45s, 90m or 4h/],
    ['a quick check that uses up the limit', ['--smoke', '--burn'], HERE, /--smoke and --burn cannot both be given/],
    ['a quick check of many', ['--smoke', '--max-requests', '50'], HERE, /--smoke and --max-requests 50 cannot both/],
    ['a bad date', ['--as-of', '2030-02-30'], HERE, /--as-of "2030-02-30" is not a date/],
    ['an unknown flag', ['--smokes'], HERE, /unknown option '--smokes'[^]*did you mean --smoke\?/],
    ['a flag for the key', ['--api-key', API_KEY], HERE, /unknown option '--api-key'/],
    ['an unknown plan', ['--plan', 'gold'], HERE, /gold/],
    ['a share that is none', ['--day-share', '50'], HERE, /--day-share[^]*a share such as 50% or 0\.5/],
    ['a share of nothing', ['--day-share', '0%'], HERE, /a share such as 50% or 0\.5/],
    [
      'a day that is used up',
      ['--day-share', '0.5%'],
      HERE,
      /too little of the daily quota remains: 0 [^]*raise --day-share/,
    ],
    ['runs to keep that are none', ['--keep', '0'], HERE, /--keep[^]*a whole number, 1 or more/],
    ['runs to keep elsewhere', ['--keep', '3', '--report', 'x'], HERE, /--report and --keep cannot both be given/],
    ['a figure that is none', ['--max-requests', 'many'], HERE, /whole number/],
    ['an unknown setting', [], { ...HERE, PETVET_PLANN: 'free' }, /PETVET_PLANN/],
  ])('%s', async (_what, flags, env, says) => {
    await using place = await folder();
    expect(await typed(['check', ...flags], place.path, env)).toEqual(oneSentence(says));
  });

  it('an unknown command', async () => {
    expect(await typed(['chek'], '/')).toEqual(oneSentence(/unknown command 'chek'[^]*did you mean check\?/));
  });

  it('a .env that cannot be read as one', async () => {
    await using place = await folder();
    writeFileSync(join(place.path, '.env'), `PETVET_BASE_URL\nPETVET_API_KEY="${API_KEY}\n`);
    const ended = await typed(['check'], place.path);
    expect(ended).toEqual(oneSentence(/\.env, line 1[^]*line 2/));
    expect(ended.err).not.toContain(API_KEY);
  });

  it('a report folder that cannot be written', async () => {
    await using place = await folder();
    writeFileSync(join(place.path, 'file'), '');
    mkdirSync(join(place.path, 'taken', 'evidence.jsonl'), { recursive: true });
    for (const report of ['file/report', 'taken']) {
      const ended = await typed(['check', '--report', join(place.path, report)], place.path, HERE);
      expect(ended).toEqual(oneSentence(/the report folder .* cannot be written/));
    }
  });

  it('evidence that is none', async () => {
    await using place = await folder();
    const [lines, har] = ['list.jsonl', 'list.har'].map((name) => join(place.path, name));
    writeFileSync(`${lines}`, 'not evidence\n');
    writeFileSync(`${har}`, '{"log":');
    expect(await typed(['judge', `${lines}`], place.path)).toEqual(oneSentence(/list\.jsonl/));
    expect(await typed(['judge', `${har}`, '--base-url', HERE.PETVET_BASE_URL], place.path)).toEqual(
      oneSentence(/list\.har/),
    );
    expect(await typed(['judge', join(place.path, 'no')], place.path)).toEqual(oneSentence(/no does not exist/));
  });
});

describe.concurrent('a target that cannot be judged ends in a sentence and exit 2', { timeout: PATIENCE }, () => {
  it('nobody listens at the address', async () => {
    await using place = await folder();
    const env = { PETVET_BASE_URL: await deadAddress(), PETVET_API_KEY: API_KEY };
    const ended = await petvetHere(['check', '--report', 'report'], { cwd: place.path, env });
    expect(ended).toEqual(oneSentence(/cannot be reached: no connection/));
  });

  it('the key is refused', async () => {
    await using place = await folder();
    await using refusing = await service((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"a","message":"b","status":401}');
    });
    const env = { PETVET_BASE_URL: refusing.baseUrl, PETVET_API_KEY: API_KEY };
    const ended = await petvetHere(['check', '--report', 'report'], { cwd: place.path, env });
    expect(ended).toEqual(oneSentence(/refuses the key \(401\)/));
  });

  it('the service hangs', async () => {
    await using place = await folder();
    await using hanging = await service(() => {});
    const env = { PETVET_BASE_URL: hanging.baseUrl, PETVET_API_KEY: API_KEY };
    const ended = await petvetHere(['check', '--report', 'report'], { cwd: place.path, env });
    expect(ended).toEqual(oneSentence(/cannot be reached: .*did not respond within/));
  });
});

describe.concurrent('what a service may send ends in verdicts', { timeout: PATIENCE }, () => {
  const SENT: readonly [string, RequestListener, string][] = [
    ['HTML', (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Pets</h1>'), 'JSON-1'],
    [
      'invalid UTF-8',
      (_request, response) =>
        response.setHeader('content-type', 'application/json').end(Buffer.from([0x5b, 0xff, 0xfe, 0x5d])),
      'JSON-1',
    ],
    ['no body', (_request, response) => response.setHeader('content-type', 'application/json').end(), 'LIST-1'],
    ['an endless body', (_request, response) => pour(response.setHeader('content-type', 'application/json')), 'RATE-1'],
  ];

  it.each(SENT)('%s', async (_what, answer, rule) => {
    await using place = await folder();
    await using odd = await service(answer);
    const env = { PETVET_BASE_URL: odd.baseUrl, PETVET_API_KEY: API_KEY };
    const { status, err } = await petvetHere(['check', '--report', 'report'], { cwd: place.path, env });
    const text = readFileSync(join(place.path, 'report', 'conformance.json'), 'utf8');
    const violated = ConformanceReport.parse(JSON.parse(text)).rules.filter(({ verdict }) => verdict === 'fail');
    expect(violated.map(({ id }) => id)).toContain(rule);
    expect(status).toBe(1);
    expect(err).not.toMatch(/petvet itself failed/);
  });
});

/** Writes as fast as it is read, until the reader has had enough. */
function pour(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write('[1],'.repeat(16_384)));
  };
  response.on('drain', more);
  more();
}
