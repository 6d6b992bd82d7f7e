import { isAbsolute } from 'node:path';
import type { GateReport } from '../../gate/gate-report.ts';
import type { Terminal } from './terminal.ts';

/**
 * The file of the repository at which code scanning shows violations, as a service that runs has no line of source: the baseline
 * where there is one, else the workflow that made the run.
 *
 * @returns a path with slashes from the root of the repository; undefined outside a workflow of GitHub
 */
export function placeInRepository(
  gate: GateReport | undefined,
  { environment }: Pick<Terminal, 'environment'>,
): string | undefined {
  const workflow = /^[^/@]+\/[^/@]+\/(?<path>[^@]+)@/.exec(environment['GITHUB_WORKFLOW_REF'] ?? '')?.groups?.['path'];
  const baseline = gate?.baseline?.file.replaceAll('\\', '/').replace(/^\.\//, '');
  const isWithin = baseline !== undefined && !isAbsolute(baseline) && !baseline.startsWith('../');
  return workflow === undefined || !isWithin ? workflow : baseline;
}
