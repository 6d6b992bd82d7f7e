import type { Environment } from './environment.ts';

/** What the systems set in each of their jobs; most set CI besides. */
const VARIABLES = [
  'CI',
  'CONTINUOUS_INTEGRATION',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'TF_BUILD',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'BUILDKITE',
  'CIRCLECI',
  'TRAVIS',
  'APPVEYOR',
  'DRONE',
  'BITBUCKET_BUILD_NUMBER',
  'CODEBUILD_BUILD_ID',
  'bamboo_buildKey',
] as const;

/** Whether petvet runs in a pipeline: the variable that says so, or undefined where none does. `CI=false` says that it does not. */
export function pipelineVariable(environment: Environment): string | undefined {
  return VARIABLES.find((name) => !['', 'false', '0', 'no'].includes(environment[name]?.trim().toLowerCase() ?? ''));
}
