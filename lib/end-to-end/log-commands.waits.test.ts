import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG_COMMANDS, obeying } from '../text/log-systems.fixture.ts';
import { service } from './loopback-service.ts';
import { folder, petvet } from './petvet-process.fixture.ts';

const API_KEY = 'log-commands-3b7e-key';

/** No header can hold a control character. */
const inHeader = (text: string) => text.replace(/\p{Cc}/gu, ' ');

/** Every place of a response that a report quotes says what some system obeys. */
async function obeyed() {
  let count = 0;
  return service((_request, response) => {
    const command = LOG_COMMANDS[count++ % LOG_COMMANDS.length] ?? '';
    response.writeHead(200, {
      'content-type': `application/json; ${inHeader(command)}`,
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': `${900 - count}`,
      'x-ratelimit-reset': `${Math.ceil(Date.now() / 1_000) + 30}`,
      ...(count % 3 === 0 && { 'retry-after': inHeader(command) }),
    });
    const named = { id: command, name: `${command}\n${command}`, categoryId: command, status: command };
    response.end(JSON.stringify(count % 2 === 0 ? [named, command] : { code: command, message: `\n${command}` }));
  });
}

let place: Awaited<ReturnType<typeof folder>>;
let env: Readonly<Record<string, string>>;
let there: Awaited<ReturnType<typeof obeyed>>;
let made: Awaited<ReturnType<typeof petvet>>;
beforeAll(async () => {
  place = await folder();
  there = await obeyed();
  env = { PETVET_BASE_URL: there.baseUrl, PETVET_API_KEY: API_KEY };
  made = await petvet(['check', '--max-requests', '20', '--no-burn', '--report', 'made'], {
    cwd: place.path,
    env,
  });
}, 60_000);
afterAll(async () => {
  await there[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

describe('what a service says is no command of the system that shows the log', () => {
  it('petvet check', () => {
    expect({ status: made.status, obeying: obeying(made.out + made.err) }).toEqual({ status: 1, obeying: [] });
    expect(made.out).toContain(String.raw`\u0023#vso[task`);
  });

  it.each([
    ['judge', 'made/evidence.jsonl', '--report', 'again'],
    ['judge', 'made/evidence.jsonl', '--report', 'again', '--verbose'],
    ['report', 'made', '--format', 'json'],
    ['report', 'made', '--format', 'junit'],
    ['report', 'made', '--format', 'markdown'],
    ['report', 'made', '--format', 'sarif'],
    ['report', 'made', '--format', 'har'],
    ['diff', 'made', 'made'],
    ['replay', 'made', 'LIST-1'],
    ['check', '--smoke', '--format', 'json', '--report', 'smoke'],
  ])('petvet %s %s %s %s', async (...args) => {
    const { out, err } = await petvet(args, { cwd: place.path, env });
    expect(out + err).not.toBe('');
    expect(obeying(out + err)).toEqual([]);
  });

  it('the report as JSON on standard output is that of the file', async () => {
    const { out } = await petvet(['report', 'made', '--format', 'json'], { cwd: place.path, env });
    expect(JSON.parse(out)).toMatchObject({
      rules: JSON.parse(readFileSync(join(place.path, 'made', 'conformance.json'), 'utf8')).rules,
    });
  });

  it('in a job of GitHub the annotations alone are commands', async () => {
    const job = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(place.path, 'summary.md') };
    writeFileSync(job.GITHUB_STEP_SUMMARY, '');
    const args = ['judge', 'made/evidence.jsonl', '--report', 'again'];
    const { out, err } = await petvet(args, { cwd: place.path, env: { ...env, ...job } });
    expect(obeying(out)).toEqual([]);
    const commands = obeying(err).filter((one) => !/^GitHub Actions: ::(?:error|warning) title=[A-Z]+-\d+::/.test(one));
    expect(commands).toEqual([]);
    expect(err).toContain('::error title=');
    expect(obeying(readFileSync(job.GITHUB_STEP_SUMMARY, 'utf8'))).toEqual([]);
  });
});

it.each(['\u001b[2J', '\u007f', '\u202e', '\u009b31m', '\n::error::', '##vso[task.x]'])(
  'nor is what petvet repeats of its own command line: %j',
  async (odd) => {
    for (const args of [[`--${odd}`], ['judge', `no${odd}file`], ['check', '--target', odd], ['report', odd], [odd]]) {
      // oxlint-disable-next-line no-await-in-loop -- one process at a time
      const { status, out, err } = await petvet(args, { cwd: place.path });
      expect({ args, status }).toEqual({ args, status: 2 });
      expect(out + err).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
      expect(obeying(out + err)).toEqual([]);
    }
  },
  60_000,
);
