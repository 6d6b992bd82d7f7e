import type { TestProject } from 'vitest/node';
import { cacheFolder } from '../run/cache-folder.ts';
import { installK6 } from '../load/install-k6.ts';
import { findK6, type K6Program } from '../load/k6-program.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the k6 that the tests run. */
    k6: string;
  }
}

/** Before the tests: obtains k6 as `petvet load --install-k6` does, unless there is one. Afterwards no network is needed. */
export default async function setup(project: TestProject): Promise<void> {
  const places = { environment: process.env, cache: cacheFolder(process.env) };
  const program: K6Program = await findK6(places).catch(() => installK6({ ...places, say }));
  project.provide('k6', program.path);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
