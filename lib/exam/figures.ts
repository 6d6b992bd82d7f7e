import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { defects } from '../reference/defects/index.ts';
import { gradeOf } from './grade.ts';
import { ExamResult } from './result.ts';
import { CONFORMING_NAMES } from './subjects.ts';

/** Where the repository begins. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** The one file that every published figure of the examination comes from. */
export const FIGURES_FILE = join(import.meta.dirname, 'figures.jsonl');

const Head = z.object({
  schema: z.literal('petvet/figures/1'),
  /** YYYY-MM-DD. */
  measuredOn: z.string(),
  petvet: z.string(),
  /** Of the code that was measured; see {@link fingerprintOfCode}. */
  code: z.string(),
});

/** What an examination of petvet came to: one vintage, with the code that it is of. */
export interface Figures extends z.infer<typeof Head> {
  /** Of every subject, with writes, over one seed or several. */
  readonly withWrites: readonly ExamResult[];
  /** Of every defect, in runs that send no POST, with the first of the seeds. */
  readonly readOnly: readonly ExamResult[];
}

const Line = z.object({ writes: z.boolean(), result: ExamResult });

/** The rooms whose code decides what is sent, what is found, and by whom. */
const DECIDING = [
  'contract',
  'evidence',
  'expectation',
  'judges',
  'ledger',
  'model',
  'probe',
  'reference',
  'rules',
  'shapes',
  'wire',
].map((room) => `lib/${room}`);

/** What lies beside them and decides, too. */
const ALSO = {
  'lib/exam': [
    'added-subjects',
    'depth',
    'exam',
    'exam-process',
    'examine-all',
    'examine-apart',
    'examine-lines',
    'grade',
    'queue',
    'result',
    'sampled-subjects',
    'subjects',
  ],
  'lib/run': ['check', 'flow', 'selection', 'suites', 'verdicts'],
};

/** What only load runs use: no examination makes one. */
const OF_LOAD = /\/load(-[\w-]+)?\.ts$/;

/**
 * A hash of the code that decides on the figures: figures with another one were measured on other code. Tests, files that
 * only tests use and those of load runs do not count; nor does a file's place in the list of the system.
 *
 * @param root - the folder of the repository
 */
export function fingerprintOfCode(root = ROOT): string {
  const hash = createHash('sha256');
  for (const file of codeFiles(root))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function codeFiles(root: string): string[] {
  const deciding = [...DECIDING, 'suites'].flatMap((folder) => filesBelow(root, folder));
  const also = Object.entries(ALSO).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}.ts`));
  return [...deciding, ...also]
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file) && !OF_LOAD.test(file))
    .toSorted();
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  );
}

/** The figures as a file: a head, and a line for each run, so that a change of one run is a change of one line. */
export function figuresAsText({ withWrites, readOnly, ...head }: Figures): string {
  const lines = [
    ...withWrites.map((result) => ({ writes: true, result: essence(result) })),
    ...readOnly.map((result) => ({ writes: false, result: essence(result) })),
  ];
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** What no published figure comes from is left out. */
function essence(result: ExamResult): ExamResult {
  return {
    ...result,
    says: gradeOf(result).faults.length === 0 ? {} : result.says,
    names: Object.hasOwn(defects, result.name) ? result.names : [],
    kept: CONFORMING_NAMES.includes(result.name) ? result.kept : {},
  };
}

/**
 * Reads what {@link figuresAsText} wrote.
 *
 * @throws {z.ZodError} or {SyntaxError} when it is something else
 */
export function readFigures(text: string): Figures {
  const [head = '{}', ...rest] = text.trimEnd().split('\n');
  const lines = rest.map((line) => Line.parse(JSON.parse(line)));
  const of = (writes: boolean) => lines.filter((line) => line.writes === writes).map(({ result }) => result);
  return { ...Head.parse(JSON.parse(head)), withWrites: of(true), readOnly: of(false) };
}
