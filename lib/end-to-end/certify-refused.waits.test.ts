import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aToken } from '../keyless/issuer.fixture.ts';
import { aService, certified, KEYS, settingsOf } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder, petvet } from './petvet-process.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

describe.concurrent('no certificate is written', () => {
  it(
    'for a service that violates a must rule',
    async () => {
      await using faulty = await aService({ defect: 'limit-1-gives-2' });
      await using run = await certified(faulty.env);
      expect(run).toMatchObject({
        status: 1,
        out: expect.stringMatching(/No certificate was written\.\nExit status 1: LIST-2 .*violated\n$/),
      });
      expect([run.certificate, run.key].filter((file) => existsSync(file))).toEqual([]);
      expect(existsSync(join(run.report, 'conformance.json'))).toBe(true);
    },
    PATIENCE,
  );

  it(
    'for a run that could not verify all, and it says how',
    async () => {
      await using small = await aService({ pets: 30 });
      const { PETVET_SECOND_API_KEY: _second, ...withoutSecond } = small.env;
      await using run = await certified(withoutSecond);
      expect(run).toMatchObject({
        status: 3,
        out: expect.stringMatching(
          /\n {2}LIST-4: .*--populate would create \d+ pets[^]*\n {2}RATE-10: no second caller's key is configured\nNo certificate was written\.\nExit status 3: /,
        ),
      });
      expect(existsSync(run.certificate)).toBe(false);
    },
    PATIENCE,
  );

  it(
    'for an interrupted run, whose report is there',
    async () => {
      await using one = await aService();
      await using place = await folder();
      const cwd = place.path;
      const report = join(cwd, 'interrupted');
      const ended = await petvet(['certify', '--new-key', join(cwd, 'i.pem'), '--report', report], {
        cwd,
        env: one.env,
        when: { printed: /requests so far/, act: (pid) => process.kill(pid, 'SIGINT') },
      });
      expect(ended).toMatchObject({ status: 130, err: expect.stringMatching(/what was done is judged and written/) });
      expect(readdirSync(report)).toEqual(expect.arrayContaining(['conformance.json', 'evidence.jsonl']));
      expect(existsSync(join(report, 'certificate.intoto.jsonl'))).toBe(false);
    },
    PATIENCE,
  );

  it.each([
    [[], /a certificate needs a key/],
    [['--key', 'a', '--new-key', 'b'], /cannot both be given/],
    [['--key', 'missing.pem'], /cannot be read/],
    [['--new-key', 'k.pem', '--nonce', 'x', '--seed', '1'], /cannot both be given/],
    [['--new-key', 'k.pem', '--nonce', ''], /printable characters/],
    [['--new-key', 'k.pem', '--catalogue', '9.9.9'], /does not know the catalogue/],
    [['--new-key', 'k.pem', '--subject', 'pets'], /is not NAME@sha256:HEX/],
    [['--new-key', 'k.pem', '--start', 'true'], /--start needs --subject-file/],
    [['--new-key', 'k.pem', '--subject-file', 'x'], /--subject-file needs --start/],
    [['--new-key', 'k.pem', '--start', `serve --key ${KEYS[0]}`, '--subject-file', 'x'], /must not contain an API key/],
  ])('with %j, and nothing is sent', async (flags, says) => {
    await using place = await folder();
    const ended = await petvetHere(['certify', ...flags], {
      cwd: place.path,
      env: settingsOf('http://127.0.0.1:9/v1'),
    });
    expect(ended).toMatchObject({ status: 2, err: expect.stringMatching(says) });
    expect(ended.err).not.toContain(KEYS[0]);
  });
});

describe('nothing is sent for a signature without a key', () => {
  it.each([
    [['--keyless', '--key', 'a'], /--key and --keyless cannot both be given/],
    [['--keyless', '--new-key', 'a'], /--new-key and --keyless cannot both be given/],
    [['--new-key', 'a', '--key', 'b'], /--key and --new-key cannot both be given/],
    [[], /a certificate needs a key to sign it/],
    [['--new-key', 'a', '--fulcio', 'https://a.example'], /--fulcio is for --keyless/],
    [['--new-key', 'a', '--no-rekor'], /--no-rekor is for --keyless/],
    [['--keyless'], /--keyless needs the identity token of a pipeline, and there is none/],
    [['--keyless', '--fulcio', 'http://a.example'], /--fulcio must use https/],
    [['--keyless', '--from', 'x', '--target', 'staging'], /--from and --target cannot both be given/],
    [['--keyless', '--from', 'x', '--subject-file', 'y'], /--from and --subject-file cannot both be given/],
  ])('with %j', async (flags, says) => {
    await using place = await folder();
    const { status, out, err } = await petvetHere(['certify', ...flags], {
      cwd: place.path,
      env: settingsOf('http://127.0.0.1:9/v1'),
    });
    expect({ status, out, err }).toEqual({
      status: 2,
      out: '',
      err: expect.stringMatching(/^petvet: [^\n]*\n  [^\n]*\n$/),
    });
    expect(err).toMatch(says);
  });

  it('where the token of the pipeline is over', async () => {
    await using place = await folder();
    const token = aToken({ exp: 1_700_000_000 });
    const { status, err } = await petvetHere(['certify', '--keyless'], {
      cwd: place.path,
      env: { ...settingsOf('http://127.0.0.1:9/v1'), SIGSTORE_ID_TOKEN: token },
    });
    expect({ status, err }).toEqual({
      status: 2,
      err: expect.stringMatching(/^petvet: SIGSTORE_ID_TOKEN expired at /),
    });
    expect(err).not.toContain(token.split('.')[1]);
  });
});
