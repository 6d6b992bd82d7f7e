import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientEvidence, clientFolder } from '../../certificate/client-run.fixture.ts';
import { folder } from '../../end-to-end/petvet-process.fixture.ts';
import { typed } from '../../end-to-end/typed.fixture.ts';
import { openEvidence } from '../../evidence/log.ts';
import { aGet } from '../../replay/recorded-run.fixture.ts';
import { aReport } from '../../report/report.fixture.ts';

/** Ids that no double holds, and no order. */
const PETS = [2n ** 53n + 3n, 7n].map((id) => ({ id, name: 'Rex', categoryId: 3n, status: 'sold' }));

let place: Awaited<ReturnType<typeof folder>>;
let client: string;

beforeAll(async () => {
  place = await folder();
  client = await clientFolder(clientEvidence({ seed: 7 }));
  mkdirSync(join(place.path, 'service'));
  const { knowledge, run } = aReport();
  const evidence = openEvidence(join(place.path, 'service', 'evidence.jsonl'), knowledge);
  const body = JSON.stringify(PETS, (_key, value: unknown) =>
    typeof value === 'bigint' ? JSON.rawJSON(`${value}`) : value,
  );
  const exchange = aGet(1, '/pets?limit=2', 200, []);
  evidence.append({
    ...exchange,
    answer: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['x-ratelimit-limit', '60'],
        ['x-ratelimit-remaining', '59'],
        ['x-ratelimit-reset', '1795262460'],
      ],
      body: { kind: 'bytes', bytes: Buffer.from(body) },
    },
  });
  evidence.finish({ ...run, sent: 1 });
  evidence.close();
});

afterAll(async () => {
  await rm(client, { recursive: true });
  await place[Symbol.asyncDispose]();
});

const paired = (...args: readonly string[]) => typed(['pair', ...args], place.path);

describe('petvet pair', () => {
  it('holds the evidence of a client against that of a service, and says what is missing', async () => {
    const { status, out } = await paired(client, 'service', '--format', 'json');
    expect(status).toBe(3);
    const told: unknown = JSON.parse(out);
    expect(told).toMatchObject({ schema: 'petvet/pair/1', verdict: 'not shown', client: { name: 'node adopt.mjs' } });
    expect(told).toMatchObject({
      freedoms: expect.arrayContaining([
        expect.objectContaining({ name: 'large-ids', service: 'used', exchange: 1, client: 'stands', verdict: 'yes' }),
        expect.objectContaining({
          name: 'lower-case-headers',
          service: 'used',
          client: 'unknown',
          verdict: 'not shown',
        }),
        expect.objectContaining({ name: 'negative-ids', service: 'unused', verdict: 'yes' }),
        expect.objectContaining({ name: 'empty-429', service: 'unseen' }),
      ]),
    });
  });

  it('takes certificates that are valid, in any order, and no others', async () => {
    const certificate = join(client, 'certificate.intoto.jsonl');
    expect(await typed(['certify', '--from', client, '--new-key', join(client, 'key.pem')], client)).toMatchObject({
      status: 0,
    });
    expect(await paired('service', certificate)).toMatchObject({
      status: 3,
      out: expect.stringMatching(
        /^Client {3}node adopt[^]*✔ large-ids .*exchange 1[^]*Exit status 3: not shown: the service was/,
      ),
    });
    writeFileSync(certificate, '{}');
    expect(await paired('service', certificate)).toMatchObject({ status: 2, err: expect.stringContaining('petvet: ') });
  });

  it.each([
    ['a client alone', () => [client], /a client and of no service/],
    ['a service alone', () => ['service'], /no client and of 1 service/],
    ['two services', () => ['service', 'service', client], /a client and of 2 services/],
    ['nothing that exists', () => ['nowhere', client], /nowhere does not exist/],
  ])('refuses %s', async (_what, args, says) => {
    expect(await paired(...args())).toMatchObject({ status: 2, out: '', err: expect.stringMatching(says) });
  });
});
