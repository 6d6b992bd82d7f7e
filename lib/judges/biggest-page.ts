import { PAGE } from '../contract/pets.ts';
import { makeFinding, type Finding } from './finding.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import { petsShown, listedItems, memberOf, type Reading } from './reading.ts';

/**
 * LIST-4, the half that one page cannot show: a limit beyond 100 is harmless only on a service that has more than 100
 * pets to give. (A page of more than 100 items is blamed where it is seen.)
 */
export const biggestPageJudge: RelationJudge = {
  name: 'biggest-page',
  rules: ['LIST-4'],
  neverFails: true,
  judge: judgeBiggestPage,
};

function judgeBiggestPage({ readings }: LogView): Finding[] {
  const ids = new Set(
    readings
      .flatMap((reading) => petsShown(reading).map((pet) => memberOf(pet, 'id')))
      .filter((id) => typeof id === 'bigint'),
  );
  if (ids.size <= PAGE.maximum) return [];
  return readings
    .filter(asksForTooMuch)
    .map(({ exchange }) =>
      makeFinding(
        { rule: 'LIST-4', shownBy: [exchange.id], operation: 'listPets' },
        'pass',
        'no limit gives a page of more than 100 items',
      ),
    );
}

function asksForTooMuch(reading: Reading): boolean {
  const { expectation, exchange } = reading;
  const odd = expectation.oddities.some(({ observedBy }) => observedBy === 'LIST-5');
  const { status } = exchange.answer;
  const refused = status >= 400 && status < 500 && status !== 401 && status !== 429;
  const items = listedItems(reading);
  return expectation.caller === 'valid' && odd && (refused || (items !== undefined && items.length <= PAGE.maximum));
}
