import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder, aProgram, saysVersion } from './fake-programs.fixture.ts';
import { installK6, type K6Installation } from './install-k6.ts';
import { archiveFor } from './k6-archive.ts';
import { cachedK6, findK6 } from './k6-program.ts';

/** Writes a program into GOBIN, as `go install` does. */
const GO = `[ "$1 $2" = 'install go.k6.io/k6@v1.8.1' ] || exit 3
cat > "$GOBIN/k6" <<'END'
#!/bin/sh
${saysVersion('1.8.1')}
END
chmod +x "$GOBIN/k6"`;

describe('with Go', () => {
  it('k6 is built into the cache, after a line that says so, and nothing else is left there', async () => {
    const { call, said } = anInstallation(GO);
    const path = cachedK6(call.cache, '1.8.1');
    expect(await installK6(call)).toEqual({ path, version: '1.8.1' });
    expect(await findK6(call)).toEqual({ path, version: '1.8.1' });
    expect(said).toEqual(['installing k6 1.8.1 with go, about a minute …']);
    expect(readdirSync(call.cache)).toEqual(['k6-1.8.1']);
  });

  it('a k6 that is there is taken', async () => {
    const { call, said } = anInstallation('exit 1');
    const path = aProgram(cachedK6(call.cache, '1.8.1'), saysVersion('1.8.1'));
    expect(await installK6(call)).toEqual({ path, version: '1.8.1' });
    expect(said).toEqual([]);
  });

  it('a broken k6 that is there is replaced', async () => {
    const { call } = anInstallation(GO);
    aProgram(cachedK6(call.cache, '1.8.1'), 'exit 1');
    expect(await installK6(call)).toMatchObject({ version: '1.8.1' });
  });

  it('two at once do not harm each other', async () => {
    const { call } = anInstallation(`sleep 0.2\n${GO}`);
    const [one, other] = await Promise.all([installK6(call), installK6(call)]);
    expect(one).toEqual(other);
    expect(readdirSync(call.cache)).toEqual(['k6-1.8.1']);
  });

  it('an interruption ends it at once, and leaves nothing under the final name', async () => {
    const interruption = new AbortController();
    const { call } = anInstallation(`echo half > "$GOBIN/k6"; sleep 60`);
    setTimeout(() => interruption.abort(), 300);
    await expect(installK6({ ...call, interrupt: interruption.signal })).rejects.toMatchObject({ code: 'INTERRUPTED' });
    expect(readdirSync(call.cache)).toEqual([]);
  });

  it('what Go built is looked at before it gets the final name', async () => {
    const { call } = anInstallation(`printf '#!/bin/sh\\nexit 1\\n' > "$GOBIN/k6"; chmod +x "$GOBIN/k6"`);
    await expect(installK6(call)).rejects.toMatchObject({ message: expect.stringContaining('does not work') });
    expect(readdirSync(call.cache)).toEqual([]);
  });
});

describe('when Go is of no help', () => {
  it.each([
    ['is not there', undefined, 'there is no Go in PATH'],
    ['fails without a word', 'exit 1', 'go says: nothing, and fails'],
    ['fails', `echo 'first line' >&2; echo 'no such host' >&2; exit 1`, 'go says: no such host'],
  ])('because it %s, and no archive can be verified, both reasons are told', async (_, go, says) => {
    const { call } = anInstallation(go);
    await expect(installK6(call)).rejects.toMatchObject({
      code: 'USAGE',
      message: `k6 cannot be installed: ${says}; no archive of k6 can be verified for this system, so none is used`,
      hint: expect.stringContaining('install Go'),
    });
    expect(readdirSync(call.cache)).toEqual([]);
  });

  it('the archive is downloaded and unpacked', async () => {
    const { call, said } = anInstallation();
    const { url, sha256 } = await aServedArchive();
    const path = cachedK6(call.cache, '1.4.2');
    expect(await installK6({ ...call, archive: { url, sha256 } })).toEqual({ path, version: '1.4.2' });
    expect(await findK6(call)).toEqual({ path, version: '1.4.2' });
    expect(said).toEqual(['downloading k6 1.4.2, about 30 MB …']);
    expect(readdirSync(call.cache)).toEqual(['k6-1.4.2']);
  });

  it('an archive with another hash is refused', async () => {
    const { call } = anInstallation();
    const { url } = await aServedArchive();
    await expect(installK6({ ...call, archive: { url, sha256: '0'.repeat(64) } })).rejects.toMatchObject({
      message: expect.stringContaining('is not the archive that was published'),
    });
    expect(readdirSync(call.cache)).toEqual([]);
  });

  it('an archive that is not there is told', async () => {
    const { call } = anInstallation();
    const { url, sha256 } = await aServedArchive();
    await expect(installK6({ ...call, archive: { url: `${url}/none`, sha256 } })).rejects.toMatchObject({
      message: expect.stringContaining('/none responds with 404'),
    });
  });
});

it.each([
  ['linux', 'x64', 'k6-v1.4.2-linux-amd64.tar.gz'],
  ['linux', 'arm64', 'k6-v1.4.2-linux-arm64.tar.gz'],
  ['darwin', 'x64', 'k6-v1.4.2-macos-amd64.zip'],
  ['darwin', 'arm64', 'k6-v1.4.2-macos-arm64.zip'],
])('for %s on %s there is an archive with its hash', (platform, arch, file) => {
  expect(archiveFor(platform, arch)).toEqual({
    url: `https://github.com/grafana/k6/releases/download/v1.4.2/${file}`,
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

it('for other systems no archive is taken', () => {
  expect(archiveFor('win32', 'x64')).toBeUndefined();
});

/** An installation into a folder of its own, without an archive, and with a `go` only where its script is given. */
function anInstallation(go?: string): { call: K6Installation; said: string[] } {
  const folder = aFolder();
  const said: string[] = [];
  if (go !== undefined) aProgram(join(folder, 'bin', 'go'), go);
  linkTools(join(folder, 'tools'));
  return {
    call: {
      environment: { PATH: `${join(folder, 'bin')}:${join(folder, 'tools')}` },
      cache: join(folder, 'cache'),
      say: (line) => said.push(line),
      archive: null,
    },
    said,
  };
}

/** What the scripts and the installation call, by themselves: beside them in the system's folders there may be Go and k6. */
function linkTools(folder: string): void {
  mkdirSync(folder);
  for (const tool of ['cat', 'chmod', 'sleep', 'tar', 'gzip']) {
    const path = ['/usr/bin', '/bin'].map((one) => join(one, tool)).find((one) => existsSync(one));
    if (path !== undefined) symlinkSync(path, join(folder, tool));
  }
}

/** An archive of the official form on loopback. */
async function aServedArchive(): Promise<{ url: string; sha256: string }> {
  const folder = aFolder();
  aProgram(join(folder, 'k6-v1.4.2-linux-amd64', 'k6'), saysVersion('1.4.2'));
  const file = join(folder, 'k6.tar.gz');
  execFileSync('tar', ['-czf', file, '-C', folder, 'k6-v1.4.2-linux-amd64']);
  const bytes = readFileSync(file);
  const server = createServer(({ url }, response) => {
    if (url !== '/k6.tar.gz') response.statusCode = 404;
    response.end(url === '/k6.tar.gz' ? bytes : undefined);
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/k6.tar.gz`, sha256: createHash('sha256').update(bytes).digest('hex') };
}
