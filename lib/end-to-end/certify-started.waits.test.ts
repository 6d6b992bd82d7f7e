import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { predicateIn } from '../certificate/certificate.fixture.ts';
import { CERTIFICATE_FILE } from '../certificate/bundle.ts';
import { KEYS, settingsOf } from './certify.fixture.ts';
import { service } from './loopback-service.ts';
import { petvetHere } from './petvet-here.fixture.ts';
import { COMPILED, folder, petvet, ROOT } from './petvet-process.fixture.ts';

/** Processes and whole runs, on a machine that may be busy. */
const PATIENCE = 120_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const address = server.address();
  await new Promise((onClosed) => server.close(onClosed));
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return address.port;
}

/** What is certified: a program that starts the reference server, and leaves its process id and what it was given behind. */
async function aProgram() {
  const place = await folder();
  const port = await freePort();
  const at = (name: string) => join(place.path, name);
  const server = join(ROOT, 'lib', 'reference', 'server.ts');
  writeFileSync(
    at('pets.mjs'),
    `import { writeFileSync } from 'node:fs';
import { startReferenceServer } from ${JSON.stringify(server)};
writeFileSync(${JSON.stringify(at('pid'))}, String(process.pid));
writeFileSync(${JSON.stringify(at('given.json'))}, JSON.stringify(process.env));
await startReferenceServer({ port: ${port}, plan: 'free', windowSeconds: 5, keys: ${JSON.stringify(KEYS.map((key) => ({ key })))} });
`,
  );
  const node = JSON.stringify(process.execPath);
  const env = {
    ...settingsOf(`http://127.0.0.1:${port}/v1`),
    NODE_COMPILE_CACHE: COMPILED,
    SIGSTORE_ID_TOKEN: 'the-token-of-the-pipeline',
  };
  return {
    at,
    env,
    cwd: place.path,
    /** In a shell, beside a process that nobody waits for: all of them are one group. */
    command: `sleep 1000 & ${node} ${JSON.stringify(at('pets.mjs'))}; wait`,
    isRunning: () => isRunning(Number(readFileSync(at('pid'), 'utf8'))),
    sha256: createHash('sha256')
      .update(readFileSync(at('pets.mjs')))
      .digest('hex'),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function flagsOf(program: Awaited<ReturnType<typeof aProgram>>, command = program.command): string[] {
  const { at } = program;
  return [
    'certify',
    '--new-key',
    at('key.pem'),
    '--report',
    at('report'),
    '--start',
    command,
    '--subject-file',
    at('pets.mjs'),
  ];
}

describe.concurrent('what petvet starts itself', () => {
  it(
    'is certified with the digest of its file, gets no settings of petvet, and is gone afterwards',
    async () => {
      await using program = await aProgram();
      const { at, env, cwd, command, sha256 } = program;
      const ended = await petvetHere(flagsOf(program), { cwd, env });
      expect({ status: ended.status, said: ended.status === 0 ? '' : `${ended.out}${ended.err}` }).toEqual({
        status: 0,
        said: '',
      });
      const file = join(at('report'), CERTIFICATE_FILE);
      expect(predicateIn(readFileSync(file, 'utf8')).about).toEqual({
        kind: 'started',
        name: 'pets.mjs',
        sha256,
        command,
      });
      expect(program.isRunning()).toBe(false);
      expect(readFileSync(at('given.json'), 'utf8')).not.toMatch(/PETVET_|pet_|SIGSTORE_|the-token/);
      const checked = await petvetHere(['verify', file, '--any-signer', '--subject-file', at('pets.mjs')], { cwd });
      expect(checked).toMatchObject({
        status: 0,
        out: expect.stringMatching(/✔ subject .*pets\.mjs is the certified pets\.mjs/),
      });
      writeFileSync(at('pets.mjs'), '// another version');
      expect(
        await petvetHere(['verify', file, '--any-signer', '--subject-file', at('pets.mjs')], { cwd }),
      ).toMatchObject({
        status: 1,
        out: expect.stringMatching(/✖ subject .*is not the certified/),
      });
    },
    PATIENCE,
  );

  it(
    'is gone after an interrupt, too, with all that it started, and there is no certificate',
    async () => {
      await using program = await aProgram();
      const { at, env, cwd } = program;
      const when = { printed: /requests so far/, act: (pid: number) => process.kill(pid, 'SIGINT') };
      const ended = await petvet(flagsOf(program), { cwd, env, when });
      expect(ended.status, ended.err).toBe(130);
      expect(program.isRunning()).toBe(false);
      expect(existsSync(join(at('report'), 'conformance.json'))).toBe(true);
      expect(existsSync(join(at('report'), CERTIFICATE_FILE))).toBe(false);
    },
    PATIENCE,
  );

  it(
    'must not change during the run',
    async () => {
      await using program = await aProgram();
      const { at, env, cwd } = program;
      const changing = `echo >> ${JSON.stringify(at('pets.mjs'))}; ${program.command}`;
      const ended = await petvetHere(flagsOf(program, changing), { cwd, env });
      expect(ended).toMatchObject({
        status: 3,
        out: expect.stringMatching(/No certificate was written\.\nExit status 3: .*pets\.mjs changed during the run/),
      });
      expect(program.isRunning()).toBe(false);
    },
    PATIENCE,
  );

  it(
    'must be what responds: not something that is there already, and not something that ended',
    async () => {
      await using program = await aProgram();
      const { env, cwd } = program;
      expect(await petvetHere(flagsOf(program, 'exit 7'), { cwd, env })).toMatchObject({
        status: 2,
        err: expect.stringMatching(/ended with status 7 before it responded/),
      });
      await using other = await service((_request, response) => response.end());
      expect(await petvetHere(flagsOf(program), { cwd, env: settingsOf(other.baseUrl) })).toMatchObject({
        status: 2,
        err: expect.stringMatching(/something responds at .* already/),
      });
    },
    PATIENCE,
  );
});
