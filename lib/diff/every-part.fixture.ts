import { compareChecks } from './checks.ts';
import { aCheck, blamed, observed, open, violated } from './diff.fixture.ts';

const zero = (did: string) => observed('LIST-5', ['limit is "0"', did], ['limit is "abc"', '400']);
const emptyName = (did: string) => observed('CREATE-9', ['status when omitted', did]);

/** A comparison that has something of every part: differences of each weight, noise, and what is undecided. */
export const EVERYTHING = compareChecks(
  aCheck('a', [violated('LIST-7', { fault: 'too few' }), zero('400'), emptyName('status "pending"'), open('RATE-8')]),
  aCheck('b', [
    violated('LIST-2', { says: 'two pets came', expected: 'at most 1 item', actual: '2 items', fault: 'too many' }),
    blamed('LIST-9', 'LIST-2'),
    zero('422'),
    emptyName('status "available"'),
  ]),
  {
    mostPercent: 50,
    again: aCheck('a2', [violated('LIST-7', { fault: 'too few' }), zero('400'), emptyName('status "available"')]),
    notes: ['no POST to either: writes are off for production'],
  },
);
