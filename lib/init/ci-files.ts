import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a pipeline. */
export interface CiFile {
  /** Relative to the root of the repository of the service. */
  readonly path: string;
  readonly text: string;
  /** One that is there stays, even with --force: it holds other jobs, too. */
  readonly keep: boolean;
  /** What to do then, as a clause. */
  readonly ifKept: string;
}

const GITLAB_JOBS = '.gitlab/petvet.yml';

/** The pipeline that gates a release, for a CI system. @param version - of petvet, which the pipeline uses */
export function ciFiles(system: 'github' | 'gitlab', version: string): readonly CiFile[] {
  const text = readFileSync(join(import.meta.dirname, 'ci', `${system}.yml`), 'utf8').replaceAll('{version}', version);
  if (system === 'github') return [{ path: '.github/workflows/petvet.yml', text, keep: false, ifKept: '' }];
  return [
    { path: GITLAB_JOBS, text, keep: false, ifKept: '' },
    {
      path: '.gitlab-ci.yml',
      text: `stages: [test]\n\ninclude:\n  - local: ${GITLAB_JOBS}\n`,
      keep: true,
      ifKept: `add \`include: [{ local: ${GITLAB_JOBS} }]\` to it`,
    },
  ];
}
