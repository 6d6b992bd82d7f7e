import type { Operation } from '../contract/operations.ts';
import { dimension, type Dimension, type Need } from './dimension.ts';
import { MOMENTS, type Moment } from './seen.ts';

const NEEDS: Readonly<Record<Moment, readonly Need[]>> = {
  'after a creation': ['writes'],
  'after an error': [],
  'after a 429': ['burst'],
  'at the same time as another': [],
  'near the limit': ['burst'],
  'first of a new window': ['burst'],
};

/** The name of the dimension of moments. */
export const MOMENT = 'moment';

/** When in the run an operation is requested. Source: specification, section 8, and what stores and limiters keep between requests. */
export function momentsOf(operation: Operation): Dimension {
  return dimension<Moment | 'ordinary'>({
    operation,
    name: MOMENT,
    reveals: operation === 'createPet' ? ['CREATE-4', 'RATE-5'] : ['LIST-7', 'GET-6', 'RATE-4', 'RATE-5'],
    ...(operation === 'createPet' && { needs: ['writes'] }),
    values: ({ moments }) => (moments.length === 0 ? ['ordinary'] : moments),
    partitions: [
      { id: 'after a success', is: (moment) => moment === 'ordinary' },
      ...MOMENTS.map((one) => ({ id: one, needs: NEEDS[one], is: (moment: Moment | 'ordinary') => moment === one })),
    ],
  });
}
