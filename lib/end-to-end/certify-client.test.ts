import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientEvidence, clientFolder } from '../certificate/client-run.fixture.ts';
import { typed } from './typed.fixture.ts';

const CERTIFICATE = 'certificate.intoto.jsonl';

it('the run of a client is certified as it is recorded, and its certificate is checked', async () => {
  const place = await clientFolder(clientEvidence({ seed: 7 }));
  const certify = (...flags: readonly string[]) =>
    typed(['certify', '--from', place, '--new-key', join(place, 'key.pem'), ...flags], place);
  const verify = () => typed(['verify', join(place, CERTIFICATE), '--public-key', join(place, 'key.pem.pub')], place);
  try {
    expect(await certify('--nonce', 'x')).toMatchObject({ status: 2, err: expect.stringMatching(/for services/) });
    const report = readFileSync(join(place, 'client.json'), 'utf8');
    writeFileSync(join(place, 'client.json'), report.replace('"pass"', '"warn"'));
    expect(await certify()).toMatchObject({ status: 2, err: expect.stringMatching(/is not the report/) });
    writeFileSync(join(place, 'client.json'), report);
    expect(await certify()).toMatchObject({ status: 0, err: '' });
    expect(await verify()).toMatchObject({
      status: 0,
      out: expect.stringMatching(/drawn from seed 7, and no others[^]*\nExit status 0: the certificate is valid\n$/),
    });
    const evidence = readFileSync(join(place, 'client-evidence.jsonl'), 'utf8');
    writeFileSync(join(place, 'client-evidence.jsonl'), evidence.replace('"status":429', '"status":200'));
    expect(await verify()).toMatchObject({
      status: 1,
      out: expect.stringMatching(/\nExit status 1: the certificate is not valid: the evidence was changed/),
    });
  } finally {
    await rm(place, { recursive: true });
  }
});

it('a client that violates a rule is not certified', async () => {
  const place = await clientFolder(clientEvidence({ waits: Array.from({ length: 7 }, () => 1_300) }));
  try {
    const ended = await typed(['certify', '--from', place, '--new-key', join(place, 'key.pem')], place);
    expect(ended).toMatchObject({ status: 1, out: expect.stringMatching(/^No certificate[^]*CLIENT-3 is violated/) });
  } finally {
    await rm(place, { recursive: true });
  }
});
