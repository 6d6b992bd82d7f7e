import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/**
 * Runs scripts of package.json at the same time, and prints what those say that find a fault. For `npm run verify`, which
 * puts the tools on the path.
 */
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

async function findsFault(name: string): Promise<boolean> {
  const script = scripts[name];
  if (script === undefined) throw new TypeError(`package.json has no script ${name}`);
  const child = spawn(script, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (status === 0) return false;
  process.stderr.write(`${name} finds fault (${script}):\n${out}${err}\n`);
  return true;
}

const started = Date.now();
const names = process.argv.slice(2);
const faults = await Promise.all(names.map(findsFault));
if (faults.includes(true)) process.exitCode = 1;
else process.stdout.write(`${names.join(', ')}: no fault in ${((Date.now() - started) / 1_000).toFixed(1)} s\n`);
