import type { DeclaredPet } from '../evidence/knowledge.ts';
import type { CallerLog } from './caller-log.ts';
import { isNarrowed } from './double-rounding.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { LogView } from './log-view.ts';
import { shownPets } from './sights.ts';

/**
 * GET-1 for the pets that the configuration says exist: each is returned as described. A missing one may have been deleted,
 * and a different one edited. Source: section 4.3.
 */
export function judgeDeclared(view: LogView): Finding[] {
  return judgeEach(view, (declared, log) => [...judgeFound(declared, log), ...judgeMissing(declared, log)]);
}

/** JSON-3 for the same pets: nobody changes a category into its rounded value. Source: section 2, format int64. */
export function judgeDeclaredDigits(view: LogView): Finding[] {
  return judgeEach(view, judgeDigits);
}

/** Judges what each caller was shown, where pets are declared and the log tells whose requests these are. */
function judgeEach(
  { callers, knowledge: { knownPets = [] } }: LogView,
  judge: (declared: Declared, log: CallerLog) => Finding[],
): Finding[] {
  if (knownPets.length === 0) return [];
  const declared = new Map(knownPets.map((pet) => [pet.id, pet]));
  return callers.filter(({ certain }) => certain).flatMap((log) => judge(declared, log));
}

type Declared = ReadonlyMap<bigint, DeclaredPet>;

/** Whether it is returned as the configuration describes it: what that does not say may be anything. */
function judgeFound(declared: Declared, { gets }: CallerLog): Finding[] {
  return gets.flatMap(({ id, number, pet }) => {
    const known = declared.get(id);
    if (known === undefined || pet === undefined) return [];
    const { name = pet.name, categoryId = pet.categoryId, status = pet.status } = known;
    const isSame = pet.id === id && pet.name === name && pet.categoryId === categoryId && pet.status === status;
    return isSame
      ? [
          makeFinding(
            { rule: 'GET-1', shownBy: [number], operation: 'getPet' },
            'pass',
            'a pet that the configuration names is returned',
          ),
        ]
      : [];
  });
}

function judgeMissing(declared: Declared, { gets }: CallerLog): Finding[] {
  const missing = gets.filter(({ id, pet }) => declared.has(id) && pet === undefined);
  const firsts = [...Map.groupBy(missing, ({ id }) => id).values()].flatMap((all) => all.slice(0, 1));
  return firsts.map((got) =>
    makeFinding(
      { rule: 'GET-1', shownBy: [got.number], operation: 'getPet' },
      'inconclusive',
      `the configuration says that pet ${got.id} exists, and the service returned 404: it may have been deleted since`,
      { fault: 'not found' },
    ),
  );
}

function judgeDigits(declared: Declared, log: CallerLog): Finding[] {
  return shownPets(log, ({ id }) => declared.has(id)).flatMap(({ number, pet }) => {
    const known = declared.get(pet.id)?.categoryId;
    if (known === undefined || pet.categoryId === undefined || !isNarrowed(pet.categoryId, known)) return [];
    return [
      makeFinding({ rule: 'JSON-3', shownBy: [number] }, 'fail', `the categoryId of pet ${pet.id} lost digits`, {
        expected: `categoryId ${known}, as configured`,
        actual: `categoryId ${pet.categoryId}`,
        fault: 'lost digits',
        place: 'categoryId',
      }),
    ];
  });
}
