/*
 * Runs a program, and kills it as soon as the process that started this one is gone, whatever ended that: the other end of the pipe
 * on stdin closes with it. Started by `runChild` in a process group of its own: `node watchdog.ts FILE ARGS…`
 */
import { spawn } from 'node:child_process';
import { CANNOT_START } from './watchdog-exit.ts';

// They go to the whole group: the program ends by itself, and this process with it.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});

const [file = '', ...args] = process.argv.slice(2);
const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true });

const kill = () => {
  child.kill('SIGKILL');
  // With whatever the program started. It takes this process along.
  if (process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
};
process.stdin.on('end', kill).on('error', kill).resume();

// Nothing keeps it then: process.exit now and then never ends (nodejs/node#54918).
const end = (status: number) => {
  process.exitCode = status;
  process.stdin.destroy();
};
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  end(CANNOT_START);
});
child.on('exit', (status) => {
  if (status === null) process.kill(process.pid, 'SIGKILL');
  else end(status);
});
