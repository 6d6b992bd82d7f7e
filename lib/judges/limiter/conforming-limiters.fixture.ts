import { bucket, fixed, slidingLog, weighted, type SimulatedLimiter } from './limiter-simulation.fixture.ts';
import { inParts } from './window-in-parts.fixture.ts';

/** Limiters as services use them, each of which enforces its limit. */
export const LIMITERS: Readonly<Record<string, (perWindow: number) => SimulatedLimiter>> = {
  'fixed window': (perWindow) => fixed(perWindow),
  'aligned window': (perWindow) => fixed(perWindow, { aligned: true }),
  'sliding log': (perWindow) => slidingLog(perWindow),
  'sliding log that says when all is back': (perWindow) => slidingLog(perWindow, { resets: 'all' }),
  'weighted counter': (perWindow) => weighted(perWindow),
  'weighted counter of refusals': (perWindow) => weighted(perWindow, { ofRefusals: true }),
  'token bucket': (perWindow) => bucket(perWindow),
  'token bucket that says when the next is back': (perWindow) => bucket(perWindow, { resets: 'next' }),
  'bucket filled by twos': (perWindow) => bucket(perWindow, { atATime: 2 }),
  'bucket filled by thirds': (perWindow) => bucket(perWindow, { atATime: perWindow / 3 }),
  'bucket filled by halves': (perWindow) => bucket(perWindow, { atATime: perWindow / 2 }),
  'window in halves': (perWindow) => inParts(perWindow, 2),
  'window in halves that says when all is back': (perWindow) => inParts(perWindow, 2, { phase: 11_000, resets: 'all' }),
  'window in thirds': (perWindow) => inParts(perWindow, 3, { phase: 7_000 }),
  'window in eighths': (perWindow) => inParts(perWindow, 8),
  'bucket filled by fives': (perWindow) => bucket(perWindow, { atATime: 5 }),
};
