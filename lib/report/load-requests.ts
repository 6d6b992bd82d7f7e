import type { LoadReport } from './load-run.ts';
import { counted } from '../text/counted.ts';

/** How many requests a load run sent. */
interface LoadRequests {
  /** Those of its windows, or of its steps: what the tables count. */
  readonly sent: number;
  readonly refused: number;
  /** In words, those that were sent before to read the rate limit; absent where none were, or where that is not known. */
  readonly besides?: string;
}

/** The requests of a load run as its tables count them, and those before it. */
export function requestsOfLoad({ figures, steps, run }: Pick<LoadReport, 'figures' | 'steps' | 'run'>): LoadRequests {
  // Of a staircase few requests are written down: its steps count them all.
  if (steps.length > 0 || figures.windows.length === 0) return { sent: run.sent, refused: run.refused };
  const sent = figures.windows.reduce((sum, window) => sum + window.sent, 0);
  const refused = figures.windows.reduce((sum, window) => sum + window.refused, 0);
  const [looks, looksRefused] = [run.sent - sent, run.refused - refused];
  if (looks < 0 || looksRefused < 0) return { sent: run.sent, refused: run.refused };
  if (looks === 0) return { sent, refused };
  const ofWhich = looksRefused === 0 ? '' : `, ${looksRefused} of them refused`;
  return { sent, refused, besides: `${counted(looks, 'request')} before the load to read the rate limit${ofWhich}` };
}
