import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { publicFileOf, writeNewKey } from '../../lib/certificate/keys.ts';
import { runChild } from '../../lib/load/child-run.ts';
import { withoutOwnSettings } from '../../lib/load/own-settings.ts';
import { KEY_FILE } from '../../lib/register/register.ts';
import { certifyRelease } from './certify-release.ts';
import { disputeRelease } from './dispute-release.ts';
import { workOn } from './register-workers.ts';
import { DISPUTED, REGISTER, RELEASES, tableDate, type Release } from './releases.ts';
import { setUp } from './setup.ts';
import { readStacks, ROOT } from './stacks.ts';

/**
 * `npm run register`: certifies releases of services of the lab, and writes the register that they make. The keys are made for it and
 * thrown away, so that a register is always of one run of this command.
 */
const USAGE = `npm run register -- [--table] [--parallel 2]

  --table   start no service: check the certificates that are there, and write their table again, as of its date`;

const { values: flags } = parseArgs({
  options: {
    table: { type: 'boolean', default: false },
    parallel: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});

const environment = withoutOwnSettings(process.env);

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
if (flags.help) process.stdout.write(`${USAGE}\n`);
else process.exitCode = await (flags.table ? writeTable(tableDate()) : build()).catch(failed);

function failed(error: unknown): number {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}

async function build(): Promise<number> {
  const scratch = mkdtempSync(join(tmpdir(), 'petvet-register-'));
  const keys = join(scratch, 'keys');
  const clear = () => {
    // First: what is under way may still write elsewhere.
    rmSync(keys, { recursive: true, force: true });
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  };
  // Also where a signal ends this process: the private keys must not stay.
  process.once('exit', clear);
  const fresh = join(scratch, 'register');
  try {
    const keyOf = keysIn(keys, fresh);
    await setUpAll();
    const atATime = Math.trunc(Number(flags.parallel)) || 1;
    await workOn(RELEASES, atATime, async (one) => {
      await certifyRelease(one, { environment, key: keyOf(one), scratch, register: fresh });
      process.stderr.write(`${one.name} ${one.version}: certified\n`);
    });
    for (const rules of ['register.yaml', 'errata.yaml']) copyFileSync(join(REGISTER, rules), join(fresh, rules));
    await disputeRelease(DISPUTED, { environment, scratch, register: fresh });
    replaceWith(fresh);
    return await writeTable(new Date().toISOString().slice(0, 10));
  } finally {
    clear();
    process.off('exit', clear);
  }
}

/** One key for all versions of an implementation; the public part goes into the register. */
function keysIn(folder: string, register: string): (release: Release) => string {
  const fileOf = (name: string) => join(folder, `${name}.pem`);
  mkdirSync(folder);
  for (const name of new Set(RELEASES.map((one) => one.name))) {
    const file = fileOf(name);
    writeNewKey(file);
    mkdirSync(join(register, name), { recursive: true });
    copyFileSync(publicFileOf(file), join(register, name, KEY_FILE));
  }
  return ({ name }) => fileOf(name);
}

async function setUpAll(): Promise<void> {
  const needed = new Set(RELEASES.map(({ stack }) => stack));
  for (const stack of readStacks().filter(({ name }) => needed.has(name))) {
    process.stderr.write(`${stack.name}: setting up\n`);
    await setUp(stack, environment);
  }
}

/** Only a register that is whole takes the place of the one that is there. */
function replaceWith(fresh: string): void {
  rmSync(REGISTER, { recursive: true, force: true });
  mkdirSync(REGISTER, { recursive: true });
  for (const name of readdirSync(fresh)) cpSync(join(fresh, name), join(REGISTER, name), { recursive: true });
}

/** What the certificates say stays true; that they are fresh does not. */
async function writeTable(asOf: string): Promise<number> {
  const folder = relative(ROOT, REGISTER);
  const outs = ['README.md', 'register.json'].flatMap((name) => ['--out', join(folder, name)]);
  const { status, said } = await runChild({
    file: process.execPath,
    args: [join(ROOT, 'lib', 'cli', 'petvet.cjs'), 'verify', '--all', folder, '--as-of', asOf, ...outs],
    cwd: ROOT,
    environment,
    timeoutSeconds: 300,
    graceSeconds: 0,
  });
  process.stdout.write(`${said}\n`);
  return status ?? 2;
}
