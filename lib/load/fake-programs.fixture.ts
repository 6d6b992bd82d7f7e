import { mkdtempSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A folder for one test, gone after it. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'petvet-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a shell script that stands for a program; returns its path. */
export function aProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** A script that answers `k6 version` as k6 does. */
export function saysVersion(version: string): string {
  return `echo 'k6 v${version} (go1.26.8, linux/amd64)'`;
}

/** A line of a script that leaves a process behind, which adds to a file as long as it lives. */
export function leavesBeating(file: string): string {
  return `(while :; do echo >> '${file}'; sleep 0.02; done) &\nwhile [ ! -s '${file}' ]; do sleep 0.02; done`;
}

/** Whether something still adds to the file. */
export async function isBeating(file: string): Promise<boolean> {
  const { size } = statSync(file);
  await setTimeout(300);
  return statSync(file).size > size;
}
