/** The variables that an identity token of the pipeline comes from: whoever has one of them can sign in its name. */
export const TOKEN_SETTINGS: ReadonlySet<string> = new Set([
  'SIGSTORE_ID_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'BUILDKITE_AGENT_ACCESS_TOKEN',
]);
