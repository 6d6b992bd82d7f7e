import { onceFor } from '../evidence/once-for.ts';
import type { CallerLog, SeenAnimal } from './caller-log.ts';
import { areOtherCreations } from './own-creations.ts';
import { areOtherNames } from './pet-names.ts';

/**
 * The ids under which one caller saw several pets. Where another client deletes pets a store may reuse their ids: that such
 * an id is shown, not shown and shown again says nothing about one pet.
 */
export const idsGivenAgain = onceFor(({ pages, created, gets }: CallerLog): ReadonlySet<bigint> => {
  const again = new Set<bigint>();
  const names = new Map<bigint, string>();
  const see = ({ id, name }: SeenAnimal) => {
    if (name === undefined) return;
    const before = names.get(id);
    if (before === undefined) names.set(id, name);
    else if (before !== name && areOtherNames(before, name)) again.add(id);
  };
  const creations = new Map<bigint, SeenAnimal>();
  for (const { animal } of created) {
    see(animal);
    const before = creations.get(animal.id);
    if (before === undefined) creations.set(animal.id, animal);
    else if (areOtherCreations(before, animal)) again.add(animal.id);
  }
  for (const { animals } of pages) for (const animal of animals.values()) see(animal);
  for (const { animal } of gets) if (animal !== undefined) see(animal);
  return again;
});
