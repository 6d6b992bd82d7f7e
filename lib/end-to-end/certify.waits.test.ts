import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { predicateIn } from '../certificate/certificate.fixture.ts';
import { RULE_IDS } from '../rules/index.ts';
import { PETVET_VERSION } from '../run/version.ts';
import { aService, certified, forged, KEYS } from './certify.fixture.ts';
import { petvetHere } from './petvet-here.fixture.ts';

/** A whole run, on a machine that may be busy. */
const PATIENCE = 120_000;

let service: Awaited<ReturnType<typeof aService>>;
let whole: Awaited<ReturnType<typeof certified>>;

beforeAll(async () => {
  service = await aService();
  whole = await certified(service.env);
}, PATIENCE);

afterAll(async () => {
  await whole[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

function verify(file: string, ...flags: readonly string[]) {
  return petvetHere(['verify', file, ...flags], { cwd: whole.place });
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

describe('a complete run', () => {
  it('is certified, and holds for whoever has the file, the evidence and the public key', async () => {
    expect({ status: whole.status, err: whole.status === 0 ? '' : `${whole.out}${whole.err}` }).toEqual({
      status: 0,
      err: '',
    });
    expect(whole.out).toMatch(/Certificate: report\/certificate\.intoto\.jsonl .*\n.*\nExit status 0: certified/);
    const { status, out } = await verify(whole.certificate, '--public-key', `${whole.key}.pub`);
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(
        /^✔ signature[^]*✔ signer[^]*✔ evidence[^]*✔ report[^]*✔ complete +all 4\d must rules[^]*✔ verdicts +judged again[^]*✔ dates[^]*Exit status 0: the certificate is valid\n$/,
      ),
    });
  });

  it('is certified with what it is about, and what that does not prove', () => {
    const { claims, about, doesNotProve, challenge } = predicateIn(textOf(whole.certificate));
    expect(claims.verdicts.map(({ rule }) => rule)).toEqual(RULE_IDS);
    expect(claims.target.baseUrl).toBe(service.baseUrl);
    expect(claims.observed.length).toBeGreaterThan(5);
    expect({ about, challenge }).toEqual({ about: { kind: 'address' } });
    expect(doesNotProve.join(' ')).toMatch(
      /whatever ran at this address at that time.*declared to be 5 s and 86400 s long/,
    );
  });

  it('without --public-key counts only for whoever takes any signer', async () => {
    const { status, out } = await verify(whole.certificate);
    expect({ status, out }).toEqual({
      status: 2,
      out: expect.stringMatching(
        /\? signer +nobody said[^]*Exit status 2: the certificate is valid, but nobody said whose signature counts: [^\n]*--any-signer/,
      ),
    });
    expect(await verify(whole.certificate, '--any-signer')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/· signer +.*who signed is unknown/),
    });
    expect(await verify(whole.certificate, '--any-signer', '--public-key', `${whole.key}.pub`)).toMatchObject({
      status: 2,
      err: expect.stringContaining('--any-signer and --public-key cannot both be given'),
    });
  });

  it('and --challenge, which was the name of --nonce, is told', async () => {
    const { status, err } = await verify(whole.certificate, '--challenge', 'x');
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining('--challenge is now --nonce') });
  });

  it('says in its own words what it does not prove, in which a nonce was once a challenge', async () => {
    const file = await forged(whole, join(whole.place, 'former'), {
      content: (content) => ({
        ...content,
        doesNotProve: content.doesNotProve.map((one) => one.replace('No nonce was', 'No challenge was')),
      }),
    });
    expect(textOf(file)).not.toBe(textOf(whole.certificate));
    expect(await verify(file, '--any-signer')).toMatchObject({ status: 0 });
  });

  it('leaves no secret anywhere', () => {
    const secret = textOf(whole.key).split('\n')[1] ?? '';
    expect(secret.length).toBeGreaterThan(60);
    const left = readdirSync(whole.report, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => textOf(join(parentPath, name)));
    const certificate = JSON.stringify(predicateIn(textOf(whole.certificate)));
    for (const text of [whole.out, whole.err, certificate, ...left])
      for (const hidden of [secret, ...KEYS]) expect(text.includes(hidden)).toBe(false);
  });

  it('can be checked from elsewhere, with the evidence named', async () => {
    const elsewhere = join(whole.place, 'alone.intoto.jsonl');
    writeFileSync(elsewhere, textOf(whole.certificate));
    expect(await verify(elsewhere)).toMatchObject({ status: 2, out: expect.stringMatching(/there is no evidence at/) });
    expect(await verify(elsewhere, '--evidence', join(whole.report, 'evidence.jsonl'), '--any-signer')).toMatchObject({
      status: 0,
    });
  });
});

