import { makeFinding, type Finding } from './finding.ts';
import { inputClass } from './input-class.ts';
import type { RelationJudge } from './judge.ts';
import type { LogView } from './log-view.ts';
import type { Reading } from './reading.ts';
import { statusSubject, wrongStatus } from './status-findings.ts';

/**
 * CREATE-1 where a valid creation gets 400 whose name a pet has that was created before. Whether two pets may have one name is not
 * shown: it is recorded, unless the service takes the same name once more in the same category. Source: section 4.2.
 */
export const namesakeJudge: RelationJudge = {
  name: 'namesake',
  neededFor: 'create-refuses-pending',
  rules: ['CREATE-1', 'CREATE-11'],
  passedByOthers: ['CREATE-1'],
  judge({ readings }) {
    const namesakes = readNamesakes(readings);
    return namesakes
      .filter(({ reading }) => reading.exchange.answer.status === 400)
      .map((refused) => {
        const taken = namesakes.find(
          ({ reading, key }) => reading.exchange.answer.status === 201 && key === refused.key,
        );
        return taken === undefined ? observed(refused) : refusedThoughTaken(refused, taken);
      });
  },
};

/** A valid creation whose name a pet has that was created before. */
interface Namesake {
  readonly reading: Reading;
  readonly topic: string;
  /** What a service could require to be unique: the name, or the name within a category. */
  readonly key: string;
}

function readNamesakes(readings: LogView['readings']): Namesake[] {
  return readings.flatMap((reading) => {
    const { newPet, doubtful, caller } = reading.expectation;
    if (newPet?.kind !== 'valid' || caller !== 'valid') return [];
    const { name, categoryId } = newPet;
    const key = `${reading.exchange.request.credential} ${categoryId} ${name}`;
    return doubtful.flatMap(({ isWeighed, topic }) =>
      isWeighed === true && topic !== undefined ? [{ reading, topic, key }] : [],
    );
  });
}

function observed({ reading, topic }: Namesake): Finding {
  return makeFinding(statusSubject(reading, 'CREATE-11'), 'observed', `${topic}: 400`, { topic, actual: '400' });
}

function refusedThoughTaken({ reading }: Namesake, taken: Namesake): Finding {
  const { exchange, expectation } = reading;
  const input = inputClass(exchange, expectation, 'CREATE-1');
  const shownBy = [taken.reading.exchange.id, exchange.id].toSorted((a, b) => a - b);
  const because = ': another creation with the same name and category returned 201';
  return { ...wrongStatus(reading, 'CREATE-1', because), shownBy, ...(input !== undefined && { input }) };
}
