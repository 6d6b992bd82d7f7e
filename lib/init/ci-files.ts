import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a pipeline. */
export interface CiFile {
  /** Relative to the root of the repository of the service. */
  readonly path: string;
  readonly text: string;
  /** Where one is there it stays, even with --force, because it holds other jobs, too: what to do then, as a clause. */
  readonly ifThere?: string;
}

/** What is written is what the documentation shows. */
const EXAMPLES = join(import.meta.dirname, '..', '..', 'docs', 'ci');

const GITLAB_TEMPLATE = '.gitlab/petvet.yml';

/** The pipeline that gates a release, for a CI system. */
export function ciFiles(system: 'github' | 'gitlab'): readonly CiFile[] {
  if (system === 'github') return [{ path: '.github/workflows/petvet.yml', text: example('github-npx.yml') }];
  return [
    { path: GITLAB_TEMPLATE, text: example('gitlab-template.yml') },
    {
      path: '.gitlab-ci.yml',
      text: example('gitlab-release-gate.yml'),
      ifThere: `include ${GITLAB_TEMPLATE} in it, and add jobs that extend .petvet-check`,
    },
  ];
}

function example(name: string): string {
  return readFileSync(join(EXAMPLES, name), 'utf8');
}
