import { expect, it } from 'vitest';
import { placeInRepository } from './repository-place.ts';

const WORKFLOW = { GITHUB_WORKFLOW_REF: 'octo/pets/.github/workflows/petvet.yml@refs/heads/main' };

it.each([
  ['the workflow', WORKFLOW, undefined, '.github/workflows/petvet.yml'],
  ['the baseline', WORKFLOW, './ci/petvet-baseline.yaml', 'ci/petvet-baseline.yaml'],
  ['no baseline elsewhere', WORKFLOW, '../b.yaml', '.github/workflows/petvet.yml'],
  ['no absolute path', WORKFLOW, '/tmp/b.yaml', '.github/workflows/petvet.yml'],
  ['nothing on another machine', {}, 'b.yaml', undefined],
  ['nothing that is malformed', { GITHUB_WORKFLOW_REF: 'octo' }, undefined, undefined],
])('a violation is shown at %s', (_, environment, file, place) => {
  const baseline =
    file === undefined ? {} : { baseline: { file, known: [], fresh: [], stale: [], expired: [], unseen: [] } };
  expect(placeInRepository({ exitStatus: 0, because: 'x', ...baseline }, { environment })).toBe(place);
});
