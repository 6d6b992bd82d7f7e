import type { Objective } from '../../evidence/objective.ts';
import { readObjectives } from '../../load/objectives-file.ts';
import type { LoadFlags } from './values.ts';

/**
 * All objectives of a load: those of a file, then those of flags.
 *
 * @throws {UsageError} when the file holds what no objective stands for
 */
export function objectivesFrom(flags: Pick<LoadFlags, 'objective' | 'objectives'>): readonly Objective[] {
  return [...(flags.objectives === undefined ? [] : readObjectives(flags.objectives)), ...flags.objective];
}
