import { stringify } from 'yaml';
import type { RemoteMetrics } from './metrics-output.ts';

/** The first k6-operator that knows `spec.args`, which hands each setting to k6 as it is. */
export const OPERATOR_VERSION = '1.6.0';

/** The name of the TestRun, and of the Secret and the ConfigMap that it refers to. */
export const TEST_RUN_NAME = 'petvet-load';

/** k6's archive, as a key of the ConfigMap. */
export const ARCHIVE_FILE = 'archive.tar';

/** What a TestRun is made of. */
export interface TestRunParts {
  /** How many machines. */
  readonly parts: number;
  /** k6's version, e.g. `1.8.1`. */
  readonly k6: string;
  /** The settings of the script, by name; none is secret. */
  readonly open: readonly (readonly [name: string, value: string])[];
  /** The names of its secret settings, which are keys of the Secret. */
  readonly secrets: readonly string[];
  /** Where the metrics go, if anywhere. */
  readonly metrics: RemoteMetrics;
}

/**
 * A manifest for k6-operator: a TestRun of k6.io/v1alpha1, as YAML. The keys are in a Secret, which only the machines that send get to
 * see. Without `cleanup`, for the logs of the pods are the samples; these are written as they are (`raw`), so that the log of a pod
 * holds many.
 */
export function testRunOf({ parts, k6, open, secrets, metrics }: TestRunParts): string {
  const image = `grafana/k6:${k6}`;
  const env = [
    ...[...secrets, ...metrics.secrets].map((name) => ({
      name,
      valueFrom: { secretKeyRef: { name: TEST_RUN_NAME, key: name } },
    })),
    ...metrics.open.map(([name, value]) => ({ name, value })),
  ];
  const manifest = {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name: TEST_RUN_NAME },
    spec: {
      parallelism: parts,
      separate: true,
      args: [
        '--no-usage-report',
        '--log-format=raw',
        ...metrics.tags,
        ...open.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      ],
      script: { configMap: { name: TEST_RUN_NAME, file: ARCHIVE_FILE } },
      initializer: { image },
      runner: { image, env },
    },
  };
  return `# Needs k6-operator v${OPERATOR_VERSION} or later: earlier ones do not know spec.args. The keys are in the Secret ${TEST_RUN_NAME}, and not
# here. \`separate\` asks for a node of its own for each of the ${parts} parts.
${stringify(manifest)}`;
}
