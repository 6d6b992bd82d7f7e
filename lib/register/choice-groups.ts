import { areaOf, isRuleId } from '../rules/index.ts';
import type { Choice } from './choices.ts';

/** What a reader looks for, in this order: the areas of the catalogue, by the names of the operations. */
const GROUPS = {
  LIST: 'listPets',
  CREATE: 'createPet',
  GET: 'getPet',
  AUTH: 'authentication',
  ERR: 'errors',
  RATE: 'rate limit',
  JSON: 'bodies',
  VER: 'versioning',
  CLIENT: 'clients',
} as const satisfies Record<ReturnType<typeof areaOf>, string>;

/** Choices about one operation or subject. */
export interface ChoiceGroup {
  readonly title: string;
  /** As they were given. */
  readonly choices: readonly Choice[];
}

/** Groups what implementations do by operation; groups without anything are left out. */
export function byOperation(choices: readonly Choice[]): readonly ChoiceGroup[] {
  const groups = Map.groupBy(choices, ({ rule }) => (isRuleId(rule) ? GROUPS[areaOf(rule)] : 'others'));
  return [...Object.values(GROUPS), 'others' as const].flatMap((title) => {
    const of = groups.get(title);
    return of === undefined ? [] : { title, choices: of };
  });
}
