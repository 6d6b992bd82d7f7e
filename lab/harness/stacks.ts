import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isRuleId } from '../../lib/rules/index.ts';

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/** The folder of the lab: a folder for each stack, and the harness. */
export const LAB = join(ROOT, 'lab');

/** Each stack is there twice: as it is written first, and mended until it conforms. */
export const VERSIONS = ['natural', 'mended'] as const;

/** One of the two. */
export type VersionName = (typeof VERSIONS)[number];

/** The plans that the lab checks with: a limit that a run reaches by itself, and one that it has to use up. */
export const PLAN_CHOICE = ['free', 'business'] as const;

/** One of the plans. */
export type LabPlan = (typeof PLAN_CHOICE)[number];

const StartOf = z.strictObject({
  start: z.string().min(1).meta({ description: 'Run by sh in the folder of the stack, as `exec …`' }),
});

const StackFile = z.strictObject({
  title: z.string().min(1),
  needs: z.array(z.string().min(1)).meta({ description: 'Commands that succeed where the runtime is there' }),
  setup: z.string().min(1).optional().meta({ description: 'Run by sh when something in the folder changed' }),
  versions: z.record(z.enum(VERSIONS), StartOf),
});

const Violated = z.strictObject({
  rule: z.string().refine(isRuleId, 'no id of a rule'),
  because: z.string().min(1).meta({ description: 'What the specification says, and what this stack does' }),
});

const Verdict = z.strictObject({
  outcome: z.enum(['conforming', 'incomplete', 'violating']),
  violated: z.array(Violated),
});

const ExpectedFile = z.record(z.enum(VERSIONS), z.record(z.enum(PLAN_CHOICE), Verdict));

/** What a run of one version on one plan is expected to find. */
export type ExpectedVerdict = z.infer<typeof Verdict>;

/** One stack: how it starts, what is expected of it, and how it is mended. */
export interface Stack extends z.infer<typeof StackFile> {
  /** The name of its folder. */
  readonly name: string;
  readonly folder: string;
  readonly expected: z.infer<typeof ExpectedFile>;
  /** Markdown. */
  readonly mending: string;
}

/**
 * Reads every stack of the lab, by name.
 *
 * @throws {Error} that names the file, when one is missing or is not of its shape
 */
export function readStacks(lab = LAB): Stack[] {
  return readdirSync(lab)
    .toSorted()
    .filter((name) => existsSync(join(lab, name, 'stack.json')))
    .map((name) => {
      const folder = join(lab, name);
      return {
        name,
        folder,
        ...parse(join(folder, 'stack.json'), StackFile),
        expected: parse(join(folder, 'expected.json'), ExpectedFile),
        mending: readFileSync(join(folder, 'mending.md'), 'utf8').trim(),
      };
    });
}

/** Reads a JSON file. @throws {Error} that names it, when it is not of that shape */
export function parse<Shape extends z.ZodType>(file: string, shape: Shape): z.infer<Shape> {
  const read = shape.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`);
  return read.data;
}
