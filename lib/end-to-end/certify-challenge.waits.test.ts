import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predicateIn } from '../certificate/certificate.fixture.ts';
import { readNonce } from '../certificate/nonce.ts';
import { DEFAULT_REQUESTS } from '../probe/budget.ts';
import { readRecordedRun } from '../replay/recorded-run.ts';
import { aService, certified, KEYS, settingsOf } from './certify.fixture.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { proxyTo } from './proxy.fixture.ts';
import { windowOfTry } from './window-of-try.fixture.ts';

/** Whole runs, on a machine that may be busy. */
const PATIENCE = 120_000;

const CHALLENGE = '5f0c9b1e7a2d4c68';

let there: Awaited<ReturnType<typeof aService>>;
let whole: Awaited<ReturnType<typeof certified>>;

beforeAll(async () => {
  there = await aService();
  whole = await certified(there.env, '--nonce', CHALLENGE);
}, PATIENCE);

afterAll(async () => {
  await whole[Symbol.asyncDispose]();
  await there[Symbol.asyncDispose]();
});

function verify(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return petvetHere(['verify', whole.certificate, '--any-signer', ...flags], { cwd: whole.place, env });
}

describe('a run under a nonce', () => {
  it('draws by it, sends more than any other, and marks every pet that it names', async () => {
    expect({ status: whole.status, said: whole.status === 0 ? '' : `${whole.out}${whole.err}` }).toEqual({
      status: 0,
      said: '',
    });
    const { challenge, claims } = predicateIn(readFileSync(whole.certificate, 'utf8'));
    const { seed, mark } = readNonce(CHALLENGE);
    expect({ challenge, seed: claims.seed }).toEqual({ challenge: CHALLENGE, seed });
    expect(claims.requests.sent).toBeGreaterThan(DEFAULT_REQUESTS + 20);
    const { exchanges } = await readRecordedRun(whole.report);
    const bodies = [...exchanges.values()].flatMap(({ request: { body } }) =>
      body.kind === 'bytes' ? [Buffer.from(body.bytes).toString('latin1')] : [],
    );
    const names = bodies.flatMap((body) => /"(petvet[\dA-Za-z]+)"/.exec(body)?.[1] ?? []);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !name.startsWith(`petvet${mark.toUpperCase()}`))).toEqual([]);
  });

  it('holds for the nonce that was given, and for no other', async () => {
    expect(await verify(['--nonce', CHALLENGE])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/✔ nonce +the run followed your nonce/),
    });
    expect(await verify(['--nonce', 'another'])).toMatchObject({
      status: 1,
      out: expect.stringMatching(/✖ nonce +the run followed another nonce/),
    });
    expect(await verify([])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/· nonce .*--nonce checks/),
    });
  });

  it('left pets that a look at the service finds, in at most five requests', async () => {
    const seen: string[] = [];
    await using watched = await service(proxyTo(there.port, ({ url }) => seen.push(url)));
    const { status, out, err } = await verify(['--live', watched.baseUrl], { PETVET_API_KEY: KEYS[0] });
    expect({ status, out, err }).toEqual({
      status: 0,
      out: expect.stringMatching(/✔ service .* has pets that the run created/),
      err: '',
    });
    expect(seen.length).toBeLessThanOrEqual(5);
    expect(`${out}${JSON.stringify(predicateIn(readFileSync(whole.certificate, 'utf8')))}`).not.toContain(KEYS[0]);
  });

  it('left none at another service', async () => {
    await using other = await aService();
    const ended = await verify(['--live', other.baseUrl], { PETVET_API_KEY: KEYS[0] });
    expect(ended).toMatchObject({
      status: 1,
      out: expect.stringMatching(/✖ service .* has none of the pets that the run created/),
    });
  });

  it.each([
    ['with a key that is refused', KEYS[0].replace('7', '8'), /\? service .* refuses \(401\): look at the API key/],
  ])('is not looked at %s', async (_what, key, says) => {
    expect(await verify(['--live', there.baseUrl], { PETVET_API_KEY: key })).toMatchObject({
      status: 2,
      out: expect.stringMatching(says),
    });
  });

  it('is not looked at where nobody listens, or the address is none', async () => {
    const env = { PETVET_API_KEY: KEYS[0] };
    expect(await verify(['--live', 'http://127.0.0.1:9/v1'], env)).toMatchObject({
      status: 2,
      out: expect.stringMatching(/\? service .* could not be checked/),
    });
    expect(await verify(['--live', 'http://pets.example/v1'], env)).toMatchObject({
      status: 2,
      err: expect.stringMatching(/--live|must use https/),
    });
  });
});

/**
 * A service that answers rightly what it was asked in a run before, and otherwise ignores how many pets a page may hold. Whoever asks the
 * same again sees nothing wrong.
 */
function byHeart(port: number, learnt: Set<string>, isLearning: () => boolean) {
  const forward = proxyTo(port);
  return (...[incoming, outgoing]: Parameters<typeof forward>) => {
    const url = incoming.url ?? '';
    if (isLearning()) learnt.add(url);
    const isLimited = /[?&]limit=\d+/.test(url);
    if (isLimited && !learnt.has(url)) incoming.url = url.replace(/limit=\d+/, 'limit=100');
    forward(incoming, outgoing);
  };
}

it(
  'a service that learnt the requests of one seed by heart passes that seed, and fails under nonces',
  async ({ task }) => {
    const windowSeconds = windowOfTry(task, [5, 12]);
    await using conforming = await aService({ windowSeconds });
    const learnt = new Set<string>();
    let isLearning = true;
    await using memorised = await service(byHeart(conforming.port, learnt, () => isLearning));
    const env = settingsOf(memorised.baseUrl, windowSeconds);
    await using first = await certified(env, '--seed', '7');
    expect(first.status, first.out.slice(-300)).toBe(0);
    isLearning = false;
    await using again = await certified(env, '--seed', '7');
    expect(again.status, again.out).toBe(0);
    expect(learnt.size).toBeGreaterThan(10);
    for (const challenge of ['first', 'second']) {
      await using challenged = await certified(env, '--nonce', challenge);
      expect(challenged).toMatchObject({
        status: 1,
        out: expect.stringMatching(/No certificate was written\.\nExit status 1: .*LIST-2/),
      });
    }
    expect(join(again.report, 'certificate.intoto.jsonl')).toBe(again.certificate);
  },
  2 * PATIENCE,
);
