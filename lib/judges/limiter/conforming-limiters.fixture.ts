import { bucket, fixed, slidingLog, weighted, type SimulatedLimiter } from './limiter-simulation.fixture.ts';

/** Limiters as services use them, each of which keeps its figure. */
export const LIMITERS: Readonly<Record<string, (figure: number) => SimulatedLimiter>> = {
  'fixed window': (figure) => fixed(figure),
  'aligned window': (figure) => fixed(figure, { aligned: true }),
  'sliding log': (figure) => slidingLog(figure),
  'sliding log that says when all is back': (figure) => slidingLog(figure, { resets: 'all' }),
  'weighted counter': (figure) => weighted(figure),
  'weighted counter of refusals': (figure) => weighted(figure, { ofRefusals: true }),
  'token bucket': (figure) => bucket(figure),
  'token bucket that says when the next is back': (figure) => bucket(figure, { resets: 'next' }),
  'bucket filled by twos': (figure) => bucket(figure, { step: 2 }),
  'bucket filled by fives': (figure) => bucket(figure, { step: 5 }),
};