describe('what the signer forged is found by judging again:', () => {
  const forgeries: readonly (readonly [what: string, Parameters<typeof forged>[2], says: RegExp])[] = [
    [
      'a violation in the evidence',
      { evidence: (text) => text.replace('"answer":{"status":200', '"answer":{"status":202') },
      /✖ verdicts +judged again, [A-Z]+-\d+ is violated: /,
    ],
    [
      'a verdict that is another one',
      {
        content: (content) => ({
          ...content,
          claims: {
            ...content.claims,
            verdicts: content.claims.verdicts.map((one) =>
              one.rule === 'RATE-11' ? { ...one, verdict: 'pass' as const } : one,
            ),
          },
        }),
      },
      /✖ verdicts +the certificate says pass for RATE-11; judged again, the evidence says not-applicable/,
    ],
    [
      'a rule that is missing',
      {
        content: (content) => ({
          ...content,
          claims: { ...content.claims, verdicts: content.claims.verdicts.slice(1) },
        }),
      },
      /✖ verdicts +what the certificate says of verdicts is not/,
    ],
    [
      'another address',
      {
        content: (content) => ({
          ...content,
          claims: { ...content.claims, target: { ...content.claims.target, baseUrl: 'https://pets.example/v1' } },
        }),
      },
      /✖ verdicts +what the certificate says of target/,
    ],
    [
      'another number of requests',
      {
        content: (content) => ({
          ...content,
          claims: { ...content.claims, requests: { ...content.claims.requests, sent: 500 } },
        }),
      },
      /of requests is not what the evidence says/,
    ],
    [
      'observations that sound better',
      { content: (content) => ({ ...content, claims: { ...content.claims, observed: [] } }) },
      /of observed is not what the evidence says/,
    ],
    [
      'limits that are not told',
      { content: (content) => ({ ...content, doesNotProve: ['Nothing.'] }) },
      /✖ verdicts +what the certificate does not prove/,
    ],
    [
      'a later date',
      {
        content: (content) => ({
          ...content,
          claims: { ...content.claims, endedAt: new Date(Date.parse(content.claims.endedAt) - 1_000).toISOString() },
        }),
      },
      /✖ (dates|verdicts)/,
    ],
    [
      'a nonce that the run did not follow',
      { content: (content) => ({ ...content, challenge: 'later' }) },
      /✖ complete +the nonce gives the seed/,
    ],
    [
      'a rule that was left out',
      { evidence: (text) => text.replace('"leftOut":{}', '"leftOut":{"LIST-2":"left out"}') },
      /✖/,
    ],
    [
      'a date at which rules do not apply',
      { evidence: (text) => text.replace(/"asOf":"[^"]+"/, '"asOf":"2031-01-01"') },
      /✖/,
    ],
    ['a run without its end', { evidence: (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n` }, /✖/],
    [
      'requests that were taken out',
      { evidence: (text) => text.replace(/\{"exchange":\{"id":5,.*\n/, '') },
      /✖ complete +exchange 5 is missing/,
    ],
    ['a run that begins in the midst', { evidence: (text) => text.replace(/\{"exchange":\{"id":1,.*\n/, '') }, /✖/],
    [
      'requests of another run',
      { evidence: (text) => text.replace(/\(run [a-z0-9]+\)/, '(run abc123)') },
      /✖ complete +not every request carries the name of the run/,
    ],
    [
      'another version of petvet, under which less is compared',
      { content: (content) => ({ ...content, petvet: '9.9.9' }) },
      /✖ complete +its requests are those of petvet \S+, not of petvet 9\.9\.9/,
    ],
    [
      'pets that are declared as its own',
      { evidence: (text) => text.replace('"leftOut":{}', '"leftOut":{},"createdBefore":["1"]') },
      /✖ complete +the run repeats another one/,
    ],
    [
      'probes that were not sent',
      { evidence: (text) => text.replaceAll('"probe":"hostile/bodies"', '"probe":"list/page-sizes"') },
      /✖ complete +a complete run sends requests of hostile\/bodies/,
    ],
    [
      'bodies that are said not to be recorded',
      {
        evidence: (text) =>
          text.replace(/("answer":\{"status":200,.*?"body":)\{"text":"(?:[^"\\]|\\.)*"\}/, '$1"not-recorded"'),
      },
      /✖ complete +the body of exchange \d+ was not recorded/,
    ],
    [
      'senders of a load',
      { evidence: (text) => text.replace('"probe":"list/largest-page"', '"probe":"list/largest-page","sender":"1"') },
      /✖ complete +the evidence is of a load, not of a check/,
    ],
  ];

  it.each(forgeries)(
    '%s',
    async (what, forgery, says) => {
      const file = await forged(whole, join(whole.place, what.replaceAll(' ', '-')), forgery);
      const { status, out } = await verify(file, '--public-key', `${whole.key}.pub`);
      expect({ status, out }).toEqual({ status: 1, out: expect.stringMatching(says) });
      expect(out).toContain('✔ signature');
      expect(out).toContain('✔ evidence');
    },
    PATIENCE,
  );

  it('another version of petvet, under which less is compared, is told; and what is not proved, this petvet says', async () => {
    const file = await forged(whole, join(whole.place, 'version'), {
      evidence: (text) => text.replaceAll(`"petvet/${PETVET_VERSION} (run`, '"petvet/9.9.9 (run'),
      content: (content) => ({ ...content, petvet: '9.9.9', doesNotProve: ['Nothing.'] }),
    });
    const { status, out } = await verify(file, '--any-signer');
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringMatching(/· complete +petvet 9\.9\.9 made the run/),
    });
    expect(out).toContain('Only the signer saw the traffic, and could have written the evidence by hand.');
    expect(out).not.toContain('holds the key');
    expect(out).not.toContain('Nothing.');
  });

  it('and what nobody forged holds, signed again', async () => {
    const file = await forged(whole, join(whole.place, 'same'), {});
    expect(await verify(file, '--any-signer')).toMatchObject({ status: 0 });
  });
});
