import type { Objective } from '../../evidence/objective.ts';
import { readObjectives } from '../../load/objectives-file.ts';
import type { LoadFlags } from './load-flags.ts';

/**
 * All objectives of a load: those of a file, then those of flags.
 *
 * @throws {UsageError} when the file holds what no objective stands for
 */
export function objectivesFrom({
  objective,
  objectives,
}: Pick<LoadFlags, 'objective' | 'objectives'>): readonly Objective[] {
  return [...(objectives === undefined ? [] : readObjectives(objectives)), ...objective];
}
