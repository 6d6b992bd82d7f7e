import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { UsageError } from '../errors.ts';
import type { Knowledge } from '../evidence/knowledge.ts';
import type { Target } from '../target/target.ts';
import { scriptOf } from './k6-part.ts';
import { explainK6Exit, runK6 } from './k6-process.ts';
import type { K6Program } from './k6-program.ts';
import { k6Environment, SECRET_SETTINGS, type LoadSettings } from './k6-settings.ts';
import { writePlan } from './plan-record.ts';
import type { ScenarioName } from './scenarios.ts';

/** A load run that several machines are to make together. */
export interface DistributedPlan {
  readonly scenario: ScenarioName;
  readonly target: Target;
  readonly knowledge: Knowledge;
  readonly settings: Omit<LoadSettings, 'summaryFile'> & { readonly startAt: number };
  readonly program: K6Program;
  /** How many machines. */
  readonly parts: number;
  readonly directory: string;
  readonly interrupt: AbortSignal;
}

/** Scenarios whose requests can be shared out: those that leave at a rate. The others are one caller after the other. */
const SHARED: readonly ScenarioName[] = ['ceiling', 'soak'];

/** No pack of an archive takes longer, in seconds. */
const PACKING_SECONDS = 30;

const ARCHIVE = 'archive.tar';
const NAME = 'petvet-load';

/**
 * Writes what an engine of several machines needs: k6's archive of the script, a TestRun of k6-operator that refers to a secret
 * for the keys, the plan for whoever judges, and how to go on. Sends nothing; no key is in any of it.
 *
 * @returns the names of the files
 * @throws {UsageError} when the scenario cannot be shared out, or k6 cannot pack it
 */
export async function writeDistributed(plan: DistributedPlan): Promise<readonly string[]> {
  const { scenario, target, settings, parts, directory, program } = plan;
  if (!SHARED.includes(scenario))
    throw new UsageError(
      `${scenario} cannot be shared out: its requests follow one another`,
      `it goes with ${SHARED.join(' and ')}`,
    );
  if (parts < 2) throw new UsageError(`--distributed ${parts} is not a distribution`, 'give 2 or more');
  mkdirSync(directory, { recursive: true });
  const environment = k6Environment(target, { ...settings, summaryFile: '' });
  const secrets = SECRET_SETTINGS.filter((name) => !['', '[]', undefined].includes(environment[name]));
  const open = Object.entries(environment).filter(([name, value]) => !secrets.includes(name) && value !== '');
  const archive = join(directory, ARCHIVE);
  const end = await runK6({
    program,
    args: [
      'archive',
      '--quiet',
      '--exclude-env-vars',
      '--archive-out',
      archive,
      ...open.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      scriptOf(scenario),
    ],
    environment: {},
    timeoutSeconds: PACKING_SECONDS,
    interrupt: plan.interrupt,
    onOutput: () => undefined,
  });
  if (end.status !== 0)
    throw new UsageError(
      `k6 cannot pack the script: ${explainK6Exit(end.status)}`,
      'run `k6 archive` by hand to see why',
    );
  writeFileSync(join(directory, 'testrun.yaml'), stringify(testRunOf(parts, program.version, open)));
  writeFileSync(join(directory, 'README.md'), readmeOf(plan, secrets));
  writePlan(directory, {
    scenario,
    knowledge: plan.knowledge,
    objectives: settings.objectives,
    k6: program.version,
    run: settings.run,
    isShared: true,
  });
  return [ARCHIVE, 'testrun.yaml', 'load-plan.json', 'README.md'];
}

/** A TestRun of k6-operator, k6.io/v1alpha1. Without `cleanup`: the logs of the pods are the samples. */
function testRunOf(parts: number, k6: string, open: readonly (readonly [string, string])[]): object {
  const image = `grafana/k6:${k6}`;
  return {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name: NAME },
    spec: {
      parallelism: parts,
      separate: true,
      args: ['--log-format=json', ...open.flatMap(([name, value]) => ['-e', `${name}=${value}`])],
      script: { configMap: { name: NAME, file: ARCHIVE } },
      initializer: { image },
      runner: { image, envFrom: [{ secretRef: { name: NAME } }] },
    },
  };
}

function readmeOf({ scenario, parts, settings }: DistributedPlan, secrets: readonly string[]): string {
  const begins = new Date(settings.startAt).toISOString();
  const literals = secrets.map((name) => `--from-literal=${name}="$${name}"`).join(' ');
  return `# petvet load ${scenario}, on ${parts} machines

They begin together at ${begins}, with a window of which nothing is used: leave the key alone for a minute before. For another
instant make this folder again with \`--start-at\`.

With k6-operator on Kubernetes:

    kubectl create secret generic ${NAME} ${literals}
    kubectl create configmap ${NAME} --from-file=${ARCHIVE}
    kubectl apply -f testrun.yaml
    kubectl wait --for=jsonpath='{.status.stage}'=finished testrun/${NAME} --timeout=24h
    for pod in $(kubectl get pods -l k6_cr=${NAME},runner=true -o name); do kubectl logs "$pod" > "$(basename "$pod").log"; done
    petvet load merge .

By hand, on each machine, with its own segment of ${parts}, and the settings that testrun.yaml has under \`args\`:

    k6 run --execution-segment=0:1/${parts} --execution-segment-sequence=${segmentsOf(parts)} \\
      --log-format json --console-output k6-console.jsonl -e … ${ARCHIVE}

Then bring the folders together, each with a copy of load-plan.json, and judge them as one run: \`petvet load merge FOLDER…\`.
`;
}

/** The bounds of the segments, as k6 wants them: 0,1/4,2/4,3/4,1. */
function segmentsOf(parts: number): string {
  return ['0', ...Array.from({ length: parts - 1 }, (_, part) => `${part + 1}/${parts}`), '1'].join(',');
}
