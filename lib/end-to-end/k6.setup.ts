import type { TestProject } from 'vitest/node';
import { installK6 } from '../load/install-k6.ts';
import { findK6, type K6Program } from '../load/k6-program.ts';
import { cacheFolder } from '../files/cache-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The k6 that the tests run, or why there is none: then the tests that need it fail, and no others. */
    k6: { readonly path: string } | { readonly missing: string };
  }
}

/** Before the tests: obtains k6 as `petvet load --install-k6` does, unless there is one. Afterwards no network is needed. */
export default async function setup(project: TestProject): Promise<void> {
  const places = { environment: process.env, cache: cacheFolder(process.env) };
  try {
    const { path }: K6Program = await findK6(places).catch(() => installK6({ ...places, say }));
    project.provide('k6', { path });
  } catch (error) {
    project.provide('k6', { missing: error instanceof Error ? error.message : String(error) });
  }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
