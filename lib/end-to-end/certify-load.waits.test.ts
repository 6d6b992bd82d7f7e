import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startReferenceServer } from '../reference/server.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { folder } from './petvet-process.fixture.ts';
import { loadSettings } from './real-k6.fixture.ts';

const [PRIMARY, SECOND] = ['key-of-the-first-caller-4a7f19c2', 'key-of-the-second-caller-90be53d1'] as const;
const WINDOW_SECONDS = 8;

/** k6, and others at the same time. */
const PATIENCE = 180_000;

it(
  'a load run is certified from its folder, about the rules of its scenario, and checked again',
  async () => {
    await using place = await folder();
    const server = await startReferenceServer({
      plan: 'free',
      windowSeconds: WINDOW_SECONDS,
      keys: [{ key: PRIMARY }, { key: SECOND }],
    });
    const at = (name: string) => join(place.path, name);
    const here = (...args: readonly string[]) => petvetHere(args, { cwd: place.path, env });
    const env = { ...loadSettings(server.baseUrl, PRIMARY, WINDOW_SECONDS), PETVET_SECOND_API_KEY: SECOND };
    try {
      expect(await here('load', 'burst', '--report', 'report')).toMatchObject({ status: 0 });
    } finally {
      await server.close();
    }
    const stated = 'Enterprise has a limit of 5,000 per minute';
    const certify = () => here('certify', '--from', at('report'), '--new-key', at('key.pem'), '--attest', stated);
    const verify = () => here('verify', at('report/certificate.intoto.jsonl'), '--public-key', at('key.pem.pub'));
    const report = readFileSync(at('report/load.json'), 'utf8');
    writeFileSync(at('report/load.json'), report.replace('"verdict": "pass"', '"verdict": "warn"'));
    expect(await certify()).toMatchObject({ status: 2, err: expect.stringMatching(/load\.json is not the report/) });
    writeFileSync(at('report/load.json'), report);
    expect(await certify()).toMatchObject({ status: 0, err: '' });
    const { status, out } = await verify();
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringMatching(/rules that load burst is about/) });
    expect(out).toContain(`· attested  the signer states, and no run shows: ${stated}`);
    expect(readFileSync(at('report/certificate.intoto.jsonl'), 'utf8')).not.toContain(PRIMARY);
    const evidence = readFileSync(at('report/evidence.jsonl'), 'utf8');
    writeFileSync(at('report/evidence.jsonl'), evidence.replace('"status":429', '"status":200'));
    expect(await verify()).toMatchObject({ status: 1, out: expect.stringMatching(/the evidence was changed/) });
  },
  PATIENCE,
);
