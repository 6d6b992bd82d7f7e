import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, appendFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setInterval } from 'node:timers/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { segmentsOf } from '../load/segments.ts';
import { faultsOfTestRun } from './k6-operator/test-run-schema.fixture.ts';

/**
 * A stand-in for kubectl and k6-operator, so that what petvet writes for them is run as it stands there: it keeps Secrets and ConfigMaps
 * in the folder that STAND_IN names, refuses a TestRun that the operator's own schema refuses, and starts the k6 that PETVET_K6 names
 * once for each part, as the operator's runners do, with the keys from the Secret. Any other object is only noted.
 */
const place = z.string().parse(process.env['STAND_IN']);
const k6 = z.string().parse(process.env['PETVET_K6']);

const LOOK_MS = 100;

const Secret = z.record(z.string(), z.string());
const TestRun = z.looseObject({
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({
    parallelism: z.int(),
    args: z.array(z.string()),
    script: z.object({ configMap: z.object({ name: z.string(), file: z.string() }) }),
    runner: z.object({
      env: z.array(
        z.union([
          z.object({ name: z.string(), value: z.string() }),
          z.object({
            name: z.string(),
            valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }),
          }),
        ]),
      ),
    }),
  }),
});

const [, , ...args] = process.argv;
const [verb, kind, name] = args;
appendFileSync(join(place, 'kubectl.log'), `${args.join(' ')}\n`);
if (verb === 'create' && kind === 'secret') await createSecret(args[3] ?? '');
else if (verb === 'create' && kind === 'configmap') createConfigMap(name ?? '', flag('--from-file='));
else if (verb === 'apply') apply(args.at(-1) ?? '');
else if (verb === 'wait') await allEnded();
else if (verb === 'get') list(args[args.indexOf('-l') + 1] ?? '');
else if (verb === 'logs') process.stdout.write(readFileSync(join(place, `${basename(kind ?? '')}.log`)));

function flag(start: string): string {
  return args.find((arg) => arg.startsWith(start))?.slice(start.length) ?? '';
}

async function createSecret(of: string): Promise<void> {
  if (flag('--from-env-file=') !== '/dev/stdin') throw new Error('a secret stands in an argument');
  const lines = (await text(process.stdin)).split('\n').filter((line) => line !== '');
  const entries = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  writeFileSync(join(place, `secret-${of}.json`), JSON.stringify(Object.fromEntries(entries)));
}

function createConfigMap(of: string, file: string): void {
  mkdirSync(join(place, of), { recursive: true });
  copyFileSync(file, join(place, of, basename(file)));
}

function apply(file: string): void {
  if (!existsSync(file)) return;
  const manifest: unknown = parse(readFileSync(file, 'utf8'));
  const faults = faultsOfTestRun(manifest);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const { metadata, spec } = TestRun.parse(manifest);
  const env = spec.runner.env.map((entry) => {
    const { name: variable } = entry;
    if ('value' in entry) return [variable, entry.value] as const;
    const ref = entry.valueFrom.secretKeyRef;
    const secret = Secret.parse(JSON.parse(readFileSync(join(place, `secret-${ref.name}.json`), 'utf8')));
    return [variable, z.string().parse(secret[ref.key])] as const;
  });
  const script = join(place, spec.script.configMap.name, spec.script.configMap.file);
  initialize(script, spec.args);
  const bounds = segmentsOf(spec.parallelism).split(',');
  for (let part = 1; part <= spec.parallelism; part++) {
    const pod = join(place, `${metadata.name}-${part}-x`);
    const log = openSync(`${pod}.log`, 'w');
    const segment = `--execution-segment=${bounds[part - 1]}:${bounds[part]}`;
    const sequence = `--execution-segment-sequence=${bounds.join(',')}`;
    const run = ['run', '--quiet', segment, sequence, ...spec.args, script];
    // The shell outlives this process, as a pod does kubectl.
    spawn('/bin/sh', ['-c', `"$0" "$@"; echo $? > '${pod}.end'`, k6, ...run, '--address='], {
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env['PATH'], HOME: place, ...Object.fromEntries(env) },
    }).unref();
    appendFileSync(join(place, 'pods'), `${basename(pod)}\n`);
  }
}

/** The operator packs the script anew, with the same arguments but for those that only `k6 run` knows, and inspects that. */
function initialize(script: string, given: readonly string[]): void {
  const packed = join(place, 'archived.tar');
  const known = given.filter((arg) => arg !== '--no-usage-report');
  execFileSync(k6, ['archive', script, '-O', packed, ...known], { stdio: 'pipe' });
  execFileSync(k6, ['inspect', '--execution-requirements', packed], { stdio: 'pipe' });
}

function pods(): readonly string[] {
  return readFileSync(join(place, 'pods'), 'utf8').trim().split('\n');
}

/** No event tells of it: the processes are those of another process. */
async function allEnded(): Promise<void> {
  if (flag('--for=') !== `jsonpath={.status.stage}=finished`) return;
  for await (const each of setInterval(LOOK_MS, pods))
    if (each().every((pod) => existsSync(join(place, `${pod}.end`)))) return;
}

function list(labels: string): void {
  const [, of = ''] = /^k6_cr=([^,]+),runner=true$/.exec(labels) ?? [];
  for (const pod of pods().filter((one) => one.startsWith(`${of}-`))) process.stdout.write(`pod/${pod}\n`);
}
