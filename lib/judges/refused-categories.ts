import { isInt64 } from '../contract/pets.ts';
import { makeFinding, type Finding } from './finding.ts';
import { petsShown, memberOf, type Reading } from './reading.ts';
import type { Sequence } from './sequence.ts';

/** A creation in a category that nobody was shown before, with nothing else about it that could be refused. */
interface Guess {
  readonly number: number;
  readonly categoryId: bigint;
  readonly status: number;
}

/** Services that store integers in 32 bits refuse what is beyond this; those that store doubles, what is beyond 2^53. */
const SMALL = 2n ** 31n;
const EXACT = 2n ** 53n;

/** A single one may not exist for any reason. */
const LEAST_REFUSED = 2;

/**
 * JSON-3: a service that accepts unseen categories as long as they are small, and refuses each beyond 2^53, does so
 * for their size: it does not read all of int64. It may say that they do not exist, so this is a warning. Where small ones
 * are refused as well, or a large one was ever shown, size is not the reason: a service that accepts only its own categories, and has
 * no large one, never stores an integer that could lose digits. Source: section 2, format int64.
 */
export function judgeRefusedCategories(readings: Sequence<Reading>): Finding[] {
  const guesses = readings.flatMap(guessOf);
  const taken = guesses.find(({ categoryId, status }) => status === 201 && isSmall(categoryId));
  const refused = guesses.filter(({ categoryId, status }) => status !== 201 && isLarge(categoryId));
  const [large] = refused;
  const small = guesses.find(({ categoryId, status }) => status !== 201 && isSmall(categoryId));
  if (large !== undefined && small !== undefined && guesses.every(({ status }) => status !== 201))
    return readings.some(showsLarge) ? [] : [ofAList(small, large)];
  const different = [...new Map(refused.map((guess) => [guess.categoryId, guess])).values()];
  if (taken === undefined || different.length < LEAST_REFUSED || readings.some(showsLarge)) return [];
  return [
    makeFinding(
      {
        rule: 'JSON-3',
        operation: 'createPet',
        shownBy: [taken, ...different].map(({ number }) => number).toSorted((one, other) => one - other),
      },
      'warn',
      `categories beyond 2^53 were refused (${listed(different)}), though ${taken.categoryId} was accepted, which was equally new to the service`,
      {
        expected: '201, as for a small category',
        actual: [...new Set(different.map(({ status }) => status))].join(', '),
        fault: 'refused for its size',
        place: 'categoryId',
      },
    ),
  ];
}

function ofAList(small: Guess, large: Guess): Finding {
  return makeFinding(
    {
      rule: 'JSON-3',
      operation: 'createPet',
      shownBy: [small, large].map(({ number }) => number).toSorted((one, other) => one - other),
    },
    'observed',
    `only categories that the service knows are accepted (${listed([small, large])}), so no integer beyond 2^53 could be sent`,
    { topic: 'accepted categories', actual: listed([small, large]) },
  );
}

function guessOf({ exchange, expectation: { newPet, caller, doubtful, regularity } }: Reading): Guess[] {
  if (newPet?.kind !== 'valid' || caller !== 'valid' || regularity !== 'documented') return [];
  const { status } = exchange.answer;
  // A known category in which a pet's name was given before may be refused for the name: that doubt is another one.
  const isGuessed = doubtful.some((doubt) => doubt.status === 400 && doubt.isWeighed !== true);
  const isAnswered = status === 201 || (status !== 403 && doubtful.some((doubt) => doubt.status === status));
  return isGuessed && isAnswered ? [{ number: exchange.id, categoryId: newPet.categoryId, status }] : [];
}

function isSmall(categoryId: bigint): boolean {
  return categoryId > 0n && categoryId < SMALL;
}

function isLarge(categoryId: bigint): boolean {
  return isInt64(categoryId) && (categoryId > EXACT || categoryId < -EXACT);
}

function showsLarge(reading: Reading): boolean {
  return petsShown(reading).some((pet) => {
    const categoryId = memberOf(pet, 'categoryId');
    return typeof categoryId === 'bigint' && isLarge(categoryId);
  });
}

function listed(guesses: readonly Guess[]): string {
  return guesses
    .slice(0, 3)
    .map(({ categoryId, status }) => `${categoryId}: ${status}`)
    .join(', ');
}
