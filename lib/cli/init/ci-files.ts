import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The CI systems for which `petvet init` writes a file. */
export const CI_SYSTEMS = ['github', 'gitlab'] as const;

/** One of {@link CI_SYSTEMS}. */
export type CiSystem = (typeof CI_SYSTEMS)[number];

/** A file of a pipeline. */
export interface CiFile {
  /** Relative to the root of the repository of the service. */
  readonly path: string;
  readonly text: string;
  /** Where one is there it stays, even with --force, because it holds other jobs, too: what to do then, as a clause. */
  readonly ifThere?: string;
}

/** What is written is what the documentation shows. */
const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'docs', 'ci');

const GITLAB_TEMPLATE = '.gitlab/petvet.yml';

/** The targets that the examples name. */
const NAMED = ['staging', 'production'];

/** The pipeline that gates a release, for a CI system: it tests the target before the release, and production after it. */
export function ciFiles(system: CiSystem, target: string): readonly CiFile[] {
  const testing = (text: string) => (isTestedReadOnly(target) ? renamed(text, target) : text);
  if (system === 'github') return [{ path: '.github/workflows/petvet.yml', text: testing(example('github-npx.yml')) }];
  return [
    { path: GITLAB_TEMPLATE, text: example('gitlab-template.yml') },
    {
      path: '.gitlab-ci.yml',
      text: testing(example('gitlab-release-gate.yml')),
      ifThere: `include ${GITLAB_TEMPLATE} in it, and add jobs that extend .petvet-check`,
    },
  ];
}

/** Whether the pipeline tests the target without a write where staging would be: nobody has said yet that a run may create pets there. */
export function isTestedReadOnly(target: string): boolean {
  return !NAMED.includes(target);
}

/** The example for another target in the place of staging. */
function renamed(text: string, target: string): string {
  return text
    .replace(/(?<=PROFILE: ).*'complete' \}\}$/m, 'read-only')
    .replace('    TARGET: staging\n', '    TARGET: staging\n    PROFILE: read-only\n')
    .replace('is tested completely before it', 'is tested before it')
    .replace('on each push, production (without a write and without a burst)', 'on each push, production')
    .replaceAll('STAGING', target.replaceAll('-', '_').toUpperCase())
    .replaceAll('staging', target);
}

function example(name: string): string {
  return readFileSync(join(EXAMPLES, name), 'utf8');
}
