import type { Moment } from './course.ts';

/** A moment of a list that was answered at once, one second after the other unless said otherwise. */
export function aMoment(id: number, parts: Partial<Moment> = {}): Moment {
  const startedAt = parts.startedAt ?? id * 1_000;
  return {
    id,
    startedAt,
    endedAt: startedAt + 5,
    status: 200,
    operation: 'listPets',
    caller: 'primary',
    limit: 60,
    remaining: 60 - id,
    ...parts,
  };
}
