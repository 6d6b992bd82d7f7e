import { segmentsOf } from './segments.ts';
import type { ScenarioName } from './scenarios.ts';
import { ARCHIVE_FILE, OPERATOR_VERSION, TEST_RUN_NAME } from './test-run.ts';

/** What the page beside the manifest is about. */
interface Distributed {
  readonly scenario: ScenarioName;
  readonly parts: number;
  /** Milliseconds since 1970. */
  readonly startAt: number;
  /** The names of the secret settings. */
  readonly secrets: readonly string[];
  /** Where the logs grow too long, a sentence that says so. */
  readonly tooLong: string | undefined;
}

/** How to go on with what `petvet load --distributed` wrote, in Markdown. */
export function distributedReadme({ scenario, parts, startAt, secrets, tooLong }: Distributed): string {
  const literals = secrets.map((name) => `"${name}=$${name}"`).join(' ');
  const headers = secrets.includes('REQUEST_HEADERS')
    ? ' REQUEST_HEADERS is JSON: `[["X-Gateway", "…"]]`, as the headers of the target are.'
    : '';
  return `# petvet load ${scenario}, on ${parts} machines

They start together at ${new Date(startAt).toISOString()}, in an unused window: do not use the key for a minute before. A part that is not ready by then sends nothing and says so; for another start time create this folder again with \`--start-at\`.
${tooLong === undefined ? '' : `\n${tooLong}\n`}
With k6-operator v${OPERATOR_VERSION} or later on Kubernetes, in this folder, with ${secrets.join(', ')} set in the shell. The keys go to the
Secret by stdin, since whoever lists processes sees arguments.${headers}

\`\`\`sh
printf '%s\\n' ${literals} | kubectl create secret generic ${TEST_RUN_NAME} --from-env-file=/dev/stdin
kubectl create configmap ${TEST_RUN_NAME} --from-file=${ARCHIVE_FILE}
kubectl apply -f testrun.yaml
kubectl wait --for=jsonpath='{.status.stage}'=finished testrun/${TEST_RUN_NAME} --timeout=24h
for pod in $(kubectl get pods -l k6_cr=${TEST_RUN_NAME},runner=true -o name); do
  kubectl logs "$pod" > "$(basename "$pod").log"
done
petvet load merge .
\`\`\`

By hand, on each machine, with its own segment of ${parts}, and the settings that testrun.yaml has under \`args\`:

\`\`\`sh
k6 run --execution-segment=0:1/${parts} --execution-segment-sequence=${segmentsOf(parts)} \\
  --log-format raw --console-output k6-console.jsonl -e … ${ARCHIVE_FILE}
\`\`\`

Then bring the folders together, each with a copy of load-plan.json, and judge them as one run: \`petvet load merge FOLDER…\`.
`;
}
