import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchTrustedRoot } from './fetched-root.ts';
import { startIssuer } from './issuer.fixture.ts';
import { startTufRepository } from './tuf-repository.fixture.ts';

let issued: string;
let repository: Awaited<ReturnType<typeof startTufRepository>>;
let place: string;

beforeAll(async () => {
  await using issuer = await startIssuer();
  issued = issuer.trustedRoot();
});

beforeEach(async () => {
  repository = await startTufRepository();
  place = mkdtempSync(join(tmpdir(), 'petvet-tuf-'));
  writeFileSync(join(place, 'root.json'), repository.root);
  repository.offer(issued);
});

afterEach(() => {
  rmSync(place, { recursive: true });
  return repository[Symbol.asyncDispose]();
});

const fetched = () =>
  fetchTrustedRoot(repository.url, { rootFile: join(place, 'root.json'), cache: join(place, 'cache') });

describe('a trusted root from a TUF repository', () => {
  it('is the one that the repository signs, and a newer one is fetched', async () => {
    expect((await fetched()).certificateAuthorities).toHaveLength(1);
    await using another = await startIssuer();
    repository.offer(another.trustedRoot('timestampAuthorities'), { version: 2 });
    expect((await fetched()).timestampAuthorities).toHaveLength(0);
  });

  it.each([
    ['is signed by another key', { isForeign: true }, 'timestamp was signed by 0/1 keys'],
    ['has expired', { days: -1 }, /expired/],
    ['is not what is signed', { sent: '{}' }, /length/],
  ])('is refused where it %s', async (_what, how, says) => {
    repository.offer(issued, how);
    await expect(fetched()).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(says),
      hint: 'try again later, or name a trusted_root.json that you have',
    });
  });

  it('is refused where the repository goes back to an older one', async () => {
    repository.offer(issued, { version: 3 });
    await fetched();
    repository.offer(issued, { version: 2 });
    await expect(fetched()).rejects.toThrow('cannot be fetched');
  });

  it('is refused where it is none', async () => {
    repository.offer('{"mediaType":"text/plain"}');
    await expect(fetched()).rejects.toThrow(/trusted_root\.json of \S+ is not a trusted root of Sigstore/);
  });

  it('is not fetched where nothing responds', async () => {
    const { url } = await (async () => {
      await using gone = await startTufRepository();
      return gone;
    })();
    await expect(
      fetchTrustedRoot(url, { rootFile: join(place, 'root.json'), cache: join(place, 'cache') }),
    ).rejects.toThrow(`the trusted root cannot be fetched from ${url}: `);
  });
});

describe('nothing is fetched', () => {
  it.each([
    ['from a host over plain http', 'http://tuf.example', '--trusted-root must use https'],
    ['with a password in the address', 'https://user:secret@tuf.example', 'must not contain a user name or a password'],
    ['with a query', 'https://tuf.example/?a=1', 'must not have a query or a fragment'],
    [
      'from a repository that nobody vouches for',
      'https://tuf.example',
      'by which root.json https://tuf.example is trusted',
    ],
  ])('%s', async (_what, address, says) => {
    const failed = await fetchTrustedRoot(address, { cache: join(place, 'cache') }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ message: expect.stringContaining(says) });
    expect(String(failed)).not.toContain('secret');
  });

  it('by a root.json that is not there', async () => {
    await expect(
      fetchTrustedRoot(repository.url, { rootFile: join(place, 'none.json'), cache: place }),
    ).rejects.toThrow(/^the TUF root \S*none\.json cannot be read: it does not exist$/);
  });
});
