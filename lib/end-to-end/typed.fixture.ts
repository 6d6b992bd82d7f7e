import { run } from '../cli/main.ts';
import type { Ended } from './petvet-process.fixture.ts';

/** Runs a command line within this process, without a terminal. @param today - YYYY-MM-DD */
export async function typed(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string | undefined>> = {},
  today = '2026-11-21',
): Promise<Ended> {
  let [out, err] = ['', ''];
  const status = await run(args, {
    out: (text) => (out += text.endsWith('\n') ? text : `${text}\n`),
    err: (text) => (err += text),
    pass: (text) => (err += text),
    colour: false,
    live: false,
    width: 120,
    cwd,
    environment,
    today,
    interrupt: new AbortController().signal,
  });
  return { status, out, err };
}
