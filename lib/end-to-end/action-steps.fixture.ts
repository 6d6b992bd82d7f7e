import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { folder, ROOT, run } from './petvet-process.fixture.ts';

const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  runs: z.object({
    steps: z.array(
      z.object({
        name: z.string().optional(),
        id: z.string().optional(),
        uses: z.string().optional(),
        with: z.record(z.string(), z.unknown()).optional(),
        shell: z.literal('bash').optional(),
        run: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
});
const { inputs: INPUTS, runs } = Action.parse(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')));

/** The steps of the action, in their order. */
export const STEPS = runs.steps;

/** Inputs of the action, or variables of the environment. */
export type Texts = Readonly<Record<string, string>>;

/** Runs steps one after the other, until one fails, in the same folder. */
export async function steps(names: readonly string[], inputs: Texts, env: Texts) {
  await using cwd = await folder();
  const [first = '', ...others] = names;
  let ended = await stepIn(cwd, first, inputs, env);
  for (const name of others) {
    if (ended.status !== 0) return ended;
    // oxlint-disable-next-line no-await-in-loop -- as a job does
    ended = await stepIn(cwd, name, inputs, env);
  }
  return ended;
}

/** What a job does before it checks or measures, as far as nothing is installed. */
export const READ = 'Read the inputs';

/** Runs one step as a runner does: bash that ends at the first error, and files that take outputs and the summary. */
export async function stepIn(cwd: { readonly path: string }, name: string, inputs: Texts, env: Texts) {
  const found = STEPS.find((one) => one.name === name || one.id === name);
  const own = Object.entries(found?.env ?? {}).map(([variable, expression]) => {
    const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
    return [variable, inputs[input] ?? INPUTS[input]?.default ?? `no input ${input}`];
  });
  const script = join(cwd.path, 'step.sh');
  writeFileSync(script, found?.run ?? 'exit 99');
  const [output, summary] = [join(cwd.path, 'output'), join(cwd.path, 'summary')];
  const ended = await run('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
    cwd: cwd.path,
    env: {
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: cwd.path,
      XDG_CACHE_HOME: join(cwd.path, 'cache'),
      ...Object.fromEntries(own),
      ...env,
    },
  });
  const reportsIn = join(cwd.path, inputs['report'] ?? 'petvet-report');
  const reports = ['check/conformance.json', 'check/junit.xml', 'load/load.json'].filter((file) =>
    existsSync(join(reportsIn, file)),
  );
  const evidence = textIn(join(reportsIn, 'check', 'evidence.jsonl'));
  const methods = new Set(Array.from(evidence.matchAll(/"method":"([A-Z]+)"/g), ([, method]) => method));
  return { ...ended, output: textIn(output), summary: textIn(summary), reports, methods };
}

function textIn(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
